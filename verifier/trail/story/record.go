package story

import (
	"strings"

	"gospin/vm"
)

// Options selects what to compute besides the statements. What is not selected takes no time.
type Options struct {
	Globals, Locals bool   // after every step; for the last state they are always computed
	Sends, Receives bool   // messages
	Inside          bool   // split a d_step of a trail into its statements
	Whole           bool   // complete states, with all channels; not together with Inside
	Show            []Expr // expressions whose values each state's event has
}

// Expr is an expression over a state.
type Expr struct {
	Text  string
	Code  int32    // as vm.Measure.Code
	Names []string // names of the values 1, 2, ... if it is an mtype
}

// recorder computes a run's events, move by move.
type recorder struct {
	m       *vm.Machine // makes the moves
	ahead   *vm.Machine // looks one move ahead, so that m's faults are not touched
	asks    *vm.Machine // evaluates expressions
	p       *vm.Program
	options Options
	trail   bool // the run is a trail's, where each half of a rendezvous has a number
	printed []string
	created int      // number of processes created
	faults  int      // number of faults
	now     vm.State // state before the move
	values  values
	claim   claimTold
	written map[int32]string // statements as in the source
}

// asWritten returns a statement as in the source.
func (r *recorder) asWritten(stmt int32) string {
	text, known := r.written[stmt]
	if !known {
		if r.written == nil {
			r.written = map[int32]string{}
		}
		text = r.p.Stmts[stmt].Written()
		r.written[stmt] = text
	}
	return text
}

func newRecorder(m *vm.Machine, o Options) *recorder {
	p := m.Program()
	r := &recorder{m: m, ahead: vm.NewMachine(p), asks: vm.NewMachine(p), p: p, options: o}
	r.values = values{p: p, numbers: map[int]int{}}
	m.SetOutput(func(text string) { r.printed = append(r.printed, text) })
	return r
}

// takePrinted returns the model's output since the last call.
func (r *recorder) takePrinted() []string {
	out := r.printed
	r.printed = nil
	return out
}

func (r *recorder) processes(s *vm.State) int { return len(r.p.Layout.ShapeOf(s.Vec).Procs) }

func (r *recorder) process(s *vm.State, pid int) Process {
	q := r.p.Layout.ShapeOf(s.Vec).Procs[pid]
	return Process{pid, procName(r.p, q.Type), r.m.Priority(s, pid)}
}

// actor describes a process after its step, which may change its priority or be its last.
func (r *recorder) actor(after *vm.State, pid int) Process {
	if pid >= r.processes(after) {
		after = &r.now
	}
	return r.process(after, pid)
}

// start returns the event for the initial state.
func (r *recorder) start(s *vm.State) *Start {
	r.now.CopyFrom(s)
	r.values.noteChanges(nil, s, 0)
	e := &Start{}
	for pid := range r.processes(s) {
		r.created++
		e.Processes = append(e.Processes, r.process(s, pid))
	}
	e.After, e.Shown = r.whole(s), r.shown(s)
	return e
}

// whole returns the complete state, or nil if Options.Whole is not set.
func (r *recorder) whole(s *vm.State) *Whole {
	if !r.options.Whole {
		return nil
	}
	procs := r.p.Layout.ShapeOf(s.Vec).Procs
	for id := range r.p.Layout.ShapeOf(s.Vec).Chans {
		r.values.number(id + 1)
	}
	w := &Whole{Globals: r.values.globals(s, 0, true)}
	for pid, q := range procs {
		at := r.place(q.Type, r.m.PC(s, pid))
		locals := r.values.locals(s, pid, 0, true)
		w.Processes = append(w.Processes, Standing{Process: r.process(s, pid), Place: at, Locals: locals})
	}
	return w
}

// failure returns an event with the machine's new faults.
func (r *recorder) failure() *Failure { return &Failure{r.newFaults(r.m)} }

func (r *recorder) newFaults(m *vm.Machine) []Fault {
	var out []Fault
	for _, f := range m.Faults() {
		r.faults++
		if f.Trans == 0 {
			out = append(out, Fault{File: r.p.Name, Msg: f.Msg})
			continue
		}
		st := &r.p.Stmts[r.p.Trans[f.Trans].Stmt]
		fault := Fault{File: st.File, Line: st.Line, Msg: f.Msg}
		if f.Kind.IsAssertion() && strings.HasPrefix(st.Text, "assert(") {
			fault.Msg, fault.Assert, fault.Written = "assertion violated", st.Text, st.Written()
		}
		out = append(out, fault)
	}
	return out
}

