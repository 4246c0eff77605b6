package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"gospin/vm"
)

func showFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Name: "p", Usage: "print the statements"},
		&cli.BoolFlag{Name: "g", Usage: "print the globals that a step changes"},
		&cli.BoolFlag{Name: "l", Usage: "print the locals that a step changes"},
		&cli.BoolFlag{Name: "s", Usage: "print the sends"},
		&cli.BoolFlag{Name: "r", Usage: "print the receives"},
		&cli.BoolFlag{Name: "T", Usage: "do not indent what the model prints"},
		&cli.BoolFlag{Name: "b", Usage: "do not print what the model prints"},
		&cli.BoolFlag{Name: "B", Usage: "do not print the final state"},
	}
}

// teller prints the steps of a run as SPIN does.
type teller struct {
	w            io.Writer
	m            *vm.Machine
	look         *vm.Machine // to ask for what is about to happen, without touching m's faults
	p            *vm.Program
	steps, g, l  bool
	sends, recvs bool
	flat         bool // nothing is indented
	noEnd        bool // the final state is not printed
	replays      bool // a trail: the halves of a rendezvous have numbers of their own
	pid          int  // who prints
	created      int
	faults       int
	now          vm.State // before the move
	after        *vm.State
	said         string // by the model in the move under way
	values       values
	claim        claimTold
}

func newTeller(w io.Writer, m *vm.Machine, c *cli.Context) *teller {
	t := &teller{w: w, m: m, look: vm.NewMachine(m.Program()), p: m.Program(), steps: c.Bool("p"), g: c.Bool("g"), l: c.Bool("l"),
		sends: c.Bool("s"), recvs: c.Bool("r"), noEnd: c.Bool("B")}
	t.flat = c.Bool("T")
	t.values = values{w: w, p: t.p, numbers: map[int]int{}}
	indented := func(text string) string {
		switch {
		case c.Bool("b"):
			return ""
		case t.flat:
			return text
		}
		return "      " + strings.Repeat("    ", t.pid) + text
	}
	m.SetOutput(func(text string) { t.said += indented(text) })
	t.look.SetOutput(func(text string) { fmt.Fprint(w, indented(text)) })
	return t
}

// procs are the proctypes of the processes.
func (t *teller) procs(s *vm.State) (types []int) {
	for _, q := range t.m.Layout().ShapeOf(s.Vec).Procs {
		types = append(types, q.Type)
	}
	return types
}

// begin tells of the initial state.
func (t *teller) begin(s *vm.State) {
	t.now.CopyFrom(s)
	t.after = &t.now
	t.values.changed(nil, s, 0)
	for pid, q := range t.procs(s) {
		t.created++
		if t.steps && !t.replays {
			fmt.Fprintf(t.w, "  0:\tproc  - (:root:) %s\n", t.creates(s, pid, q))
		}
	}
}

func (t *teller) creates(s *vm.State, pid, proctype int) string {
	text := fmt.Sprintf("creates proc %2d (%s)", pid, procName(t.p, proctype))
	if prio := t.m.Priority(s, pid); prio > 1 {
		text += fmt.Sprintf(" priority %d", prio)
	}
	return text
}

