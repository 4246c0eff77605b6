package lines

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"gospin/verifier/trail/story"
	"gospin/vm"
)

// Changes prints a run for people. Each step shows which process moves, its statement, and what differs
// afterwards.
type Changes struct {
	W      io.Writer
	Last   bool // print the last state
	Silent bool // do not print the model's output
	Chosen bool // the run is a simulation, not a trail
	Width  int  // columns of a line, which limit the room for statements; 0 for no limit

	n      int    // steps so far
	cycles bool   // a cycle has begun, of which no step has been printed
	file   string // of the last printed place
	values map[string]string
	names  []string // names of values, in order of appearance
	shown  shown
}

// ChangesColumn is where the column of changes begins, if lines are as wide as they may be.
const ChangesColumn = 7 + whoWidth + 2 + statementWidth + 2

// Widths, in columns.
const (
	whoWidth       = 16
	statementWidth = 40
	minStatement   = 20
	changesWidth   = 24 // of most changes
)

// statementWidth returns the width of the statement column.
func (t *Changes) statementWidth() int {
	if t.Width == 0 {
		return statementWidth
	}
	return max(minStatement, min(statementWidth, t.Width-7-whoWidth-2-2-changesWidth))
}

func (t *Changes) printf(format string, args ...any) { fmt.Fprintf(t.W, format, args...) }

// Event prints an event.
func (t *Changes) Event(e story.Event) {
	switch e := e.(type) {
	case *story.Start:
		t.printf(" step  %-*s  %-*s  %s\n", whoWidth, "process", t.statementWidth(), "statement", "changes")
		t.changes(e.After)
		for _, text := range t.shown.changes(e.Shown) {
			t.printf("%5d  %-*s  %s\n", 0, whoWidth+2+t.statementWidth(), "", text)
		}
	case *story.Step:
		t.repeats()
		t.step(e)
	case *story.Failure:
		t.faults(e.Faults)
	case *story.ClaimStart:
		if !e.Known {
			t.printf("       (the claim of this trail is not known: its steps are left out)\n")
		}
	case *story.ClaimStep:
		t.claimStep(e)
	case *story.Cycle:
		t.cycles = true
	case *story.Blocked:
		t.printf("       no process can move\n")
	case *story.LimitReached:
		t.printf("       %d steps are taken (-u)\n", e.Steps)
	case *story.End:
		t.end(e)
	}
}

// place formats a line number, with the file name if it differs from the last one.
func (t *Changes) place(file string, line int) string {
	text := t.placed(file, line)
	t.file = file
	return text
}

// placed does so without remembering the file.
func (t *Changes) placed(file string, line int) string {
	if file == t.file {
		return fmt.Sprintf(":%d", line)
	}
	return fmt.Sprintf("%s:%d", filepath.Base(file), line)
}

// repeats prints that the cycle begins, before its first step. Where no process can move, there is none.
func (t *Changes) repeats() {
	if t.cycles {
		t.printf("       from here on, the same steps again and again:\n")
	}
	t.cycles = false
}

func (t *Changes) step(e *story.Step) {
	changes := t.shown.changes(e.Shown)
	for _, text := range t.changes(e.After) {
		if !slices.Contains(changes, text) { // a watched variable is printed once
			changes = append(changes, text)
		}
	}
	if len(e.Parts) > 0 {
		t.n++
	}
	for i := range e.Parts {
		p := &e.Parts[i]
		number, what := fmt.Sprint(t.n), t.place(p.File, p.First)+"  "+p.Written
		if p.Dies {
			what = "ends"
		}
		what += t.calls(p.Calls)
		if i > 0 {
			number = ""
		}
		of := changes
		if i < len(e.Parts)-1 {
			of = nil // a handshake's changes are printed with the receiver
		}
		t.line(number, processName(p.Process), what, of)
	}
	if !t.Silent {
		for _, text := range e.Printed {
			if text = strings.TrimRight(text, "\n"); text != "" {
				t.printf("       prints: %s\n", text)
			}
		}
	}
	for _, f := range e.Marks {
		t.printf("       does not fit: %s\n", f.Plain())
	}
	t.faults(e.Faults)
}

// calls names the lines of the inline calls from which a statement was expanded.
func (t *Changes) calls(list []vm.Call) string {
	var out strings.Builder
	for _, c := range list {
		fmt.Fprintf(&out, "  (%s, %s)", c.Name, t.placed(c.File, c.Line))
	}
	return out.String()
}

// line prints a step or one half of a handshake.
func (t *Changes) line(number, who, what string, changes []string) {
	text := fmt.Sprintf("%5s  %-*s  %-*s", number, whoWidth, who, t.statementWidth(), what)
	at := 7 + whoWidth + 2 + t.statementWidth() + 2
	for _, c := range changes {
		if len([]rune(text)) > at-2 {
			t.printf("%s\n", strings.TrimRight(text, " "))
			text = strings.Repeat(" ", at-2)
		}
		text += strings.Repeat(" ", max(2, at-len([]rune(text)))) + c
	}
	t.printf("%s\n", strings.TrimRight(text, " "))
}

// changes returns the differences between a state and the previous one.
func (t *Changes) changes(s *story.Whole) []string {
	if s == nil {
		return nil
	}
	now, names := map[string]string{}, []string{}
	for name, text := range Values(s) {
		now[name] = text
		names = append(names, name)
	}
	var out []string
	for _, name := range names {
		before, known := t.values[name]
		switch after := now[name]; {
		case t.values == nil || known && before == after:
		case !known && after == "":
			out = append(out, "new: "+name)
		case !known && (after == "0" || after == "[]"):
		case !known:
			out = append(out, name+" = "+after)
		default:
			out = append(out, name+": "+before+" → "+after)
		}
	}
	t.values, t.names = now, names
	return out
}

func (t *Changes) faults(faults []story.Fault) {
	for _, f := range faults {
		t.printf("error: %s", f.Msg)
		if f.Assert != "" {
			t.printf(": %s", f.Written)
		}
		if f.Line > 0 {
			t.printf(" (%s:%d)", f.File, f.Line)
		}
		t.printf("\n")
	}
}

func (t *Changes) claimStep(e *story.ClaimStep) {
	t.faults(e.Faults)
	switch {
	case e.Unfit:
		t.printf("       (the claim cannot take step %d: its steps are left out from here on)\n", e.Number)
	case !e.Stays:
		t.repeats()
		where := "line"
		if e.Formula {
			where = "state"
		}
		t.line("", "claim", fmt.Sprintf("to %s %d  %s", where, e.At, e.Written), nil)
	}
}

// end prints the place of each process and the variables that are not 0.
func (t *Changes) end(e *story.End) {
	what := "trail"
	if t.Chosen {
		what = "run"
	}
	t.printf("\ngospin: %s ends after %d steps\n", what, t.n)
	if t.cycles {
		t.printf("       no process can move: this state stays for ever\n")
	}
	if !t.Last {
		return
	}
	t.file = ""
	for i := range e.Processes {
		q := &e.Processes[i]
		t.printf("       %-*s  at %s%s\n", whoWidth, processName(q.Process), t.place(q.File, q.Line),
			map[bool]string{true: ", a valid end state"}[q.End])
	}
	for _, name := range t.names {
		if v := t.values[name]; v != "" && v != "0" && v != "[]" {
			t.printf("       %s = %s\n", name, v)
		}
	}
}
