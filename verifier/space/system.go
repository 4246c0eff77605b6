package space

import (
	"bytes"
	"encoding/binary"
	"slices"

	"gospin/verifier/atomic"
	"gospin/verifier/roots"
	"gospin/verifier/system"
	"gospin/vm"
	"gospin/vm/layout"
)

// Observed is a system that tells what its moves depend on, so that an engine can remember them, those of a
// claim included.
type Observed interface {
	Noted
	system.Classified
	// ClaimAlone does for the claim what Alone does for a process. Effects: Failed.
	ClaimAlone(s *vm.State, dst []vm.Move, alone bool) ([]vm.Move, vm.Effect, uint64)
	// ProcessLabel tells whether a process is in a state with an acceptance label.
	ProcessLabel(s *vm.State, pid int) bool
}

// System is a system whose vectors are the roots of a space: 8 bytes a word, then 4 with their generation and
// 4 with the version of their packing. A generation is the time between two changes of what the engine
// remembers. It serves one goroutine.
type System struct {
	in       Observed
	l        *layout.Layout
	space    *Space
	store    *Store
	front    front // the engine for roots of the present width
	gen      uint32
	class    func(*vm.State, int) uint32
	labels   [][]uint8 // what is known of processes, by class and number
	stepwise bool      // the search looks at all states within atomic sequences
	taken    []byte
	ahead    bool     // what lies behind the choices just found is known to the engine
	full     vm.State // what a state that was left unpacked is
	work     vm.State
	root     []uint64
	course   course // of single choices
	before   vm.State
	faults   []vm.Fault
	next     uint64 // states, and they are packed anew
}

// front is an engine as a system needs it, whatever its width. The state at hand is of the present
// generation.
type front interface {
	expand(s *vm.State, x *system.Expansion) outcome
	expandOf(s *vm.State, pid int, x *system.Expansion) outcome
	expandClaim(s *vm.State, x *system.Expansion, alone bool) outcome
	shorten(x *system.Expansion)
	do(s *vm.State, c *system.Choice) (vm.Step, bool)
	again(s *vm.State, c *system.Choice) uint32
	classes(s *vm.State, class func(*vm.State, int) uint32, dst []uint32) ([]uint32, bool)
	labelled(s *vm.State, y *System) (is, ok bool)
	fingerprint(s *vm.State) uint64
	keyLen(s *vm.State) int
	state(s *vm.State) *vm.State
}

var _ Observed = (*system.Machine)(nil)
var _ system.Classified = (*System)(nil)

// TakesSystem tells whether a program's states can be those of a System.
func TakesSystem(p *vm.Program) bool {
	accepts := func(s vm.StateInfo) bool { return s.Accept }
	if p.Events != nil && slices.ContainsFunc(p.Events.Proc.States, accepts) && vm.NewMachine(p).Labelled() {
		return false // where labels of processes count, those of the trace assertion do
	}
	return !p.Phases && !p.Layout.Unstored
}

// NewSystem returns a system that does what in does, and the store of its states, which takes at most limit
// bytes; 0: no limit. The transitions of steps that are taken with others are marked in taken, unless it is
// nil.
func NewSystem(in Observed, limit int64, taken []byte) (*System, *Store) {
	s := &Space{machine: func() Noted { return in }, taken: taken}
	s.stored = func() uint64 { return 0 }
	s.choices = roots.FewWidths
	s.widest = s.choices[len(s.choices)-1]
	s.beginBeside(byArray, in)
	y := &System{
		in: in, l: s.l, space: s, stepwise: in.Labelled(), taken: taken,
	}
	y.course.in, y.course.seen, y.course.taken = in, &vm.Seen{}, taken
	y.store = newStore(s, limit)
	s.stored, y.next = y.store.Len, few
	y.renew()
	return y, y.store
}

// renew makes the engine for the present packing.
func (y *System) renew() {
	y.space.retire()
	y.root = make([]uint64, y.space.pack.words)
	y.front = y.space.front(y)
	y.gen++
}