// move tells of a move that has led to s, and before it what the model has printed.
func (t *teller) move(n int, mv vm.Move, s *vm.State, eff vm.Effect) {
	t.after = s
	said := t.said
	t.said = ""
	if failed := t.faults; t.steps && t.replays && t.inside(n, mv) {
		if eff&vm.Failed != 0 && t.faults == failed {
			t.fail(t.m.Faults())
		}
		t.now.CopyFrom(s)
		return
	}
	fmt.Fprint(t.w, said)
	now := t.procs(s)
	before := len(t.procs(&t.now))
	for pid := before; pid < len(now); pid++ {
		t.created++
		if !t.steps {
			continue
		}
		fmt.Fprintf(t.w, "Starting %s with pid %d", procName(t.p, now[pid]), pid)
		if t.p.UsesPrio {
			fmt.Fprintf(t.w, " priority %d", t.m.Priority(s, pid))
		}
		fmt.Fprintln(t.w)
		if !t.replays {
			fmt.Fprintf(t.w, "%s%s\n", t.who(n, int(mv.Pid)), t.creates(s, pid, now[pid]))
		}
	}
	if eff&vm.Failed != 0 {
		t.fail(t.m.Faults())
	}
	st := &t.p.Stmts[t.p.Trans[mv.Trans].Stmt]
	t.values.named(st)
	for pid := 0; pid < min(before, len(now)) && strings.HasPrefix(st.Text, "set_priority("); pid++ {
		if prio := t.m.Priority(s, pid); t.steps && prio != t.m.Priority(&t.now, pid) {
			fmt.Fprintf(t.w, "%3d: setting priority of proc %d (%s) to %d\n", n, pid, procName(t.p, now[pid]), prio)
		}
	}
	switch {
	case mv.Partner == 0:
		t.message(n, int(mv.Pid), mv.Trans, mv.Trans)
		t.line(n, int(mv.Pid), mv.Trans)
		t.values.changed(&t.now, s, n)
		t.values.wrote(int(mv.Pid), &t.p.Stmts[t.p.Trans[mv.Trans].Stmt], n)
		if len(now) >= before { // SPIN says no more of a process that ends
			t.dump(s, n, int(mv.Pid))
		}
	case t.replays:
		t.message(n, int(mv.Pid), mv.Trans, mv.Trans)
		t.line(n, int(mv.Pid), mv.Trans)
		t.dump(&t.now, n, int(mv.Pid))
		t.message(n+1, int(mv.Peer), mv.Partner, mv.Trans)
		t.receive(n+1, mv, s)
	default:
		t.line(n, int(mv.Pid), mv.Trans)
		t.line(n, int(mv.Peer), mv.Partner)
		t.message(n, int(mv.Pid), mv.Trans, mv.Trans)
		t.message(n, int(mv.Peer), mv.Partner, mv.Trans)
		t.values.changed(&t.now, s, n)
		t.values.wrote(int(mv.Peer), &t.p.Stmts[t.p.Trans[mv.Partner].Stmt], n)
		t.dump(s, n, int(mv.Peer))
	}
	t.now.CopyFrom(s)
}

// inside tells of a d_step statement by statement.
func (t *teller) inside(n int, mv vm.Move) bool {
	pid := int(mv.Pid)
	pt := &t.p.Procs[t.p.Trans[mv.Trans].Proc]
	own := t.p.Stmts[t.p.Trans[mv.Trans].Stmt].State
	return t.look.Inside(&t.now, mv, func(elem, trans uint32, before, after *vm.State) {
		t.fail(t.look.Faults())
		text := pt.Sources[elem].Text
		if int(elem) == own {
			text = pt.Sources[pt.Sources[own].Inner].Text
		}
		if trans != 0 {
			st := &t.p.Stmts[t.p.Trans[trans].Stmt]
			t.values.named(st)
			t.now.CopyFrom(before)
			t.message(n, pid, trans, trans)
			t.values.changed(before, after, n)
			t.values.wrote(pid, st, n)
		}
		fmt.Fprintf(t.w, "%s%s\t[%s]\n", t.who(n, pid), t.place(int(t.p.Trans[mv.Trans].Proc), elem), told(text))
		t.dump(after, n, pid)
	})
}

// receive is the second half of a rendezvous in a trail.
func (t *teller) receive(n int, mv vm.Move, s *vm.State) {
	t.line(n, int(mv.Peer), mv.Partner)
	t.values.changed(&t.now, s, n)
	t.values.wrote(int(mv.Peer), &t.p.Stmts[t.p.Trans[mv.Partner].Stmt], n)
	t.dump(s, n, int(mv.Peer))
}

func (t *teller) fail(faults []vm.Fault) {
	for _, f := range faults {
		t.faults++
		if f.Trans == 0 {
			fmt.Fprintf(t.w, "gospin: %s, Error: %s\n", t.p.Name, f.Msg)
			continue
		}
		st := t.p.Stmts[t.p.Trans[f.Trans].Stmt]
		if f.Kind != vm.AssertionViolated || !strings.HasPrefix(st.Text, "assert(") {
			fmt.Fprintf(t.w, "gospin: %s:%d, Error: %s\n", st.File, st.Line, f.Msg)
			continue
		}
		fmt.Fprintf(t.w, "gospin: %s:%d, Error: assertion violated\ngospin: text of failed assertion: %s\n", st.File, st.Line, st.Text)
	}
}

