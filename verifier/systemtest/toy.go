package systemtest

import (
	"bytes"

	"gospin/verifier/system"
	"gospin/vm"
	"gospin/vm/layout"
)

// Place is a byte of the vector.
type Place struct {
	In int // a Where
	At int // offset
}

// Values of Place.In.
const (
	Hidden  = iota
	Global  // of the globals
	Local   // of the process, after its control state
	Chan    // of the first global channel
	OwnChan // of the process's first channel
)

// Step is a transition of a toy's process.
type Step struct {
	From, To byte
	If       *Test  // nil: always
	Set      []Set  // what it writes
	Run      int    // the proctype to start plus one; 0 for none
	Atomic   bool   // the same process makes the next step if it can
	Send     int    // the rendezvous channel for an offer; 0 for none
	Recv     int    // the rendezvous channel for a receive, which is only a move together with an offer
	Fail     *Test  // a failed assertion if it holds afterwards
	Crash    *Test  // a run-time error if it holds afterwards
	Name     string // of the assertion
}

// Test compares a byte.
type Test struct {
	Place
	Not bool
	Val byte
}

// Set assigns to a byte: its old value times Mul plus Add, modulo Mod.
type Set struct {
	Place
	Mul, Add, Mod byte
}

// End is the control state in which a process waits for its death.
const End = 255

// Toy is a system of a few processes.
type Toy struct {
	L     *layout.Layout
	Types [][]Step // by proctype; the control state is the first byte of a process
	Start []int    // proctypes of the first processes
	Max   int      // processes
	trans []step
	first [][]int // by proctype: numbers of its steps
	fault []vm.Fault
	reads uint64 // components read since it was last cleared
	seen  *vm.Seen
}

type step struct {
	*Step
	typ int
}

var _ system.System = (*Toy)(nil)

// Prepare numbers the steps; transition 0 stands for a death.
func (t *Toy) Prepare() *Toy {
	t.trans = []step{{}}
	for typ, steps := range t.Types {
		t.first = append(t.first, nil)
		for i := range steps {
			t.first[typ] = append(t.first[typ], len(t.trans))
			t.trans = append(t.trans, step{&steps[i], typ})
		}
	}
	return t
}

// Layout implements system.System.
func (t *Toy) Layout() *layout.Layout { return t.L }

// KeyLen returns the size of the stored part of a state.
func (t *Toy) KeyLen(s *vm.State) int { return len(s.Vec) - t.L.Hidden }

// Faults implements system.System.
func (t *Toy) Faults() []vm.Fault { return t.fault }

// Initial implements system.System.
func (t *Toy) Initial(s *vm.State) vm.Effect {
	root := t.L.Root()
	s.Vec, s.Dirty = append(s.Vec[:0], make([]byte, root.Size)...), 0
	s.Excl, s.Turn, s.Copy = -1, 0, 0
	t.L.SetShape(s.Vec, root)
	for _, typ := range t.Start {
		t.run(s, typ)
	}
	return 0
}

func dirty(s *vm.State, comp int) { s.Dirty |= 1 << min(comp, 63) }

func (t *Toy) run(s *vm.State, typ int) {
	was := t.L.ShapeOf(s.Vec)
	sh := t.L.Child(was, typ)
	for len(s.Vec) < sh.Size {
		s.Vec = append(s.Vec, 0)
	}
	t.L.SetShape(s.Vec, sh)
	for i := len(was.Comps); i < len(sh.Comps); i++ {
		dirty(s, i)
	}
}

// at returns the offset and the component of a place of a process.
func (t *Toy) at(s *vm.State, pid int, p Place) (int, int) {
	sh := t.L.ShapeOf(s.Vec)
	switch p.In {
	case Hidden:
		return p.At, -1
	case Global:
		return sh.Comps[0].Off + p.At, 0
	case Local:
		return sh.Procs[pid].Off + 1 + p.At, sh.Procs[pid].Comp
	case Chan:
		return sh.Chans[0].Off + p.At, sh.Chans[0].Comp
	}
	c := sh.Chans[sh.Procs[pid].Chans]
	return c.Off + p.At, c.Comp
}

func (t *Toy) holds(s *vm.State, pid int, c *Test) bool {
	at, comp := t.at(s, pid, c.Place)
	if comp >= 0 {
		t.reads |= 1 << min(comp, 63)
		t.note(at, comp, vm.SeenRead)
	}
	return (s.Vec[at] == c.Val) != c.Not
}

func (t *Toy) can(s *vm.State, pid int, st step) bool {
	sh := t.L.ShapeOf(s.Vec)
	return s.Vec[sh.Procs[pid].Off] == st.From && (st.If == nil || t.holds(s, pid, st.If)) &&
		(st.Run == 0 || len(sh.Procs) < t.Max)
}