// repack makes room for all numbers. The result false says that roots would be too wide.
func (y *System) repack() bool {
	if !y.space.Repack() {
		tooLarge := vm.Fault{Kind: vm.LimitReached, Msg: "states are too large for roots"}
		y.faults = append(y.faults[:0], tooLarge)
		return false
	}
	y.store.Repack()
	y.renew()
	return true
}

// overfull tells if what is remembered has outgrown its share of the memory: a quarter of what the states
// take, and a little.
func (y *System) overfull(size int64) bool { return size > y.store.Bytes()/4+1<<19 }

// tighten packs states anew, with fewer bytes to spare than when they were fewer.
func (y *System) tighten() {
	y.repack()
	n := y.store.Len()
	switch every := uint64(y.space.every); {
	case every > 0:
		y.next = n + every
	case n < few:
		y.next = few
	case n < more:
		y.next = more
	default:
		y.next = 1 << 63
	}
}

// Layout returns that of the unpacked vectors.
func (y *System) Layout() *layout.Layout { return y.l }

// Faults implements system.System.
func (y *System) Faults() []vm.Fault {
	if len(y.faults) > 0 {
		return y.faults
	}
	return y.in.Faults()
}

// KeyLen is how many bytes of a state are stored, uncompressed.
func (y *System) KeyLen(s *vm.State) int {
	if generation(s.Vec) == unpacked {
		return y.l.ShapeOf(s.Vec).Size - y.l.Hidden
	}
	y.current(s)
	return y.front.keyLen(s)
}

// Initial makes s the initial state.
func (y *System) Initial(s *vm.State) vm.Effect {
	eff := y.in.Initial(&y.work)
	s.Excl, s.Turn, s.Copy = y.work.Excl, 0, 0
	return eff | y.pack(s, &y.work, nil)
}

// pack makes s the state of a machine, which differs in what is dirty from that of a root, if one is given.
// Effects: Abort.
func (y *System) pack(s, of *vm.State, root []uint64) vm.Effect {
	version := len(y.space.olds)
	for {
		if version != len(y.space.olds) {
			root = nil
		}
		if y.space.recode(y.root, of, root) {
			break
		}
		if !y.repack() {
			return vm.Abort | vm.Pruned
		}
	}
	y.vector(s, y.root)
	return 0
}

// vector makes s the state of a root of the present packing.
func (y *System) vector(s *vm.State, root []uint64) {
	s.Vec = s.Vec[:0]
	for _, w := range root {
		s.Vec = binary.LittleEndian.AppendUint64(s.Vec, w)
	}
	s.Vec = binary.LittleEndian.AppendUint32(s.Vec, y.gen)
	s.Vec = binary.LittleEndian.AppendUint32(s.Vec, uint32(len(y.space.olds)))
}

// generation is that of a vector.
func generation(vec []byte) uint32 { return binary.LittleEndian.Uint32(vec[len(vec)-8:]) }

// current brings the vector of s up to date.
func (y *System) current(s *vm.State) {
	if generation(s.Vec) != y.gen {
		y.vector(s, y.store.load(s.Vec))
	}
}

// goOn goes on after an attempt that was not done. The result false says that no other one is to be made.
func (y *System) goOn(what outcome, x *system.Expansion) bool {
	x.Clear()
	switch what {
	case anew:
		y.gen++
		return true
	case narrow:
		if y.repack() {
			return true
		}
		x.Effect |= vm.Abort
	}
	return false
}

// Expand implements system.System.
func (y *System) Expand(s *vm.State, x *system.Expansion) {
	x.Clear()
	if y.store.Len() >= y.next {
		y.tighten()
	}
	y.faults, y.ahead = y.faults[:0], false
	if generation(s.Vec) == unpacked {
		y.expandWithin(s, x)
		return
	}
	for s.Excl < 0 && x.Room >= atomic.Room {
		y.current(s)
		what := y.front.expand(s, x)
		if what == done {
			return
		}
		if !y.goOn(what, x) {
			if x.Effect == 0 {
				break
			}
			return
		}
	}
	y.current(s)
	y.ask(s, x)
}