// who is how a line of a process begins. A statement may change the priority, or be the process's last.
func (t *teller) who(n, pid int) string {
	s := t.after
	if pid >= len(t.procs(s)) {
		s = &t.now
	}
	q := t.m.Layout().ShapeOf(s.Vec).Procs[pid]
	return fmt.Sprintf("%3d:\tproc %2d (%s:%d) ", n, pid, procName(t.p, q.Type), t.m.Priority(s, pid))
}

// line tells of one process's part in a move.
func (t *teller) line(n, pid int, trans uint32) {
	if !t.steps {
		return
	}
	tr := &t.p.Trans[trans]
	st := &t.p.Stmts[tr.Stmt]
	switch {
	case tr.Effect == vm.EffectDie && t.replays:
		fmt.Fprintf(t.w, "%3d: proc %d terminates\n", n, pid)
	case tr.Effect == vm.EffectDie:
		fmt.Fprintf(t.w, "%s          terminates\n", t.who(n, pid))
	default:
		fmt.Fprintf(t.w, "%s%s\t[%s]\n", t.who(n, pid), t.place(int(tr.Proc), uint32(st.State)), told(st.Text))
	}
}

// told is a statement as a step tells of it: SPIN doubles a printf's backslashes there.
func told(text string) string {
	if strings.HasPrefix(text, "printf('") {
		return strings.ReplaceAll(text, `\`, `\\`)
	}
	return text
}

// place is a control state as SPIN prints it.
func (t *teller) place(proctype int, state uint32) string {
	src := &t.p.Procs[proctype].Sources[state]
	end := ""
	if src.End {
		end = " <valid end state>"
	}
	return fmt.Sprintf("%s:%d (state %d)%s", src.File, src.Line, state, end)
}

// message tells what a send or receive has passed; the sender's statement knows what.
func (t *teller) message(n, pid int, trans, sender uint32) {
	tr := &t.p.Trans[trans]
	word, arrow := "Send", "->"
	switch {
	case tr.Guard == vm.GuardSend && t.sends:
	case tr.Guard == vm.GuardRecv && t.recvs:
		word, arrow = "Recv", "<-"
		if tr.Copy {
			word = "[Recv]"
		}
	default:
		return
	}
	vals, id := t.look.Message(&t.now, pid, trans)
	if trans != sender {
		vals = t.values.passed
	}
	t.values.passed = vals
	if _, buffered := t.p.Messages(&t.now, id, t.values.number); tr.Guard == vm.GuardSend && !buffered {
		word = "Sent"
	}
	st := &t.p.Stmts[tr.Stmt]
	name, _, _ := strings.Cut(st.Text, map[string]string{"->": "!", "<-": "?"}[arrow])
	fmt.Fprintf(t.w, "%s%s:%d %s %s\t%s queue %d (%s)\n", t.who(n, pid), st.File, st.Line, word, t.p.Queue(&t.now, id).Text(vals, t.values.number), arrow,
		t.values.number(id), t.values.element(&t.now, pid, name, id))
}

// dump prints the variables after a step of a process.
func (t *teller) dump(s *vm.State, n, pid int) {
	if !t.steps {
		return
	}
	if t.g {
		t.values.globals(s, n, false)
	}
	if t.l && pid < len(t.procs(s)) {
		t.values.locals(s, pid, n, false)
	}
}

// end prints the last state: all globals, and where every process is.
func (t *teller) end(n int, s *vm.State) {
	if t.noEnd {
		return
	}
	procs := t.procs(s)
	if len(procs) > 0 {
		fmt.Fprintf(t.w, "#processes: %d\n", len(procs))
		t.values.globals(s, n, true)
	}
	for pid := len(procs) - 1; pid >= 0; pid-- {
		fmt.Fprintf(t.w, "%s%s\n", t.who(n, pid), t.place(procs[pid], t.m.PC(s, pid)))
		if t.l {
			t.values.locals(s, pid, n, true)
		}
	}
	t.endClaim(n, s)
	es := "es"
	if t.created == 1 && !t.claim.counts {
		es = ""
	}
	fmt.Fprintf(t.w, "%d process%s created\n", t.created, es)
}
