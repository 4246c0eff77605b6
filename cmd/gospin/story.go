package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gospin/verifier/trail/story"
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

// asSpin says whether a flag asks for SPIN's words.
func asSpin(c *cli.Context) bool {
	return slices.ContainsFunc([]string{"p", "g", "l", "s", "r", "T", "c"}, c.Bool)
}

// storyOptions are what the flags ask to be computed.
func storyOptions(c *cli.Context) story.Options {
	p, columns := c.Bool("p"), c.Bool("c")
	return story.Options{
		Globals: p && c.Bool("g"), Locals: p && c.Bool("l"), Sends: columns || c.Bool("s"),
		Receives: columns || c.Bool("r"), Inside: p,
	}
}

// storyText prints the events of a run as SPIN does.
type storyText struct {
	w          io.Writer
	steps      bool // statements are printed, with what they change
	locals     bool // those of the last state are printed
	any        bool // something of the steps is printed
	indented   bool
	silent     bool // nothing that the model prints is printed
	last       bool // the last state is printed
	replayed   bool // the run is that of a trail
	priorities bool // the model uses them
	columns    bool // messages are told in columns, one for each process
	alive      int  // processes, for the columns
	headed     bool // the columns have their heads
	exprs      shownText
}

func newStoryText(w io.Writer, c *cli.Context, usesPriorities bool) *storyText {
	o := storyOptions(c)
	return &storyText{
		w: w, steps: c.Bool("p"), locals: c.Bool("l"),
		any:      c.Bool("p") || c.Bool("g") || c.Bool("l") || o.Sends || o.Receives,
		columns:  c.Bool("c"),
		indented: !c.Bool("T"), silent: c.Bool("b"), last: !c.Bool("B"), priorities: usesPriorities,
	}
}

func (t *storyText) printf(format string, args ...any) { fmt.Fprintf(t.w, format, args...) }

// event prints an event.
func (t *storyText) event(e story.Event) {
	switch e := e.(type) {
	case *story.Start:
		t.start(e)
	case *story.Step:
		t.step(e)
	case *story.Failure:
		t.faults(e.Faults)
	case *story.ClaimStart:
		t.claimStart(e)
	case *story.ClaimStep:
		t.claimStep(e)
	case *story.Cycle:
		t.cycle()
	case *story.Blocked:
		t.printf("      timeout\n")
	case *story.LimitReached:
		t.printf("-------------\ndepth-limit (-u%d steps) reached\n", e.Steps)
	case *story.End:
		t.end(e)
	}
}

func (t *storyText) start(e *story.Start) {
	t.showing(0, e.Shown)
	for _, q := range e.Processes {
		t.announce(q)
		if t.steps && !t.replayed && !t.columns {
			t.printf("  0:\tproc  - (:root:) %s\n", creation(q))
		}
	}
}

func creation(q story.Process) string {
	text := fmt.Sprintf("creates proc %2d (%s)", q.Pid, q.Name)
	if q.Priority > 1 {
		text += fmt.Sprintf(" priority %d", q.Priority)
	}
	return text
}

// modelText is what the model prints, indented by its process.
func (t *storyText) modelText(printed []string, pid int) {
	if t.silent {
		return
	}
	for _, text := range printed {
		if t.indented {
			text = "      " + strings.Repeat("    ", pid) + text
		}
		fmt.Fprint(t.w, text)
	}
}

// step tells of a step, and before it what the model has printed.
func (t *storyText) step(e *story.Step) {
	t.modelText(e.Printed, e.Pid)
	for _, q := range e.Started {
		t.started(e, q)
	}
	last := e.Number
	if n := len(e.Parts); n > 0 {
		last = e.Parts[n-1].Number
	}
	defer t.showing(last, e.Shown)
	t.faults(e.Faults)
	for _, q := range e.Priorities {
		if t.steps {
			t.printf("%3d: setting priority of proc %d (%s) to %d\n", e.Number, q.Pid, q.Name, q.Priority)
		}
	}
	if len(e.Parts) > 1 && !t.replayed {
		t.handshake(e.Parts)
		return
	}
	for i := range e.Parts {
		part := &e.Parts[i]
		t.message(part)
		t.statement(part)
		t.shown(part)
	}
}

// handshake tells of a rendezvous in a simulation: both of its statements come first.
func (t *storyText) handshake(parts []story.Part) {
	for _, tell := range []func(*story.Part){t.statement, t.message, t.shown} {
		for i := range parts {
			tell(&parts[i])
		}
	}
}

func (t *storyText) started(e *story.Step, q story.Process) {
	if !t.steps {
		t.announce(q)
		return
	}
	t.printf("Starting %s with pid %d", q.Name, q.Pid)
	if t.priorities {
		t.printf(" priority %d", q.Priority)
	}
	t.printf("\n")
	t.announce(q)
	if !t.replayed && !t.columns {
		t.printf("%s%s\n", lineStart(e.Number, e.Parts[0].Process), creation(q))
	}
}

func (t *storyText) faults(faults []story.Fault) {
	for _, f := range faults {
		t.printf("gospin: %s", f.File)
		if f.Line > 0 {
			t.printf(":%d", f.Line)
		}
		t.printf(", Error: %s\n", f.Msg)
		if f.Assert != "" {
			t.printf("gospin: text of failed assertion: %s\n", f.Assert)
		}
	}
}