// ask lets the system below find all choices of the state.
func (y *System) ask(s *vm.State, x *system.Expansion) {
	full, base := y.front.state(s), x.Base
	full.Excl, x.Base = s.Excl, nil // what an engine has found is no base for others
	y.in.Expand(full, x)
	s.Excl, full.Excl, x.Base, x.Whole = full.Excl, -1, base, false
}

// ExpandOf implements system.Classified.
func (y *System) ExpandOf(s *vm.State, pid int, x *system.Expansion) {
	x.Clear()
	y.faults, y.ahead = y.faults[:0], false
	if generation(s.Vec) == unpacked {
		full, _ := y.unpack(s)
		y.in.ExpandOf(full, pid, x)
		return
	}
	for x.Room >= atomic.Room {
		y.current(s)
		what := y.front.expandOf(s, pid, x)
		if what == done {
			y.ahead = x.Ahead
			return
		}
		if !y.goOn(what, x) {
			if x.Effect == 0 {
				break
			}
			return
		}
	}
	y.current(s)
	y.in.ExpandOf(y.front.state(s), pid, x)
}

// Shorten implements system.Classified.
func (y *System) Shorten(x *system.Expansion) {
	if y.ahead {
		y.front.shorten(x)
	}
}

// Do implements system.System.
func (y *System) Do(s *vm.State, c *system.Choice, room int) vm.Step {
	if c.Note == 0 {
		return y.doSingle(s, c, room)
	}
	known := c
	if generation(s.Vec) != y.gen {
		known = y.again(s, c)
	}
	if known != nil {
		if step, ok := y.front.do(s, known); ok {
			s.Excl = -1
			return step
		}
	}
	return y.doSingle(s, c, room)
}

// again is a choice that an earlier generation found as the present one has it; nil: it has not.
func (y *System) again(s *vm.State, c *system.Choice) *system.Choice {
	y.current(s)
	again := *c
	if again.Note = y.front.again(s, c); again.Note == 0 {
		return nil
	}
	return &again
}

// Same implements system.System.
func (y *System) Same(s *vm.State, vec []byte) bool {
	if generation(s.Vec) == generation(vec) {
		return bytes.Equal(s.Vec, vec)
	}
	return slices.Equal(slices.Clone(y.store.load(s.Vec)), y.store.load(vec))
}

// Repeats implements system.System. Roots have all that there is; of what was left unpacked, the machine's
// vector has.
func (y *System) Repeats(s *vm.State, vec []byte) bool {
	a, b := generation(s.Vec), generation(vec)
	if a != unpacked && b != unpacked {
		return y.Same(s, vec)
	}
	n := y.l.ShapeOf(s.Vec).Size
	return a == b && n == y.l.ShapeOf(vec).Size && bytes.Equal(s.Vec[:n], vec[:n])
}

// Fingerprint implements system.System: it is made of the numbers of the components, which do not change with
// their packing.
func (y *System) Fingerprint(s *vm.State) uint64 {
	y.current(s)
	return y.front.fingerprint(s)
}

// Classify implements system.Classified.
func (y *System) Classify(class func(s *vm.State, pid int) uint32) {
	y.class = class
	y.in.Classify(class)
}

// Classes implements system.Classified.
func (y *System) Classes(s *vm.State, dst []uint32) []uint32 {
	if generation(s.Vec) == unpacked {
		full, _ := y.unpack(s)
		return y.in.Classes(full, dst)
	}
	for {
		y.current(s)
		out, ok := y.front.classes(s, y.class, dst)
		if ok || !y.repack() {
			return out
		}
	}
}

// Unpacked implements system.Classified.
func (y *System) Unpacked(s *vm.State) *vm.State {
	full, _ := y.unpack(s)
	return full
}