// steps appends the events of a move that led to s.
func (r *recorder) steps(out []Event, n int, mv vm.Move, s *vm.State, eff vm.Effect) []Event {
	defer r.now.CopyFrom(s)
	printed := r.takePrinted()
	if r.trail && r.options.Inside {
		if events, ok := r.inside(out, n, mv, s, eff); ok {
			return events
		}
	}
	e := &Step{Number: n, Pid: int(mv.Pid), Printed: printed, After: r.whole(s), Shown: r.shown(s)}
	before, after := r.processes(&r.now), r.processes(s)
	for pid := before; pid < after; pid++ {
		r.created++
		e.Started = append(e.Started, r.process(s, pid))
	}
	if eff&vm.Failed != 0 {
		e.Faults = r.newFaults(r.m)
	}
	e.Marks = r.marks()
	st := &r.p.Stmts[r.p.Trans[mv.Trans].Stmt]
	r.values.numberNamed(st)
	if strings.HasPrefix(st.Text, "set_priority(") {
		e.Priorities = r.changedPriorities(s, min(before, after))
	}
	if mv.Partner != 0 {
		e.Parts = r.rendezvous(n, mv, s)
		return append(out, e)
	}
	part := r.part(n, int(mv.Pid), mv.Trans, mv.Trans, s)
	r.values.noteChanges(&r.now, s, n)
	r.values.noteAssigned(part.Pid, st, n)
	if after >= before { // SPIN prints nothing more about an ending process
		r.show(&part, s)
	}
	e.Parts = []Part{part}
	return append(out, e)
}

// marks returns the values that did not fit in the last move.
func (r *recorder) marks() (out []Fault) {
	for _, f := range r.m.TakeMarks() {
		st := &r.p.Stmts[r.p.Trans[f.Trans].Stmt]
		out = append(out, Fault{File: st.File, Line: st.Line, Msg: f.Msg})
	}
	return out
}

// changedPriorities returns processes, from first on, whose priorities changed.
func (r *recorder) changedPriorities(s *vm.State, first int) []Process {
	var out []Process
	for pid := range first {
		if q := r.process(s, pid); q.Priority != r.m.Priority(&r.now, pid) {
			out = append(out, q)
		}
	}
	return out
}

// rendezvous returns the two parts of a handshake.
func (r *recorder) rendezvous(n int, mv vm.Move, s *vm.State) []Part {
	second := n
	send := r.part(n, int(mv.Pid), mv.Trans, mv.Trans, s)
	if r.trail {
		r.show(&send, &r.now)
		second++
	}
	receive := r.part(second, int(mv.Peer), mv.Partner, mv.Trans, s)
	r.values.noteChanges(&r.now, s, second)
	r.values.noteAssigned(receive.Pid, &r.p.Stmts[r.p.Trans[mv.Partner].Stmt], second)
	r.show(&receive, s)
	return []Part{send, receive}
}

// part returns one process's part in a move that led to after. The transition sender determines the message.
func (r *recorder) part(n, pid int, trans, sender uint32, after *vm.State) Part {
	t := &r.p.Trans[trans]
	st := &r.p.Stmts[t.Stmt]
	place := r.place(int(t.Proc), uint32(st.State))
	first := st.FirstLine
	if first == 0 {
		first = place.Line
	}
	return Part{
		Process: r.actor(after, pid), Place: place, First: first, Column: st.Col, Begins: st.FirstCol,
		Number: n, Text: st.Text, Written: r.asWritten(t.Stmt),
		Dies: t.Effect == vm.EffectDie, Message: r.message(pid, trans, sender),
	}
}

// show adds the values that SPIN prints after a step.
func (r *recorder) show(part *Part, s *vm.State) {
	if r.options.Globals {
		part.Globals = r.values.globals(s, part.Number, false)
	}
	if r.options.Locals && part.Pid < r.processes(s) {
		part.Locals = r.values.locals(s, part.Pid, part.Number, false)
	}
}