// lineStart is how a line about a process begins.
func lineStart(n int, q story.Process) string {
	return fmt.Sprintf("%3d:\tproc %2d (%s:%d) ", n, q.Pid, q.Name, q.Priority)
}

// statement tells of one process's part in a step.
func (t *storyText) statement(p *story.Part) {
	if p.Dies {
		t.alive--
	}
	switch {
	case !t.steps:
	case p.Dies && t.replayed:
		t.printf("%3d: proc %d terminates\n", p.Number, p.Pid)
	case p.Dies:
		t.printf("%s          terminates\n", lineStart(p.Number, p.Process))
	default:
		t.printf("%s%s\t[%s]\n", lineStart(p.Number, p.Process), placeText(p.Place), statementText(p.Text))
	}
}

// statementText is a statement as a step tells of it: SPIN doubles a printf's backslashes there.
func statementText(text string) string {
	if strings.HasPrefix(text, "printf('") {
		return strings.ReplaceAll(text, `\`, `\\`)
	}
	return text
}

// placeText is a control state as SPIN prints it.
func placeText(p story.Place) string {
	end := ""
	if p.End {
		end = " <valid end state>"
	}
	return fmt.Sprintf("%s:%d (state %d)%s", p.File, p.Line, p.State, end)
}

// message tells what a send or receive has passed.
func (t *storyText) message(p *story.Part) {
	m := p.Message
	if m == nil {
		return
	}
	if t.columns {
		t.column(p)
		return
	}
	word, arrow := "Send", "->"
	switch {
	case m.Copy:
		word, arrow = "[Recv]", "<-"
	case m.Receive:
		word, arrow = "Recv", "<-"
	case m.Handshake:
		word = "Sent"
	}
	t.printf("%s%s:%d %s %s\t%s queue %d (%s)\n",
		lineStart(p.Number, p.Process), m.File, m.Line, word, m.Text, arrow, m.Queue, m.Name)
}

// shown prints the variables after a process's part in a step.
func (t *storyText) shown(p *story.Part) {
	t.values(p.Globals, "")
	t.values(p.Locals, localPrefix(p.Process))
}

func localPrefix(q story.Process) string { return fmt.Sprintf("%s(%d):", q.Name, q.Pid) }

func (t *storyText) values(values []story.Value, prefix string) {
	for i := range values {
		v := &values[i]
		if v.Queue == 0 {
			t.printf("\t\t%s%s = %s\n", prefix, v.Name, v.Text)
			continue
		}
		t.printf("\t\tqueue %d (%s%s): ", v.Queue, prefix, v.Name)
		for _, m := range v.Messages {
			t.printf("[%s]", m)
		}
		t.printf("\n")
	}
}

// cycle says that the cycle of a lasso begins.
func (t *storyText) cycle() {
	if t.indented {
		t.printf("  ")
	}
	t.printf("<<<<<START OF CYCLE>>>>>\n")
}

func (t *storyText) claimStart(e *story.ClaimStart) {
	if t.any {
		t.printf("starting claim %d\n", e.Number)
	}
	if !e.Known {
		t.printf("gospin: couldn't find claim %d (ignored)\n", e.Number)
	}
}

// claimStep tells where a claim moves to. In SPIN it is process 0, whatever it prints.
func (t *storyText) claimStep(e *story.ClaimStep) {
	if e.Unfit {
		t.printf("gospin: the claim cannot take step %d (its steps are ignored)\n", e.Number)
		return
	}
	t.modelText(e.Printed, 0)
	t.faults(e.Faults)
	if e.Stays {
		return
	}
	where := "line"
	if e.Formula {
		where = "state"
	}
	t.printf("Never claim moves to %s %d\t[%s]\n", where, e.At, statementText(e.Text))
}

// end prints the last state: all globals, and where every process is.
func (t *storyText) end(e *story.End) {
	if t.replayed {
		t.printf("gospin: trail ends after %d steps\n", e.Number)
	}
	if !t.last {
		return
	}
	if t.columns {
		t.printf("-------------\nfinal state:\n-------------\n")
	}
	if len(e.Processes) > 0 {
		t.printf("#processes: %d\n", len(e.Processes))
		t.values(e.Globals, "")
	}
	for pid := len(e.Processes) - 1; pid >= 0; pid-- {
		q := &e.Processes[pid]
		t.printf("%s%s\n", lineStart(e.Number, q.Process), placeText(q.Place))
		if t.locals {
			t.values(q.Locals, localPrefix(q.Process))
		}
	}
	t.claimStanding(e)
	es := "es"
	if e.Created == 1 && !e.Claimed {
		es = ""
	}
	t.printf("%d process%s created\n", e.Created, es)
}

// claimStanding tells where the claim is in the last state.
func (t *storyText) claimStanding(e *story.End) {
	c := e.Claim
	if c == nil {
		return
	}
	where := placeText(c.Place)
	if c.Formula {
		where = fmt.Sprintf("(state %d)", c.State)
	}
	t.printf("%3d:\tproc  - (%s:1) %s\n", e.Number, c.Name, where)
	if t.locals {
		t.values(c.Locals, c.Name+"(-1):")
	}
}
