package vm

import (
	"fmt"
	"slices"

	"gospin/vm/layout"
)

// MaxProcs and MaxChans are the limits of Promela: process and channel numbers are bytes.
const (
	MaxProcs = 255
	MaxChans = 255
)

// Machine runs a Program. It contains only scratch memory; the caller has the states. A machine must not be
// used by several goroutines at a time.
type Machine struct {
	p        *Program
	l        *layout.Layout
	sh       *layout.Shape // of the current state
	stack    []int32
	sp       int
	msg      []int32 // message of the current receive
	args     []int32 // arguments of the current send
	timeout  bool    // is timeout true?
	alone    bool    // the claim moves because the system is blocked
	labelled bool    // some process has accepting states
	broken   bool    // a run-time error has ended the current evaluation
	effect   Effect  // effects of the current evaluation
	since    uint64  // components written since the state whose moves are being revised
	// components read since it was last cleared, as in State.Dirty, except for a process's own
	read    uint64
	seen    *Seen   // records reads and writes; may be nil
	globals []uint8 // seen.Globals
	comps   []uint8 // seen.Comps, large enough for sh
	faults  []Fault
	marks   []Fault // truncated values since TakeMarks
	cuts    []Cut   // by transition; nil if they are not recorded
	// passing counts faults that do not end the current step: of rendezvous on offer, and of reads of
	// rendezvous channels.
	passing int
	trans   uint32 // current transition, for faults
	pid     int
	depth   int // nesting of enabled()
	out     func(string)
}

// NewMachine returns a machine for the program.
func NewMachine(p *Program) *Machine {
	labelled := slices.ContainsFunc(p.Procs, func(pt Proctype) bool {
		return !pt.Claim && slices.ContainsFunc(pt.States, func(st StateInfo) bool { return st.Accept })
	})
	return &Machine{
		p: p, labelled: labelled, l: p.Layout,
		stack: make([]int32, 8*(p.MaxStack+8)+256),
		msg:   make([]int32, p.MaxMsg+1),
		args:  make([]int32, p.MaxMsg+1),
	}
}

// SetOutput makes f receive what the model prints; nil discards it.
func (m *Machine) SetOutput(f func(string)) { m.out = f }

// Layout returns the layout of the vectors.
func (m *Machine) Layout() *layout.Layout { return m.l }

// KeyLen returns the number of bytes that are stored of a state, uncompressed.
func (m *Machine) KeyLen(s *State) int { return len(s.Vec) - m.l.Hidden }

// Program returns the machine's program.
func (m *Machine) Program() *Program { return m.p }

// Faults returns the faults of the last Moves or Do that returned Failed.
func (m *Machine) Faults() []Fault { return m.faults }

func (m *Machine) fault(k FaultKind, msg string) {
	m.effect |= Failed
	m.faults = append(m.faults, Fault{Kind: k, Msg: msg, Pid: m.pid, Trans: m.trans})
}

// fits checks that a value fits its destination.
func (m *Machine) fits(v int32, in *Instr) {
	cut := layout.Truncate(in.C, in.Mask, v)
	if cut == v {
		return
	}
	msg := fmt.Sprintf(truncatedAsSpin, v, cut, in.D)
	if m.p.Overflow {
		m.fault(Truncated, msg)
		return
	}
	m.marks = append(m.marks, Fault{Kind: Truncated, Msg: msg, Pid: m.pid, Trans: m.trans})
}

// TakeMarks returns the values that did not fit since the last call.
func (m *Machine) TakeMarks() []Fault {
	out := m.marks
	m.marks = nil
	return out
}

// assertion returns the kind of an assertion that fails now. Only the claim moves without a process.
func (m *Machine) assertion() FaultKind {
	if m.pid < 0 {
		return ClaimAssertion
	}
	return AssertionViolated
}

// breakOn reports a run-time error that ends the current evaluation.
func (m *Machine) breakOn(msg string) {
	m.broken = true
	m.fault(RuntimeError, msg)
}

// abortOn reports a run-time error that ends the search.
func (m *Machine) abortOn(msg string) {
	m.effect |= Abort
	m.breakOn(msg)
}

