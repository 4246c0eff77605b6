package main

import (
	"fmt"
	"io"
	"slices"
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
	}
}

// teller prints the steps of a run as SPIN does.
type teller struct {
	w             io.Writer
	m             *vm.Machine
	p             *vm.Program
	steps, g, l   bool
	sends, recvs  bool
	replays       bool // a trail: the halves of a rendezvous have numbers of their own
	pid           int  // who prints
	created       int
	faults        int
	before, after state
}

// state is a state with the lines that tell of it.
type state struct {
	procs   []int // proctypes
	globals []string
	locals  [][]string
}

func newTeller(w io.Writer, m *vm.Machine, c *cli.Context) *teller {
	t := &teller{w: w, m: m, p: m.Program(), steps: c.Bool("p"), g: c.Bool("g"), l: c.Bool("l"), sends: c.Bool("s"), recvs: c.Bool("r")}
	flat := c.Bool("T")
	m.SetOutput(func(text string) {
		if !flat {
			fmt.Fprint(w, "      "+strings.Repeat("    ", t.pid))
		}
		fmt.Fprint(w, text)
	})
	return t
}

func (t *teller) state(s *vm.State) state {
	var out state
	for pid, q := range t.m.Layout().ShapeOf(s.Vec).Procs {
		out.procs = append(out.procs, q.Type)
		out.locals = append(out.locals, t.p.ProcText(s, pid))
	}
	out.globals = t.p.GlobalsText(s)
	return out
}

// name is a proctype's name as SPIN prints it.
func (t *teller) name(proctype int) string {
	if n := t.p.Procs[proctype].Name; n != "init" {
		return n
	}
	return ":init:"
}

// begin tells of the initial state.
func (t *teller) begin(s *vm.State) {
	t.after = t.state(s)
	t.created = len(t.after.procs)
	if t.steps && !t.replays {
		for pid, q := range t.after.procs {
			fmt.Fprintf(t.w, "  0:\tproc  - (:root:) creates proc %2d (%s)\n", pid, t.name(q))
		}
	}
}

// move tells of a move that has led to s. What the model has printed stands before it.
func (t *teller) move(n int, mv vm.Move, s *vm.State, eff vm.Effect) {
	t.before, t.after = t.after, t.state(s)
	for i := len(t.before.procs); i < len(t.after.procs); i++ {
		t.created++
		if t.steps {
			fmt.Fprintf(t.w, "Starting %s with pid %d\n", t.name(t.after.procs[i]), i)
		}
	}
	if eff&vm.Failed != 0 {
		t.fail(t.m.Faults())
	}
	t.half(n, int(mv.Pid), mv.Trans)
	if mv.Partner != 0 {
		if t.replays {
			n++
		}
		t.half(n, int(mv.Peer), mv.Partner)
	}
	if t.steps {
		t.values(mv)
	}
}

func (t *teller) fail(faults []vm.Fault) {
	for _, f := range faults {
		t.faults++
		if f.Trans == 0 {
			fmt.Fprintf(t.w, "gospin: %s, Error: %s\n", t.p.Name, f.Msg)
			continue
		}
		st := t.p.Stmts[t.p.Trans[f.Trans].Stmt]
		fmt.Fprintf(t.w, "gospin: %s:%d, Error: %s\n", st.File, st.Line, f.Msg)
	}
}

// half tells of one process's part in a move.
func (t *teller) half(n, pid int, trans uint32) {
	tr := &t.p.Trans[trans]
	st := &t.p.Stmts[tr.Stmt]
	name := t.name(int(tr.Proc))
	if tr.Effect == vm.EffectDie {
		switch {
		case t.steps && t.replays:
			fmt.Fprintf(t.w, "%3d: proc %d terminates\n", n, pid)
		case t.steps:
			fmt.Fprintf(t.w, "%3d:\tproc %2d (%s:1)           terminates\n", n, pid, name)
		}
		return
	}
	at := fmt.Sprintf("%3d:\tproc %2d (%s:1) %s:%d", n, pid, name, st.File, st.Line)
	if t.sends && tr.Guard == vm.GuardSend {
		fmt.Fprintf(t.w, "%s Send %s\n", at, t.message(st.Text, "!", "->", true))
	}
	if t.recvs && tr.Guard == vm.GuardRecv {
		fmt.Fprintf(t.w, "%s Recv %s\n", at, t.message(st.Text, "?", "<-", false))
	}
	if t.steps {
		fmt.Fprintf(t.w, "%s (state %d)\t[%s]\n", at, tr.From, st.Text)
	}
}

