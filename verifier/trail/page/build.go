package page

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"gospin/verifier/trail/story"
)

// builder builds a run from events.
type builder struct {
	about   About
	run     run
	files   map[string]int
	values  map[variable]string
	order   []variable // the order of values
	places  map[int]place
	invalid bool   // the run ends in an invalid end state
	claim   string // how the claim ended, in words; "" if it did not
	pairs   story.Pairs
	live    bool // the run can be continued

	violates bool // the run violates a property that its events do not show
}

type variable struct {
	owner int
	name  string
}

type place struct{ file, line int }

func (b *builder) event(e story.Event) {
	switch e := e.(type) {
	case *story.Start:
		b.names(e.Processes)
		b.run.Start = b.changes(e.Shown, e.After)
	case *story.Step:
		b.step(e)
	case *story.Failure:
		b.last().Faults = append(b.last().Faults, story.WrittenTexts(e.Faults)...)
	case *story.ClaimStep:
		if !e.Unfit && !e.Stays {
			b.claimStep(e)
		}
	case *story.Cycle:
		b.run.Cycle = len(b.run.Steps)
	case *story.End:
		if b.invalid = e.Invalid; e.Claim != nil && !e.Invalid {
			if b.claim = "the run is one that " + e.Claim.Name + " forbids"; e.Claim.Formula {
				b.claim = "formula " + e.Claim.Name + " is violated, however the run goes on"
			}
		}
	}
}

// conclude sets the verdict line of the run.
func (b *builder) conclude() {
	var faults []string
	for i := range b.run.Steps {
		faults = append(faults, b.run.Steps[i].Faults...)
	}
	r := &b.run
	r.Wrong = true
	switch {
	case len(faults) > 0:
		r.Verdict = strings.Join(faults, "; ")
	case r.Cycle >= 0 && b.number(r.Cycle) == 0:
		r.Verdict = "the run ends, and stays where it is"
	case r.Cycle >= 0:
		r.Verdict = fmt.Sprintf("from step %d on, the run repeats its end for ever", b.number(r.Cycle))
	case b.invalid:
		r.Verdict = "deadlock: no process can move, and not all are in valid end states"
	case b.claim != "":
		r.Verdict = b.claim
	case b.violates:
		r.Verdict = "however the run goes on"
	case b.live:
		r.Wrong, r.Verdict = false, "no error so far"
	default:
		r.Wrong, r.Verdict = false, "a run without an error"
	}
	if b.about.Violates != "" && r.Wrong {
		r.Verdict = "violates " + b.about.Violates + ": " + r.Verdict
	}
	if b.about.Verdict != "" {
		r.Verdict = b.about.Verdict
	}
}

// number returns a step's number, or, for a step of the claim, that of the next step of the model.
func (b *builder) number(step int) int {
	for _, s := range b.run.Steps[min(step, len(b.run.Steps)):] {
		if !s.Claim {
			return s.Number
		}
	}
	return 0
}

// stepNumber returns the number of the next step. Only the model's steps are numbered.
func (b *builder) stepNumber(moves bool) int {
	n := 0
	if len(b.run.Steps) > 0 {
		n = b.run.Steps[len(b.run.Steps)-1].Number
	}
	if moves {
		n++
	}
	return n
}

// last returns the current step, or an empty one before the first.
func (b *builder) last() *step {
	if len(b.run.Steps) == 0 {
		b.run.Steps = append(b.run.Steps, step{})
	}
	return &b.run.Steps[len(b.run.Steps)-1]
}

func (b *builder) names(processes []story.Process) {
	for _, q := range processes {
		for len(b.run.Processes) <= q.Pid {
			b.run.Processes = append(b.run.Processes, "")
		}
		if b.run.Processes[q.Pid] == "" {
			b.run.Processes[q.Pid] = strings.Trim(q.Name, ":")
		}
	}
}

func (b *builder) step(e *story.Step) {
	b.names(e.Started)
	s := step{Number: b.stepNumber(len(e.Parts) > 0), Faults: story.WrittenTexts(e.Faults)}
	for _, text := range e.Printed {
		s.Notes = append(s.Notes, strings.TrimRight(text, "\n"))
	}
	for _, f := range e.Marks {
		s.Notes = append(s.Notes, "does not fit: "+f.Plain())
	}
	for i := range e.Parts {
		p := &e.Parts[i]
		one := part{Pid: p.Pid, File: b.file(p.File), Line: p.First, Text: p.Written, Other: -1}
		for _, c := range p.Calls {
			one.Calls = append(one.Calls, call{c.Name, b.file(c.File), c.Line})
		}
		if one.From, one.To = b.within(one.File, p.First, p.Begins, p.Written); p.Dies {
			one.Text = "ends"
		}
		if m := p.Message; m != nil {
			one.Channel, one.Message, one.Receive = m.Name, m.Text, m.Receive
		}
		s.Parts = append(s.Parts, one)
	}
	s.Changes = b.changes(e.Shown, e.After)
	b.run.Steps = append(b.run.Steps, s)
	b.match(e, len(b.run.Steps)-1)
}