func (m *Machine) begin(s *State) {
	m.sh = m.l.ShapeOf(s.Vec)
	if m.seen != nil {
		m.fit(len(m.sh.Comps))
	}
	m.faults = m.faults[:0]
	m.passing = 0
	m.effect = 0
	m.broken = false
	m.sp = 0
}

// pc returns the control state of a process.
func (m *Machine) pc(vec []byte, q *layout.ProcAt) uint32 {
	t := &m.l.Procs[q.Type]
	a := q.Off + t.PC
	if t.PCWide {
		return uint32(vec[a]) | uint32(vec[a+1])<<8
	}
	return uint32(vec[a])
}

func (m *Machine) setPC(s *State, q *layout.ProcAt, v uint32) {
	t := &m.l.Procs[q.Type]
	a := q.Off + t.PC
	s.Vec[a] = byte(v)
	if t.PCWide {
		s.Vec[a+1] = byte(v >> 8)
	}
	m.mark(s, q.Comp)
}

// reads records that a component is read.
func (m *Machine) reads(comp int) {
	m.read |= 1 << min(uint(comp), 63)
	if uint(comp) < uint(len(m.comps)) {
		m.comps[comp] |= SeenRead
	}
}

// mark records that a component is written.
func (m *Machine) mark(s *State, comp int) {
	s.Dirty |= 1 << min(uint(comp), 63)
	if uint(comp) < uint(len(m.comps)) {
		m.comps[comp] |= SeenWritten
	}
}

// Initial sets s to the initial state, with initialised globals and running active processes. Effects: those
// of ClaimDo.
func (m *Machine) Initial(s *State) Effect {
	cuts := m.cuts
	m.cuts = nil
	defer func() { m.cuts = cuts }()
	root := m.l.Root()
	s.Vec = grow(s.Vec[:0], root.Size)
	s.Excl, s.Turn, s.Copy = -1, 0, 0
	m.l.SetShape(s.Vec, root)
	m.begin(s)
	for i, st := range m.p.ChanVars {
		layout.Store(s.Vec, st.C, st.A, st.Mask, int32(i+1))
	}
	m.exec(s, frame{pid: -1}, m.p.GlobalInit)
	for _, t := range m.p.Order {
		m.spawn(s, int(t), nil, m.p.Procs[t].Priority)
	}
	if m.p.Events != nil {
		m.setEvents(s, m.p.Events.Proc.Start)
	}
	if m.p.Claim != nil {
		m.setClaim(s, m.p.Claim.Start)
		m.exec(s, frame{pid: -1}, m.p.Claim.Init)
		m.effect |= m.claimState(s).effect()
	}
	s.Dirty = ^uint64(0)
	return m.effect
}

func grow(b []byte, n int) []byte {
	l := len(b)
	if n > cap(b) {
		c := make([]byte, n, 2*n)
		copy(c, b)
		return c
	}
	b = b[:n]
	clear(b[l:])
	return b
}

// spawn creates a process. It returns false if there are too many.
func (m *Machine) spawn(s *State, proctype int, args []int32, prio int32) bool {
	sh := m.l.ShapeOf(s.Vec)
	if len(sh.Procs) >= MaxProcs || len(sh.Chans)+len(m.l.Procs[proctype].Chans) > MaxChans {
		m.broken = true
		m.effect |= Abort
		what := "too many processes (255 max)"
		if len(sh.Procs) < MaxProcs {
			what = "too many channels (255 max)"
		}
		m.fault(LimitReached, what)
		return false
	}
	ch := m.l.Child(sh, proctype)
	s.Vec = grow(s.Vec, ch.Size)
	m.l.SetShape(s.Vec, ch)
	m.sh = ch
	if m.seen != nil {
		m.fit(len(ch.Comps))
	}
	for i := len(sh.Comps); i < len(ch.Comps); i++ {
		m.mark(s, i)
	}
	s.Dirty |= 1 << 63
	pid := len(sh.Procs)
	q := &ch.Procs[pid]
	pt := &m.p.Procs[proctype]
	m.setPC(s, q, pt.Start)
	if lp := m.l.Procs[proctype].Prio; lp >= 0 {
		s.Vec[q.Off+lp] = byte(prio)
	}
	if m.l.Padded {
		s.Vec[q.Off], s.Vec[q.Off+1] = byte(pid), byte(proctype)
	}
	f := frame{pid: pid, self: int32(q.Off)}
	for i, st := range pt.Params {
		v := int32(0)
		if i < len(args) {
			v = args[i]
		}
		if m.cuts != nil {
			m.note(DoesCut, st.C, st.Mask, v)
		}
		layout.Store(s.Vec, st.C, st.A+f.self, st.Mask, v)
	}
	for i, st := range pt.ChanVars {
		layout.Store(s.Vec, st.C, st.A+f.self, st.Mask, int32(len(sh.Chans)+i+1))
	}
	m.exec(s, f, pt.Init)
	return true
}