// message is what went through which channel: told by the channel's line that the move changed, or by the statement.
func (t *teller) message(text, op, arrow string, last bool) string {
	channel, args, _ := strings.Cut(text, op)
	args = strings.TrimLeft(args, op)
	for _, l := range t.after.globals {
		head, now, ok := strings.Cut(l, ": ")
		if !ok || !strings.HasPrefix(head, "queue ") || slices.Contains(t.before.globals, l) {
			continue
		}
		if !last {
			i := slices.IndexFunc(t.before.globals, func(b string) bool { return strings.HasPrefix(b, head+":") })
			if i < 0 {
				continue
			}
			_, now, _ = strings.Cut(t.before.globals[i], ": ")
		}
		if msgs := strings.FieldsFunc(now, func(c rune) bool { return c == '[' || c == ']' }); len(msgs) > 0 {
			if args = msgs[0]; last {
				args = msgs[len(msgs)-1]
			}
		}
		return fmt.Sprintf("%s\t%s %s", args, arrow, head)
	}
	return fmt.Sprintf("%s\t%s %s", args, arrow, channel)
}

// values prints what the move has changed, and the channels that hold messages.
func (t *teller) values(mv vm.Move) {
	if t.g {
		for _, l := range t.after.globals {
			if strings.HasPrefix(l, "queue ") && strings.Contains(l, "[") || !strings.HasPrefix(l, "queue ") && !slices.Contains(t.before.globals, l) {
				fmt.Fprintf(t.w, "\t\t%s\n", l)
			}
		}
	}
	if !t.l {
		return
	}
	pids := []int{int(mv.Pid)}
	if mv.Partner != 0 {
		pids = append(pids, int(mv.Peer))
	}
	for _, pid := range pids {
		if pid >= len(t.after.procs) {
			continue
		}
		for i, l := range t.after.locals[pid] {
			if t.before.locals[pid][i] != l {
				fmt.Fprintf(t.w, "\t\t%s(%d):%s\n", t.name(t.after.procs[pid]), pid, l)
			}
		}
	}
}

// end prints the last state: all globals, and where every process is.
func (t *teller) end(n int, s *vm.State) {
	sh := t.m.Layout().ShapeOf(s.Vec)
	last := t.state(s)
	fmt.Fprintf(t.w, "#processes: %d\n", len(sh.Procs))
	for _, l := range last.globals {
		if !strings.HasPrefix(l, "queue ") || strings.Contains(l, "[") {
			fmt.Fprintf(t.w, "\t\t%s\n", l)
		}
	}
	for pid := len(sh.Procs) - 1; pid >= 0; pid-- {
		pc := t.m.PC(s, pid)
		st := t.p.Procs[sh.Procs[pid].Type].States[pc]
		where, valid := "", ""
		if st.N > 0 {
			q := t.p.Stmts[t.p.Trans[st.First].Stmt]
			where = fmt.Sprintf(" %s:%d", q.File, q.Line)
		}
		if st.End {
			valid = " <valid end state>"
		}
		fmt.Fprintf(t.w, "%3d:\tproc %2d (%s:1)%s (state %d)%s\n", n, pid, t.name(last.procs[pid]), where, pc, valid)
		if t.l {
			for _, l := range last.locals[pid] {
				fmt.Fprintf(t.w, "\t\t%s(%d):%s\n", t.name(last.procs[pid]), pid, l)
			}
		}
	}
	fmt.Fprintf(t.w, "%d processes created\n", t.created)
}
