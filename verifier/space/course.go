package space

import (
	"slices"

	"gospin/verifier/atomic"
	"gospin/verifier/system"
	"gospin/vm"
)

// Noted is a system that records which cells its moves read and write, so that an engine can remember what
// they do.
type Noted interface {
	system.System
	// Alone appends the moves of one process in s as if no other had any. Effects: Attempted, Failed, Abort.
	Alone(s *vm.State, pid int, dst []vm.Move) ([]vm.Move, vm.Effect, uint64)
	// Apart makes one step.
	Apart(s *vm.State, m vm.Move) (vm.Effect, uint64)
	// Observe makes the system record in seen from now on.
	Observe(seen *vm.Seen)
	// Receives reports whether a process may be in a state to receive by rendezvous.
	Receives(s *vm.State, pid int) bool
	// As in vm.Machine.
	Halves(s *vm.State, pid int, dst []vm.Move) ([]vm.Move, vm.Effect, bool)
	Give(s *vm.State, m vm.Move) (id int32, msg []int32, eff vm.Effect, ok bool)
	Takers(s *vm.State, peer int, id int32, msg []int32, dst []vm.Move) ([]vm.Move, vm.Effect)
	Take(s *vm.State, m vm.Move, id int32, msg []int32) vm.Effect
	Separable(s *vm.State, pid int) (first, n uint32, ok bool)
	One(s *vm.State, pid int, trans uint32, dst []vm.Move) ([]vm.Move, vm.Effect, bool)
}

// Observed is a system that also records what the moves of a claim depend on.
type Observed interface {
	Noted
	system.Reducible
	// ClaimAlone does for the claim what Alone does for a process. Effects: Failed.
	ClaimAlone(s *vm.State, dst []vm.Move, alone bool) ([]vm.Move, vm.Effect, uint64)
	// ProcessLabel reports whether a process is in a state with an acceptance label.
	ProcessLabel(s *vm.State, pid int) bool
}

var _ Observed = (*system.Machine)(nil)

// An atomic sequence that exceeds these steps in a row, or these states, is left to the machine: it may have
// no end, or too many ends for a list.
const (
	tooDeep = 5000
	tooLong = 1 << 17
)

const failure = vm.Failed | vm.Pruned | vm.Abort

// course follows a move through the atomic sequence after it, to all states in which that ends.
type course struct {
	in    Noted
	seen  *vm.Seen
	joint []bool // by address: the byte shares its component with other cells
	bare  bool   // no sequence is followed: a course ends where one would begin
	stops []stop
	moves []vm.Move
	way   []vm.Move // the moves to the current state, without the first
	// written has the fields written on the path to the current state: cells of the globals by address, other
	// components by their negated number
	written    []int32
	steps      uint64 // atomic steps so far
	transients int    // states within sequences so far
	taken      []byte
	passed     []vm.Moved          // messages sent and received on the path to the current state
	coarse     func(comp int) bool // reports whether a channel is read and written as a whole; nil: none is
	single     bool                // a course ends within a sequence before the first step that reads more
	self       int                 // the process whose part is being found
	leaves     int
	scratch    vm.State
	flags      [2][]uint8
	within     int  // the process within whose atomic sequence the course begins; -1: none
	patient    bool // faults are collected; otherwise the course ends at the first
	bounded    bool // it ends at a fault of a guard, or if it is too long, also if it is patient
	failed     vm.Effect
	faults     []vm.Fault
	// leaf is called with every state at an end of the sequence, and the figures of the path to it. Returning
	// false ends the course.
	leaf func(s *stop, came climb) bool
}

// stop is a state on the path.
type stop struct {
	s      vm.State
	fewest int // the least number of components on the path
}

// run makes the step first from a state, and follows the sequence. It returns false if there is a fault, the
// sequence is too long, or leaf returned false.
func (c *course) run(from *vm.State, first func(s *vm.State) vm.Effect) bool {
	if len(c.stops) == 0 {
		c.stops = make([]stop, 4)
	}
	s := &c.stops[0]
	s.s.CopyFrom(from)
	s.fewest = len(c.in.Layout().ShapeOf(from.Vec).Comps)
	c.written, c.passed, c.moves, c.leaves = c.written[:0], c.passed[:0], c.moves[:0], 0
	c.transients = 0
	c.collect(0, 0)
	c.unmove()
	eff := first(&s.s)
	return c.goOn(0, eff, 0, 0)
}