// run executes OpRun, and returns the new top of the stack.
func (m *Machine) run(s *State, in *Instr) int {
	sp, n := m.sp, int(in.B)
	pid := len(m.l.ShapeOf(s.Vec).Procs)
	if !m.spawn(s, int(in.A), m.stack[sp-n:sp], in.D) {
		return sp
	}
	m.stack[sp-n] = int32(pid)
	return sp - n + 1
}

// die removes the youngest process and its channels.
func (m *Machine) die(s *State) {
	p := m.sh.Parent
	s.Vec = s.Vec[:p.Size]
	s.Dirty |= 1 << 63
	m.l.SetShape(s.Vec, p)
	m.sh = p
}

// remote finds process pid if it is of the proctype. If pid is -1, it finds the first process of the
// proctype.
func (m *Machine) remote(s *State, pid, proctype int32) (layout.ProcAt, bool) {
	sh := m.l.ShapeOf(s.Vec)
	if pid < 0 {
		for _, q := range sh.Procs {
			if q.Type == int(proctype) {
				m.reads(q.Comp)
				return q, true
			}
		}
		return layout.ProcAt{}, false
	}
	if int(pid) >= len(sh.Procs) || sh.Procs[pid].Type != int(proctype) {
		return layout.ProcAt{}, false
	}
	m.reads(sh.Procs[pid].Comp)
	return sh.Procs[pid], true
}

// priority returns a process's priority, or 0 if there is no such process.
func (m *Machine) priority(s *State, pid int) int32 {
	sh := m.l.ShapeOf(s.Vec)
	if pid < 0 || pid >= len(sh.Procs) {
		return 0
	}
	q := sh.Procs[pid]
	m.reads(q.Comp)
	return int32(s.Vec[q.Off+m.l.Procs[q.Type].Prio])
}

// setPriority sets a process's priority, if the process exists.
func (m *Machine) setPriority(s *State, pid int, v int32) {
	sh := m.l.ShapeOf(s.Vec)
	if pid < 0 || pid >= len(sh.Procs) {
		return
	}
	if v < 1 || v > 255 {
		m.abortOn("priority is out of range")
		return
	}
	q := sh.Procs[pid]
	m.recordRead(q.Comp) // the new value depends on the old one, and the process may be another one
	s.Vec[q.Off+m.l.Procs[q.Type].Prio] = byte(v)
	m.mark(s, q.Comp)
}

// truncatedAsSpin is SPIN's message for a value that does not fit.
const truncatedAsSpin = "value (%d->%d (%d)) truncated in assignment"

// Truncation puts SPIN's message for a value that does not fit in plain words. It returns other messages as
// they are.
func Truncation(msg string) string {
	var v, cut int64
	var kind int // SPIN's number of a type
	if n, _ := fmt.Sscanf(msg, truncatedAsSpin, &v, &cut, &kind); n != 3 {
		return msg
	}
	of := map[int]string{1: "a bit", 5: "an unsigned", 8: "a byte", 16: "a short", 32: "an int"}[kind]
	return fmt.Sprintf("%d becomes %d in %s", v, cut, of)
}