// inside appends one event for each statement of a d_step. It returns false if the move is no d_step's.
func (r *recorder) inside(out []Event, n int, mv vm.Move, s *vm.State, eff vm.Effect) ([]Event, bool) {
	pid, failed := int(mv.Pid), r.faults
	proctype := int(r.p.Trans[mv.Trans].Proc)
	sources := r.p.Procs[proctype].Sources
	own := r.p.Stmts[r.p.Trans[mv.Trans].Stmt].State
	r.ahead.SetOutput(func(text string) { r.printed = append(r.printed, text) })
	defer r.ahead.SetOutput(nil)
	ok := r.ahead.Inside(&r.now, mv, func(elem, trans uint32, before, after *vm.State) {
		e := &Step{Number: n, Pid: pid, Printed: r.takePrinted(), Faults: r.newFaults(r.ahead)}
		part := Part{Place: r.place(proctype, elem), Number: n, Text: sources[elem].Text}
		if int(elem) == own {
			part.Text = sources[sources[own].Inner].Text
		}
		part.Written, part.First = part.Text, part.Line
		if trans != 0 {
			st := &r.p.Stmts[r.p.Trans[trans].Stmt]
			r.values.numberNamed(st)
			r.now.CopyFrom(before)
			part.Message = r.message(pid, trans, trans)
			r.values.noteChanges(before, after, n)
			r.values.noteAssigned(pid, st, n)
		}
		part.Process = r.actor(s, pid)
		r.show(&part, after)
		e.Shown = r.shown(after)
		e.Parts = []Part{part}
		out = append(out, e)
	})
	rest := &Step{Number: n, Pid: pid, Printed: r.takePrinted()}
	if ok && eff&vm.Failed != 0 && r.faults == failed {
		rest.Faults = r.newFaults(r.m)
	}
	if len(rest.Printed) > 0 || len(rest.Faults) > 0 {
		out = append(out, rest)
	}
	return out, ok
}

// place describes a control state.
func (r *recorder) place(proctype int, state uint32) Place {
	src := &r.p.Procs[proctype].Sources[state]
	return Place{src.File, src.Line, int(state), src.End, src.Calls}
}

// shown returns the values of Options.Show in a state.
func (r *recorder) shown(s *vm.State) []Value {
	var out []Value
	for _, x := range r.options.Show {
		text := "none"
		if v, ok := r.asks.Value(s, x.Code); ok {
			text = vm.Named(x.Names, v)
		}
		out = append(out, Value{Name: x.Text, Text: text})
	}
	return out
}

// message describes a send's or receive's message. It is nil for other statements, or if not selected. The
// sender's statement determines its contents.
func (r *recorder) message(pid int, trans, sender uint32) *Message {
	t := &r.p.Trans[trans]
	st := &r.p.Stmts[t.Stmt]
	msg := &Message{File: st.File, Line: st.Line}
	operator := "!"
	switch {
	case t.Guard == vm.GuardSend && r.options.Sends:
	case t.Guard == vm.GuardRecv && r.options.Receives:
		operator, msg.Receive, msg.Copy = "?", true, t.Copy
	default:
		return nil
	}
	passed, id := r.ahead.Message(&r.now, pid, trans)
	if trans != sender {
		passed = r.values.passed
	}
	r.values.passed = passed
	_, buffered := r.p.Messages(&r.now, id, r.values.number)
	msg.Handshake = !msg.Receive && !buffered
	msg.Text = r.p.Queue(&r.now, id).Text(passed, r.values.number)
	msg.Queue = r.values.number(id)
	name, _, _ := strings.Cut(st.Text, operator)
	msg.Name = r.values.channelName(&r.now, pid, name, id)
	return msg
}

// end returns the event for the last state; n is the number of the last step.
func (r *recorder) end(n int, s *vm.State) *End {
	e := &End{Number: n, Created: r.created, Claimed: r.claim.counted, Faults: r.faults}
	procs := r.p.Layout.ShapeOf(s.Vec).Procs
	e.Globals = r.values.globals(s, n, true)
	for pid, q := range procs {
		at := r.place(q.Type, r.m.PC(s, pid))
		e.Processes = append(e.Processes, Standing{Process: r.process(s, pid), Place: at})
	}
	for pid := len(procs) - 1; pid >= 0; pid-- { // the order in which SPIN numbers channels
		e.Processes[pid].Locals = r.values.locals(s, pid, n, true)
	}
	if r.claim.followed {
		e.Claim = r.claimStanding(s)
	}
	return e
}