// unmove marks as moved only those channels whose messages were moved on the path to the current state.
func (c *course) unmove() {
	for i := range c.seen.Comps {
		c.seen.Comps[i] &^= vm.SeenMoved
	}
	for _, x := range c.passed {
		c.seen.Comps[x.Comp] |= vm.SeenMoved
	}
}

// collect records what was written since the last call, after the first written and passed entries.
func (c *course) collect(written, passed int) {
	c.written, c.passed = c.written[:written], c.passed[:passed]
	if c.coarse != nil {
		c.coarsen()
	}
	c.passed = append(c.passed, c.seen.Moves...)
	c.seen.Moves = c.seen.Moves[:0]
	for i, x := range c.seen.Globals {
		if x&vm.SeenWritten != 0 {
			c.written = append(c.written, int32(i))
			c.seen.Globals[i] &^= vm.SeenWritten
			if c.joint[i] {
				c.seen.Globals[i] |= vm.SeenRead
			}
		}
	}
	for i, x := range c.seen.Comps {
		if x&vm.SeenWritten != 0 {
			c.written = append(c.written, int32(-i))
			c.seen.Comps[i] &^= vm.SeenWritten
		}
	}
}

// fail records faults. It returns false if the course must end.
func (c *course) fail(eff vm.Effect) bool {
	if c.patient {
		c.failed |= eff & (vm.Failed | vm.Abort)
		c.faults = append(c.faults, c.in.Faults()...)
	}
	return c.patient
}

// isBroken reports whether a process loses control of its sequence in a state with a fault.
func (c *course) isBroken(s *vm.State) bool {
	c.scratch.CopyFrom(s)
	x := system.Expansion{Room: system.Unlimited}
	c.in.Expand(&c.scratch, &x)
	return x.Effect&vm.Released != 0
}

// coarsen marks coarse channels as read and written as a whole, if their ends were read or their messages
// moved.
func (c *course) coarsen() {
	for i, x := range c.seen.Comps {
		if x&(vm.SeenEnds|vm.SeenMoved) == 0 || !c.coarse(i) {
			continue
		}
		if x&vm.SeenMoved != 0 {
			x |= vm.SeenWritten
			c.seen.Moves = slices.DeleteFunc(c.seen.Moves, func(m vm.Moved) bool { return m.Comp == i })
		}
		c.seen.Comps[i] = (x | vm.SeenRead) &^ (vm.SeenEnds | vm.SeenMoved)
	}
}

// goOn continues from the state of a stop, given the effect of the last step, the number of handshakes
// before it, and how many levels were reached beyond the state before.
func (c *course) goOn(n int, eff vm.Effect, handshakes, beyond int) bool {
	from, passed := len(c.written), len(c.passed)
	c.collect(from, passed)
	back := func() { c.written, c.passed = c.written[:from], c.passed[:passed] }
	s := &c.stops[n]
	s.fewest = min(s.fewest, len(c.in.Layout().ShapeOf(s.s.Vec).Comps))
	if eff&vm.AtomicStep != 0 {
		c.steps++
	}
	if eff&failure != 0 {
		if !c.fail(eff) {
			return false
		}
		if eff&(vm.Pruned|vm.Abort) != 0 {
			back()
			return true
		}
	}
	if eff&vm.Transient == 0 || c.single && !c.extends(n) {
		c.leaves++
		ok := c.leaf(s, climb{n, handshakes, beyond, eff})
		back()
		return ok
	}
	if c.bare && !c.patient {
		return false
	}
	excl := int(s.s.Excl)
	first := len(c.moves)
	var offers vm.Effect
	c.moves, offers, _ = c.in.Alone(&s.s, excl, c.moves)
	if excl != c.self {
		c.reads(c.in.Layout().ShapeOf(s.s.Vec).Procs[excl].Comp)
	}
	moves := c.moves[first:]
	if offers&failure != 0 && (c.bounded || !c.fail(offers)) {
		return false
	}
	attempted, deeper := 0, 1
	if offers&vm.Attempted != 0 {
		attempted = 1
	}
	if eff&vm.Handshake != 0 {
		deeper = 2
	}
	ok := true
	switch {
	case len(moves) == 0 && offers&failure != 0 && !c.isBroken(&s.s):
	case len(moves) == 0: // the sequence is broken: the state counts as any other
		s.s.Excl = -1
		c.leaves++
		ok = c.leaf(s, climb{n, handshakes, deeper + attempted, eff &^ vm.Transient})
	case (c.bounded || !c.patient) &&
		(n == atomic.MostBefore || handshakes+deeper-1 > atomic.MostHandshakes || c.transients == tooLong):
		ok = false
	case n == tooDeep, c.transients == tooLong:
		c.failed |= vm.Abort
	default:
		c.transients++
		ok = c.eachMove(n, moves, handshakes+deeper-1, attempted)
	}
	back()
	c.moves = c.moves[:first]
	return ok
}