// Expand implements system.System.
func (t *Toy) Expand(s *vm.State, x *system.Expansion) {
	x.Clear()
	x.Whole = s.Excl < 0
	sh, done := t.L.ShapeOf(s.Vec), true
	for pid := len(sh.Procs) - 1; pid >= 0; pid-- {
		done = done && s.Vec[sh.Procs[pid].Off] == End
		if s.Excl >= 0 && pid != int(s.Excl) {
			continue
		}
		if t.choicesOf(s, pid, x) {
			x.Effect |= vm.Attempted
		}
	}
	switch {
	case len(x.Choices) > 0:
	case s.Excl >= 0:
		s.Excl = -1
		x.Effect |= vm.Released
	case !done:
		x.Effect |= vm.InvalidEnd
	}
}

// choicesOf appends the choices of a process, and reports whether it offers a rendezvous.
func (t *Toy) choicesOf(s *vm.State, pid int, x *system.Expansion) (offers bool) {
	sh := t.L.ShapeOf(s.Vec)
	p := sh.Procs[pid]
	if s.Vec[p.Off] == End {
		if pid == len(sh.Procs)-1 {
			x.Choices = append(x.Choices, system.Choice{Pid: uint8(pid)})
		}
		return false
	}
	for _, n := range t.first[p.Type] {
		st := t.trans[n]
		if st.Recv != 0 || !t.can(s, pid, st) {
			continue
		}
		c := system.Choice{Trans: uint32(n), Pid: uint8(pid)}
		if st.Send == 0 {
			x.Choices = append(x.Choices, c)
			continue
		}
		offers = true
		x.Choices = t.receivers(s, x.Choices, c, st.Send)
	}
	return offers
}

func (t *Toy) receivers(s *vm.State, dst []system.Choice, m system.Choice, ch int) []system.Choice {
	sh := t.L.ShapeOf(s.Vec)
	for peer := len(sh.Procs) - 1; peer >= 0; peer-- {
		t.reads |= 1 << min(sh.Procs[peer].Comp, 63)
		t.note(0, sh.Procs[peer].Comp, vm.SeenRead)
		if peer == int(m.Pid) || s.Vec[sh.Procs[peer].Off] == End {
			continue
		}
		for _, n := range t.first[sh.Procs[peer].Type] {
			if r := t.trans[n]; r.Recv == ch && t.can(s, peer, r) {
				m.Partner, m.Peer = uint32(n), uint8(peer)
				dst = append(dst, m)
			}
		}
	}
	return dst
}

// Do implements system.System.
func (t *Toy) Do(s *vm.State, c *system.Choice, _ int) vm.Step {
	t.fault = t.fault[:0]
	s.Excl = -1
	if c.Trans == 0 {
		sh := t.L.ShapeOf(s.Vec).Parent
		s.Vec = s.Vec[:sh.Size]
		t.L.SetShape(s.Vec, sh)
		s.Dirty |= 1 << 63
		return vm.Step{}
	}
	st := t.trans[c.Trans]
	eff := t.apply(s, int(c.Pid), c.Trans, st)
	last, pid := st, int(c.Pid)
	if c.Partner != 0 {
		last, pid = t.trans[c.Partner], int(c.Peer)
		eff |= vm.Handshake | t.apply(s, pid, c.Partner, last)
	}
	if last.Atomic {
		s.Excl = int16(pid)
		eff |= vm.Transient | vm.AtomicStep
	}
	return vm.Step{Effect: eff}
}

// Same implements system.System.
func (t *Toy) Same(s *vm.State, vec []byte) bool { return bytes.Equal(t.L.Key(s.Vec), t.L.Key(vec)) }

// Path implements system.System.
func (t *Toy) Path(path []system.Taken) []vm.Move {
	moves := make([]vm.Move, len(path))
	for i, k := range path {
		moves[i] = k.Move()
	}
	return moves
}

func (t *Toy) apply(s *vm.State, pid int, trans uint32, st step) vm.Effect {
	p := t.L.ShapeOf(s.Vec).Procs[pid]
	s.Vec[p.Off] = st.To
	dirty(s, p.Comp)
	t.note(0, p.Comp, vm.SeenWritten)
	for _, a := range st.Set {
		at, comp := t.at(s, pid, a.Place)
		s.Vec[at] = (s.Vec[at]*a.Mul + a.Add) % a.Mod
		if comp >= 0 {
			dirty(s, comp)
		}
		t.note(at, comp, vm.SeenRead|vm.SeenWritten)
	}
	if st.Run != 0 {
		t.run(s, st.Run-1)
	}
	eff := vm.Effect(0)
	if st.Fail != nil && t.holds(s, pid, st.Fail) {
		t.fault = append(
			t.fault,
			vm.Fault{
				Kind:  vm.AssertionViolated,
				Msg:   "assertion violated " + st.Name,
				Pid:   pid,
				Trans: trans,
			},
		)
		eff |= vm.Failed
	}
	if st.Crash != nil && t.holds(s, pid, st.Crash) {
		t.fault = append(t.fault, vm.Fault{Kind: vm.RuntimeError, Msg: "crash", Pid: pid, Trans: trans})
		eff |= vm.Failed | vm.Pruned
	}
	return eff
}
