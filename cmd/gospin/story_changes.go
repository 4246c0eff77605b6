package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"gospin/verifier/trail/story"
	"gospin/vm"
)

// changesText prints the events of a run for people: for each step who moves, by which statement, and what is
// different afterwards.
type changesText struct {
	w      io.Writer
	file   string // of the last place
	last   bool   // the last state is printed
	silent bool   // nothing that the model prints is printed
	values map[string]string
	names  []string // of values, in the order in which they are told
	shown  shownText
	chosen bool // the run is no trail's
}

// Columns of a step.
const (
	whoWidth       = 16
	statementWidth = 40
	changesAt      = 7 + whoWidth + 2 + statementWidth + 2
)

func (t *changesText) printf(format string, args ...any) { fmt.Fprintf(t.w, format, args...) }

func (t *changesText) event(e story.Event) {
	switch e := e.(type) {
	case *story.Start:
		t.printf(" step  %-*s  %-*s  %s\n", whoWidth, "process", statementWidth, "statement", "changes")
		t.changes(e.After)
		for _, text := range t.shown.changes(e.Shown) {
			t.printf("%5d  %-*s  %s\n", 0, whoWidth+2+statementWidth, "", text)
		}
	case *story.Step:
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
		t.printf("       <<<<<START OF CYCLE>>>>>\n")
	case *story.Blocked:
		t.printf("       no process can move\n")
	case *story.LimitReached:
		t.printf("       %d steps are taken (-u)\n", e.Steps)
	case *story.End:
		t.end(e)
	}
}

func who(q story.Process) string { return fmt.Sprintf("%s (%d)", strings.Trim(q.Name, ":"), q.Pid) }

// place names a line, with its file where that is another than before.
func (t *changesText) place(file string, line int) string {
	text := t.placed(file, line)
	t.file = file
	return text
}

// placed does so without taking note of the file.
func (t *changesText) placed(file string, line int) string {
	if file == t.file {
		return fmt.Sprintf(":%d", line)
	}
	return fmt.Sprintf("%s:%d", filepath.Base(file), line)
}

func (t *changesText) step(e *story.Step) {
	if !t.silent {
		for _, text := range e.Printed {
			t.printf("       prints: %s\n", strings.TrimRight(text, "\n"))
		}
	}
	changes := append(t.shown.changes(e.Shown), t.changes(e.After)...)
	for i := range e.Parts {
		p := &e.Parts[i]
		number, what := fmt.Sprint(p.Number), t.place(p.File, p.Line)+"  "+p.Text
		if p.Dies {
			what = "ends"
		}
		what += t.calls(p.Calls)
		if i > 0 {
			number = ""
		}
		of := changes
		if i < len(e.Parts)-1 {
			of = nil // what a handshake changes is told with its receiver
		}
		t.line(number, who(p.Process), what, of)
	}
	t.faults(e.Faults)
}

// calls tells where the inlines are called that brought a statement.
func (t *changesText) calls(list []vm.Call) string {
	var out strings.Builder
	for _, c := range list {
		fmt.Fprintf(&out, "  (%s, %s)", c.Name, t.placed(c.File, c.Line))
	}
	return out.String()
}

// line prints a step, or a half of one.
func (t *changesText) line(number, who, what string, changes []string) {
	text := fmt.Sprintf("%5s  %-*s  %-*s", number, whoWidth, who, statementWidth, what)
	for _, c := range changes {
		if len([]rune(text)) > changesAt-2 {
			t.printf("%s\n", strings.TrimRight(text, " "))
			text = strings.Repeat(" ", changesAt-2)
		}
		text += strings.Repeat(" ", max(2, changesAt-len([]rune(text)))) + c
	}
	t.printf("%s\n", strings.TrimRight(text, " "))
}

// changes are the differences between a state and the one before.
func (t *changesText) changes(s *story.Whole) []string {
	if s == nil {
		return nil
	}
	now, names, told := map[string]string{}, []string{}, map[int]bool{}
	add := func(prefix string, values []story.Value) {
		for _, v := range values {
			text := v.Text
			if v.Queue > 0 {
				if told[v.Queue] {
					continue // a parameter, mostly
				}
				told[v.Queue] = true
				text = "[" + strings.Join(v.Messages, " | ") + "]"
			}
			now[prefix+v.Name] = text
			names = append(names, prefix+v.Name)
		}
	}
	add("", s.Globals)
	for i := range s.Processes {
		q := &s.Processes[i]
		now[who(q.Process)] = ""
		names = append(names, who(q.Process))
		add(who(q.Process)+".", q.Locals)
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

func (t *changesText) faults(faults []story.Fault) {
	for _, f := range faults {
		t.printf("error: %s", f.Msg)
		if f.Assert != "" {
			t.printf(": %s", f.Assert)
		}
		if f.Line > 0 {
			t.printf(" (%s:%d)", f.File, f.Line)
		}
		t.printf("\n")
	}
}

func (t *changesText) claimStep(e *story.ClaimStep) {
	t.faults(e.Faults)
	switch {
	case e.Unfit:
		t.printf("       (the claim cannot take step %d: its steps are left out from here on)\n", e.Number)
	case !e.Stays:
		where := "line"
		if e.Formula {
			where = "state"
		}
		t.line("", "claim", fmt.Sprintf("to %s %d  %s", where, e.At, e.Text), nil)
	}
}

// end tells where the processes are, and what differs from 0.
func (t *changesText) end(e *story.End) {
	what := "trail"
	if t.chosen {
		what = "run"
	}
	t.printf("\ngospin: %s ends after %d steps\n", what, e.Number)
	if !t.last {
		return
	}
	t.file = ""
	for i := range e.Processes {
		q := &e.Processes[i]
		t.printf("       %-*s  at %s%s\n", whoWidth, who(q.Process), t.place(q.File, q.Line),
			map[bool]string{true: ", a valid end state"}[q.End])
	}
	for _, name := range t.names {
		if v := t.values[name]; v != "" && v != "0" && v != "[]" {
			t.printf("       %s = %s\n", name, v)
		}
	}
}