// within finds a statement in a line, ignoring blanks, from a column on that counts bytes. It returns the
// units of UTF-16 where the statement begins and ends.
func (b *builder) within(file, line, column int, text string) (from, to int) {
	if file < 0 || line < 1 || line > len(b.run.Files[file].Lines) || column < 1 {
		return 0, 0
	}
	source := b.run.Files[file].Lines[line-1]
	if column > len(source) {
		return 0, 0
	}
	at := column - 1
	for _, r := range text {
		if r == ' ' || r == '\t' {
			continue
		}
		for at < len(source) && (source[at] == ' ' || source[at] == '\t') {
			at++
		}
		if !strings.HasPrefix(source[at:], string(r)) {
			return 0, 0
		}
		at += utf8.RuneLen(r)
	}
	units := func(s string) int { return len(utf16.Encode([]rune(s))) }
	return units(source[:column-1]), units(source[:at])
}

// match finds the send of a received message.
func (b *builder) match(e *story.Step, at int) {
	parts := b.run.Steps[at].Parts
	if len(parts) == 2 {
		parts[0].Other, parts[1].Other = at, at
		return
	}
	for i := range parts {
		m := e.Parts[i].Message
		if m == nil {
			continue
		}
		if from := b.pairs.Match(m, at); from >= 0 {
			parts[i].Other, b.run.Steps[from].Parts[0].Other = from, at
		}
	}
}

func (b *builder) claimStep(e *story.ClaimStep) {
	where := "line"
	if e.Formula {
		where = "state"
	}
	text := fmt.Sprintf("to %s %d: %s", where, e.At, e.Written)
	b.run.Steps = append(b.run.Steps, step{
		Number: b.stepNumber(false), Claim: true, Parts: []part{{Pid: -1, File: -1, Text: text, Other: -1}},
		Faults: story.WrittenTexts(e.Faults),
	})
}

// file returns the number of a source file, and reads the file the first time.
func (b *builder) file(name string) int {
	if i, known := b.files[name]; known {
		return i
	}
	i := -1
	if text, err := b.about.Read(name); err == nil {
		i = len(b.run.Files)
		lines := strings.Split(strings.TrimRight(string(text), "\n"), "\n")
		b.run.Files = append(b.run.Files, file{filepath.Base(name), lines})
	}
	b.files[name] = i
	return i
}

// changes returns the differences between a state and the previous one.
func (b *builder) changes(shown []story.Value, s *story.Whole) (out []change) {
	if s == nil {
		return nil
	}
	now, order, told := map[variable]string{}, []variable{}, map[int]bool{}
	queues := map[variable]bool{}
	add := func(owner int, values []story.Value) {
		for _, v := range values {
			text, name := v.Text, variable{owner, v.Name}
			if v.Queue > 0 {
				if told[v.Queue] {
					continue // another name of the channel, mostly a parameter
				}
				told[v.Queue], queues[name] = true, true
				text = "[" + strings.Join(v.Messages, " | ") + "]"
			}
			now[name] = text
			order = append(order, name)
		}
	}
	add(-2, shown)
	add(-1, s.Globals)
	places := map[int]place{}
	for i := range s.Processes {
		q := &s.Processes[i]
		places[q.Pid] = place{b.file(q.File), q.Line}
		add(q.Pid, q.Locals)
	}
	for _, v := range order {
		if before := b.values[v]; before != now[v] {
			out = append(out,
				change{Name: v.name, Owner: v.owner, Before: before, After: now[v], Queue: queues[v]})
		}
	}
	for _, v := range b.order {
		if _, there := now[v]; !there {
			out = append(out, change{Name: v.name, Owner: v.owner, Before: b.values[v]})
		}
	}
	out = append(out, b.moved(places)...)
	b.values, b.order = now, order
	return out
}

// moved returns the processes whose places changed.
func (b *builder) moved(places map[int]place) (out []change) {
	line := func(p place, there bool) string {
		if !there {
			return ""
		}
		return strconv.Itoa(p.line)
	}
	for pid := range b.run.Processes {
		before, was := b.places[pid]
		after, is := places[pid]
		if was != is || before != after {
			c := change{Owner: pid, Place: true, File: after.file}
			if !is {
				c.File = before.file
			}
			c.Before, c.After = line(before, was), line(after, is)
			out = append(out, c)
		}
	}
	b.places = places
	return out
}