// How far a course continues while it reads nothing new.
const (
	mostExtended  = 24
	mostBranching = 32
)

// extends reports whether the next steps of the sequence, after the state of a stop, read nothing new.
func (c *course) extends(n int) bool {
	s := &c.stops[n].s
	if n >= mostExtended || c.leaves >= mostBranching || int(s.Excl) != c.self {
		return false
	}
	c.flags[0] = append(c.flags[0][:0], c.seen.Globals...)
	c.flags[1] = append(c.flags[1][:0], c.seen.Comps...)
	first := len(c.moves)
	moves, offers, _ := c.in.Alone(s, c.self, c.moves)
	ok := offers&failure == 0 && !c.grown()
	for _, m := range moves[first:] {
		if !ok {
			break
		}
		c.scratch.CopyFrom(s)
		eff, _ := c.in.Apart(&c.scratch, m)
		ok = eff&failure == 0 && !c.grown()
	}
	c.moves = moves[:first]
	c.seen.Moves, c.seen.All = c.seen.Moves[:0], false
	copy(c.seen.Globals, c.flags[0])
	copy(c.seen.Comps, c.flags[1])
	clear(c.seen.Comps[len(c.flags[1]):])
	return ok
}

// grown reports whether more was read than flags say.
func (c *course) grown() bool {
	const looked = vm.SeenRead | vm.SeenEnds
	for i, x := range c.seen.Globals {
		if x&^c.flags[0][i]&looked != 0 {
			return true
		}
	}
	for i, x := range c.seen.Comps {
		if i >= len(c.flags[1]) {
			return x&looked != 0
		}
		if x&^c.flags[1][i]&looked != 0 {
			return true
		}
	}
	return c.seen.All
}

// eachMove makes each of the moves from the state of a stop.
func (c *course) eachMove(n int, moves []vm.Move, handshakes, attempted int) bool {
	if n+1 == len(c.stops) {
		c.stops = append(c.stops, make([]stop, len(c.stops))...)
	}
	for i, m := range moves {
		if i > 0 {
			c.unmove()
		}
		from, to := &c.stops[n], &c.stops[n+1]
		to.s.CopyFrom(&from.s)
		to.fewest = from.fewest
		c.mark(m)
		c.way = append(c.way[:n], m)
		eff, _ := c.in.Apart(&to.s, m)
		if !c.goOn(n+1, eff, handshakes, attempted) {
			return false
		}
		if c.failed&vm.Abort != 0 {
			return true
		}
	}
	return true
}

// mark marks the transitions of a move as taken.
func (c *course) mark(m vm.Move) {
	if len(c.taken) > 0 {
		c.taken[m.Trans] = 1
		if m.Partner != vm.AnyPartner {
			c.taken[m.Partner] = 1
		}
	}
}

// reads records that a component was read.
func (c *course) reads(comp int) {
	for comp >= len(c.seen.Comps) {
		c.seen.Comps = append(c.seen.Comps, 0)
	}
	c.seen.Comps[comp] |= vm.SeenRead
}

// climb has the figures of the path to a leaf.
type climb struct {
	before     int       // steps before the last one
	handshakes int       // how many of them are handshakes
	beyond     int       // levels that were reached beyond the last state on the path
	effect     vm.Effect // of the last step
}

// climbOf returns the climb of a remembered step, whose numbers are small.
func climbOf(s vm.Step) climb {
	return climb{int(s.Before), int(s.Handshakes), int(s.Beyond), s.Effect}
}

// levels returns the levels of a climb, as in batch.Found.
func (c climb) levels() uint32 {
	deeper, reach := c.before+c.handshakes, 0
	if c.before|c.beyond != 0 {
		reach = deeper + c.beyond
	}
	deeper++
	if c.effect&vm.Handshake != 0 {
		deeper++
		reach = max(reach, 1)
	}
	return uint32(min(deeper, mostLevels)) | uint32(min(reach, mostLevels))<<16
}

const mostLevels = 1<<16 - 1

// step returns the climb as a vm.Step.
func (c climb) step() vm.Step {
	return vm.Step{Effect: c.effect, Counts: vm.Counts{
		Before:     uint8(min(c.before, 255)),
		Handshakes: uint8(min(c.handshakes, 255)),
		Beyond:     uint8(c.beyond),
	}}
}
