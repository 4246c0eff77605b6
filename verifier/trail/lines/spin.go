package lines

import (
	"fmt"
	"io"
	"strings"

	"gospin/verifier/trail/story"
)

// Spin prints a run as SPIN's simulator does.
type Spin struct {
	W          io.Writer
	Steps      bool // print statements, with what they change
	Locals     bool // print the locals of the last state
	Any        bool // print something for each step
	Indented   bool // indent the model's output by process
	Silent     bool // do not print the model's output
	Last       bool // print the last state
	Replayed   bool // the run is a trail's
	Priorities bool // the model uses priorities
	Columns    bool // print messages in one column per process

	alive  int  // number of processes with a column
	headed bool // the column heads are printed
	exprs  shown
}

func (t *Spin) printf(format string, args ...any) { fmt.Fprintf(t.W, format, args...) }

// Event prints an event.
func (t *Spin) Event(e story.Event) {
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
		if t.Indented {
			t.printf("  ")
		}
		t.printf("<<<<<START OF CYCLE>>>>>\n")
	case *story.Blocked:
		t.printf("      timeout\n")
	case *story.LimitReached:
		t.printf("-------------\ndepth-limit (-u%d steps) reached\n", e.Steps)
	case *story.End:
		t.end(e)
	}
}

// marks prints the values that did not fit.
func (t *Spin) marks(list []story.Fault) {
	for _, f := range list {
		t.printf("gospin: %s:%d, Error: %s\n", f.File, f.Line, f.Msg)
	}
}

func (t *Spin) start(e *story.Start) {
	t.showing(0, e.Shown)
	for _, q := range e.Processes {
		t.announce(q)
		if t.Steps && !t.Replayed && !t.Columns {
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

// modelText prints the model's output, indented by process.
func (t *Spin) modelText(printed []string, pid int) {
	if t.Silent {
		return
	}
	for _, text := range printed {
		if t.Indented {
			text = "      " + strings.Repeat("    ", pid) + text
		}
		fmt.Fprint(t.W, text)
	}
}

// step prints a step, after the model's output in that step.
func (t *Spin) step(e *story.Step) {
	t.marks(e.Marks)
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
		if t.Steps {
			t.printf("%3d: setting priority of proc %d (%s) to %d\n", e.Number, q.Pid, q.Name, q.Priority)
		}
	}
	if len(e.Parts) > 1 && !t.Replayed {
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

// handshake prints a rendezvous of a simulation, where both statements come first.
func (t *Spin) handshake(parts []story.Part) {
	for _, tell := range []func(*story.Part){t.statement, t.message, t.shown} {
		for i := range parts {
			tell(&parts[i])
		}
	}
}

func (t *Spin) started(e *story.Step, q story.Process) {
	if !t.Steps {
		t.announce(q)
		return
	}
	t.printf("Starting %s with pid %d", q.Name, q.Pid)
	if t.Priorities {
		t.printf(" priority %d", q.Priority)
	}
	t.printf("\n")
	t.announce(q)
	if !t.Replayed && !t.Columns {
		t.printf("%s%s\n", lineStart(e.Number, e.Parts[0].Process), creation(q))
	}
}

func (t *Spin) faults(faults []story.Fault) {
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

// lineStart returns the beginning of a line about a process.
func lineStart(n int, q story.Process) string {
	return fmt.Sprintf("%3d:\tproc %2d (%s:%d) ", n, q.Pid, q.Name, q.Priority)
}

// statement prints one process's part of a step.
func (t *Spin) statement(p *story.Part) {
	if p.Dies {
		t.alive--
	}
	switch {
	case !t.Steps:
	case p.Dies && t.Replayed:
		t.printf("%3d: proc %d terminates\n", p.Number, p.Pid)
	case p.Dies:
		t.printf("%s          terminates\n", lineStart(p.Number, p.Process))
	default:
		t.printf("%s%s\t[%s]\n", lineStart(p.Number, p.Process), placeText(p.Place), statementText(p.Text))
	}
}

// statementText formats a statement in a step, where SPIN doubles a printf's backslashes.
func statementText(text string) string {
	if strings.HasPrefix(text, "printf('") {
		return strings.ReplaceAll(text, `\`, `\\`)
	}
	return text
}

// placeText formats a control state as SPIN does.
func placeText(p story.Place) string {
	end := ""
	if p.End {
		end = " <valid end state>"
	}
	return fmt.Sprintf("%s:%d (state %d)%s", p.File, p.Line, p.State, end)
}

// message prints the message of a send or receive.
func (t *Spin) message(p *story.Part) {
	m := p.Message
	if m == nil {
		return
	}
	if t.Columns {
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

// shown prints the variables after one process's part of a step.
func (t *Spin) shown(p *story.Part) {
	t.values(p.Globals, "")
	t.values(p.Locals, localPrefix(p.Process))
}

func localPrefix(q story.Process) string { return fmt.Sprintf("%s(%d):", q.Name, q.Pid) }

func (t *Spin) values(values []story.Value, prefix string) {
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

func (t *Spin) claimStart(e *story.ClaimStart) {
	if t.Any {
		t.printf("starting claim %d\n", e.Number)
	}
	if !e.Known {
		t.printf("gospin: couldn't find claim %d (ignored)\n", e.Number)
	}
}

// claimStep prints a move of the claim. SPIN counts the claim as process 0, whatever number it prints.
func (t *Spin) claimStep(e *story.ClaimStep) {
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

// end prints the last state: all globals, and the place of each process.
func (t *Spin) end(e *story.End) {
	if t.Replayed {
		t.printf("gospin: trail ends after %d steps\n", e.Number)
	}
	if !t.Last {
		return
	}
	if t.Columns {
		t.printf("-------------\nfinal state:\n-------------\n")
	}
	if len(e.Processes) > 0 {
		t.printf("#processes: %d\n", len(e.Processes))
		t.values(e.Globals, "")
	}
	for pid := len(e.Processes) - 1; pid >= 0; pid-- {
		q := &e.Processes[pid]
		t.printf("%s%s\n", lineStart(e.Number, q.Process), placeText(q.Place))
		if t.Locals {
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

// claimStanding prints the place of the claim in the last state.
func (t *Spin) claimStanding(e *story.End) {
	c := e.Claim
	if c == nil {
		return
	}
	where := placeText(c.Place)
	if c.Formula {
		where = fmt.Sprintf("(state %d)", c.State)
	}
	t.printf("%3d:\tproc  - (%s:1) %s\n", e.Number, c.Name, where)
	if t.Locals {
		t.values(c.Locals, c.Name+"(-1):")
	}
}
