package graph

import (
	"bytes"
	"slices"
	"time"

	"gospin/compression/mix"
	"gospin/verifier/search"
	"gospin/verifier/system"
	"gospin/vm"
)

// Task is a graph to be built of a whole system.
type Task struct {
	Sys      system.System
	Graph    search.Graph
	Limits   search.Limits // Depth apart
	OnFault  func(*search.Fault) error
	Progress func(*search.Result)
	Taken    []byte
}

// Explored is what came of it.
type Explored struct {
	search.Result
	Cut    uint64 // run-time errors, of moves that are not there therefore
	Memory int64  // bytes of the vectors and of the table of their numbers
}

// Explore tells a graph of all states of a system, breadth first. All vectors are kept. Depth counts edges.
func Explore(t *Task) (*Explored, error) {
	e := &explorer{Task: t, heads: []int{0}, from: []uint32{0}}
	var s vm.State
	eff := t.Sys.Initial(&s)
	e.hidden = slices.Clone(s.Vec[:t.Sys.Layout().Hidden])
	if eff&vm.Failed != 0 {
		e.failed(0, nil)
	}
	if eff&(vm.Abort|vm.Pruned) != 0 {
		e.abort()
	} else {
		e.arrive(&s, 0)
	}
	for next := 0; next < len(e.heads)-1 && !e.res.Stopped && e.err == nil; next++ {
		e.expand(uint32(next))
	}
	e.res.Memory = e.memory()
	return &e.res, e.err
}

type explorer struct {
	*Task
	res    Explored
	err    error
	hidden []byte
	keys   []byte   // of all nodes, one behind the other
	heads  []int    // where they begin, and the end
	from   []uint32 // the node that each was found from
	levels []uint32 // the first node of each level
	slots  []uint32 // numbers plus one, by the hashes of their keys
	at     uint32   // the node that is expanded
	edges  []search.Edge
	rows   []vm.Move // moves of the edges
	path   []vm.Move // from the node to the state at hand
	within []*vm.State
	ticks  uint
	shown  time.Time
	target uint32 // of what is sought for a path
	seek   bool
	found  []vm.Move
}

const longRow = 64

func (e *explorer) stop(why string) {
	if !slices.Contains(e.res.Incomplete, why) {
		e.res.Incomplete = append(e.res.Incomplete, why)
	}
	e.res.Stopped = true
}

func (e *explorer) abort() {
	why := "aborted"
	if f := e.Sys.Faults(); len(f) > 0 {
		why += ": " + f[len(f)-1].Msg
	}
	e.stop(why)
}

func (e *explorer) memory() int64 {
	return int64(cap(e.keys)) + 8*int64(cap(e.heads)) + 4*int64(cap(e.from)+cap(e.slots))
}

func (e *explorer) key(i uint32) []byte { return e.keys[e.heads[i]:e.heads[i+1]] }

// arrive gives a state its number, a new one if it is new.
func (e *explorer) arrive(s *vm.State, from uint32) uint32 {
	key := e.Sys.Layout().Key(s.Vec)
	if 4*len(e.heads) > 3*len(e.slots) {
		e.rehash()
	}
	mask := uint64(len(e.slots) - 1)
	h := mix.Bytes(key) & mask
	for ; e.slots[h] != 0; h = (h + 1) & mask {
		if n := e.slots[h] - 1; bytes.Equal(e.key(n), key) {
			e.res.Matched++
			return n
		}
	}
	n := uint32(len(e.heads) - 1)
	if e.seek || n == 1<<32-2 {
		e.stop("a graph has no more than 2^32 nodes")
		return n
	}
	e.slots[h] = n + 1
	e.keys = append(e.keys, key...)
	e.heads = append(e.heads, len(e.keys))
	if n > 0 {
		e.from = append(e.from, from)
	}
	e.res.Stored++
	e.res.MaxVector = max(e.res.MaxVector, len(key))
	if e.res.Stored == e.Limits.States {
		e.stop(search.StateLimit)
	}
	if err := e.Graph.Node(s, n); err != nil && e.err == nil {
		e.err = err
	}
	return n
}

func (e *explorer) rehash() {
	e.slots = make([]uint32, max(1024, 2*len(e.slots)))
	mask := uint64(len(e.slots) - 1)
	for i := range len(e.heads) - 1 {
		h := mix.Bytes(e.key(uint32(i))) & mask
		for e.slots[h] != 0 {
			h = (h + 1) & mask
		}
		e.slots[h] = uint32(i) + 1
	}
}

// state makes the vector of a node.
func (e *explorer) state(i uint32) *vm.State {
	return &vm.State{Vec: append(slices.Clone(e.hidden), e.key(i)...), Excl: -1}
}

// expand finds the edges of a node and tells of them.
func (e *explorer) expand(i uint32) {
	if len(e.levels) == 0 || e.from[i] >= e.levels[len(e.levels)-1] && i > 0 {
		e.levels = append(e.levels, i)
		e.res.Depth = len(e.levels) - 1
	}
	e.at, e.edges, e.rows, e.path, e.within = i, e.edges[:0], e.rows[:0], e.path[:0], e.within[:0]
	eff := e.choices(e.state(i), 0)
	if e.res.Stopped || e.err != nil {
		return
	}
	if eff&vm.InvalidEnd != 0 && !e.Limits.NoEnd {
		e.fault(&search.Fault{EndState: true, Msg: "invalid end state"})
	}
	if err := e.Graph.Edges(i, e.edges, eff&vm.InvalidEnd != 0); err != nil && e.err == nil {
		e.err = err
	}
}

// choices makes all choices of a state, which is so many steps inside an atomic sequence.
func (e *explorer) choices(s *vm.State, steps int) vm.Effect {
	x := system.Expansion{Room: system.Unlimited}
	e.Sys.Expand(s, &x)
	if x.Effect&vm.Failed != 0 {
		e.failed(steps, nil)
	}
	if x.Effect&vm.Abort != 0 {
		e.abort()
		return x.Effect
	}
	if x.Effect&vm.Released != 0 {
		e.lead(s)
		return x.Effect
	}
	for i := range x.Choices {
		if e.res.Stopped || e.err != nil || e.found != nil {
			break
		}
		c := &x.Choices[i]
		t := vm.State{}
		t.CopyFrom(s)
		e.path = append(e.path, c.Move())
		e.do(&t, c, steps)
		e.path = e.path[:len(e.path)-1]
	}
	return x.Effect
}

func (e *explorer) do(s *vm.State, c *system.Choice, steps int) {
	eff := e.Sys.Do(s, c, 0).Effect
	if e.Taken != nil && !e.seek {
		e.Taken[c.Trans], e.Taken[c.Partner] = 1, 1
	}
	if e.ticks++; e.ticks&(1<<12-1) == 0 {
		e.tick()
	}
	if eff&vm.AtomicStep != 0 && !e.seek {
		e.res.AtomicSteps++
	}
	if eff&vm.Failed != 0 {
		e.failed(steps+1, c)
	}
	switch {
	case eff&vm.Abort != 0:
		e.abort()
	case eff&vm.Pruned != 0:
	case eff&vm.Transient == 0:
		e.lead(s)
	case e.endless(s, steps):
		e.stop(search.EndlessAtomic)
	default:
		e.within = append(e.within, s)
		e.choices(s, steps+1)
		e.within = e.within[:len(e.within)-1]
	}
}

// endless tells whether an atomic sequence has come back to a state.
func (e *explorer) endless(s *vm.State, steps int) bool {
	return steps > longRow && slices.ContainsFunc(e.within, func(t *vm.State) bool {
		return t.Excl == s.Excl && e.Sys.Same(s, t.Vec)
	})
}

// lead takes the path at hand for an edge to a state.
func (e *explorer) lead(s *vm.State) {
	to := e.arrive(s, e.at)
	if e.seek {
		if to == e.target {
			e.found = slices.Clone(e.path)
		}
		return
	}
	from := len(e.rows)
	e.rows = append(e.rows, e.path...)
	e.edges = append(e.edges, search.Edge{Moves: e.rows[from:len(e.rows):len(e.rows)], To: to})
}

func (e *explorer) failed(steps int, c *system.Choice) {
	for _, f := range slices.Clone(e.Sys.Faults()) {
		if f.Kind != vm.AssertionViolated && !e.seek {
			e.res.Cut++
		}
		if f.Kind == vm.AssertionViolated && e.Limits.NoAssert {
			continue
		}
		e.fault(&search.Fault{Kind: f.Kind, Msg: f.Msg, Pid: f.Pid, Trans: f.Trans})
		if e.res.Stopped || e.err != nil {
			return
		}
	}
}

// fault tells of an error behind the path at hand.
func (e *explorer) fault(f *search.Fault) {
	if e.seek {
		return
	}
	e.res.Errors++
	if e.OnFault != nil {
		f.Moves = func() []vm.Move { return append(e.pathTo(e.at), e.path...) }
		for _, mv := range f.Moves() {
			if f.Depth++; mv.Partner != 0 {
				f.Depth++
			}
		}
		if len(e.path) > 0 || f.EndState {
			f.Depth-- // of the state before the step that failed; and of end states as pan has it
		}
		if err := e.OnFault(f); err != nil {
			e.err = err
		}
	}
	if e.Limits.Errors > 0 && e.res.Errors >= e.Limits.Errors {
		e.res.Stopped = true
	}
}

// pathTo lists the moves that led to a node.
func (e *explorer) pathTo(i uint32) []vm.Move {
	var rows [][]vm.Move
	for ; i > 0; i = e.from[i] {
		o := &explorer{Task: &Task{Sys: e.Sys}, hidden: e.hidden, keys: e.keys, heads: e.heads, slots: e.slots,
			from: e.from, at: e.from[i], target: i, seek: true}
		o.choices(e.state(e.from[i]), 0)
		rows = append(rows, o.found)
	}
	slices.Reverse(rows)
	return slices.Concat(rows...)
}

func (e *explorer) tick() {
	if e.seek {
		return
	}
	now := time.Now()
	switch {
	case !e.Limits.Deadline.IsZero() && now.After(e.Limits.Deadline):
		e.stop(search.TimeLimit)
	case e.Limits.Memory > 0 && e.memory() > e.Limits.Memory:
		e.stop(search.MemoryLimit)
	}
	if e.Progress != nil && now.Sub(e.shown) > time.Second {
		e.shown = now
		e.Progress(&e.res.Result)
	}
}
