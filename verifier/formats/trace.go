package formats

import (
	"context"
	"fmt"
	"strings"

	"gospin/verifier/report"
	"gospin/verifier/source"
	"gospin/verifier/trail"
	"gospin/verifier/trail/page"
	"gospin/verifier/trail/story"
	"gospin/vm"
)

// Trace is the run of a counterexample.
type Trace struct {
	Initial []Value  `json:"initial"`
	Steps   []Step   `json:"steps"`
	Cycle   *int     `json:"cycle,omitempty"` // index of the first step of the cycle
	Errors  []string `json:"errors,omitempty"`
}

// Value is the value of a variable: a number, a name of an mtype, or a channel's messages in brackets. A
// local variable's name begins with its process: P(0).x.
type Value struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Step is the part of one process in a move, or a move of the claim.
type Step struct {
	Number    int           `json:"step"`
	Process   string        `json:"process"`          // name of the proctype, or claim
	Pid       int           `json:"pid"`              // -1 for the claim
	Statement string        `json:"statement"`        // "" if the process ends
	Source    string        `json:"source,omitempty"` // Statement as in the model
	Ends      bool          `json:"ends,omitempty"`   // the process ends
	Place     *report.Place `json:"place,omitempty"`
	Changes   []Change      `json:"changes"`
	Message   *Message      `json:"message,omitempty"`
	Started   []string      `json:"started,omitempty"` // started processes, such as P(1)
	Prints    []string      `json:"prints,omitempty"`
	Errors    []string      `json:"errors,omitempty"`
}

// Change is a change of a variable. Before or After is missing if there is no value.
type Change struct {
	Name   string  `json:"name"`
	Before *string `json:"before"`
	After  *string `json:"after"`
}

// Message is the message of a send or receive.
type Message struct {
	Channel string `json:"channel"`
	Text    string `json:"text"`
	Receive bool   `json:"receive"`
}

// run is a trace with its states.
type run struct {
	Trace
	states []state
	by     []int // index of the step that led to each state; -1 for the initial one
	loop   int   // the state at which the cycle begins; -1 if there is none

	owners  []string // processes, such as P(0), in order of appearance
	seen    map[string]bool
	values  map[string]string
	ordered []string // order of values
}

// state has the values of the variables.
type state struct {
	globals   []story.Value
	processes []process
}

type process struct {
	name   string // P(0)
	place  string
	locals []story.Value
}

// run follows the trail of a violated property. It returns nil if it can't.
func (o *Outcome) run(p *report.Property) *run {
	key := keyOf(p)
	if r, known := o.runs[key]; known {
		return r
	}
	if o.runs == nil {
		o.runs, o.missed = map[string]*run{}, missed{}
	}
	r, err := o.follow(p)
	if err != nil {
		o.missed[key] = err
	}
	o.runs[key] = r
	return r
}

// keyOf returns a key for the run of a property: its trail, if it has one.
func keyOf(p *report.Property) string {
	if p.Trail != "" {
		return p.Trail
	}
	return p.Kind + " " + p.Name
}

// machine returns a machine for the model with the claim of a property's trail, and the trail. The model has
// been read within the run's limits before, so a limit that was reached since does not prevent reading it
// again.
func (o *Outcome) machine(p *report.Property) (*vm.Machine, *trail.Trail, error) {
	tr, err := p.Run()
	if err != nil {
		return nil, nil, err
	}
	m, err := o.Source.Open(context.Background())
	if err != nil {
		return nil, nil, err
	}
	number := -1
	if tr.Claim {
		number = tr.ClaimType
	}
	prog, err := m.BesideClaim(context.Background(), source.Aim{Fits: true}, number)
	if err != nil {
		return nil, nil, err
	}
	return vm.NewMachine(prog), tr, nil
}

func (o *Outcome) follow(p *report.Property) (*run, error) {
	m, tr, err := o.machine(p)
	if err != nil {
		return nil, err
	}
	r := &run{loop: -1, seen: map[string]bool{}, values: map[string]string{}}
	r.Steps = []Step{}
	for e, err := range story.Replay(m, tr, page.Options()) {
		if err != nil {
			return nil, err
		}
		r.event(e)
	}
	return r, nil
}

func (r *run) event(e story.Event) {
	switch e := e.(type) {
	case *story.Start:
		r.enter(e.After)
		r.Initial = []Value{}
		for _, name := range r.ordered {
			r.Initial = append(r.Initial, Value{name, r.values[name]})
		}
	case *story.Step:
		r.step(e)
	case *story.ClaimStep:
		if !e.Unfit && (!e.Stays || len(e.Faults) > 0) {
			r.Steps = append(r.Steps, Step{Number: e.Number, Process: "claim", Pid: -1, Statement: e.Text,
				Source: e.Written, Changes: []Change{}, Prints: e.Printed,
				Errors: story.WrittenTexts(e.Faults)})
		}
	case *story.Failure:
		r.Errors = append(r.Errors, story.WrittenTexts(e.Faults)...)
	case *story.Cycle:
		at := len(r.Steps)
		r.Cycle, r.loop = &at, len(r.states)-1
	}
}

func name(q story.Process) string { return fmt.Sprintf("%s(%d)", strings.Trim(q.Name, ":"), q.Pid) }

func (r *run) step(e *story.Step) {
	first := len(r.Steps)
	for i := range e.Parts {
		p := &e.Parts[i]
		s := Step{
			Number:    p.Number,
			Process:   strings.Trim(p.Name, ":"),
			Pid:       p.Pid,
			Statement: p.Text,
			Source:    p.Written,
			Ends:      p.Dies,
			Place:     &report.Place{File: p.File, Line: p.Line, Column: p.Column},
			Changes:   []Change{},
		}
		if p.Dies {
			s.Statement, s.Source = "", ""
		}
		if m := p.Message; m != nil {
			s.Message = &Message{m.Name, m.Text, m.Receive}
		}
		r.Steps = append(r.Steps, s)
	}
	if len(r.Steps) == first {
		return
	}
	for _, q := range e.Started {
		r.Steps[first].Started = append(r.Steps[first].Started, name(q))
	}
	r.Steps[first].Prints = e.Printed
	last := &r.Steps[len(r.Steps)-1]
	last.Errors = story.WrittenTexts(e.Faults)
	last.Changes = append(last.Changes, r.enter(e.After)...)
}

// enter adds a state, and returns the changes.
func (r *run) enter(w *story.Whole) []Change {
	if w == nil {
		return nil
	}
	told := map[int]bool{}
	own := func(list []story.Value) []story.Value { // omit further names of a channel
		var out []story.Value
		for _, v := range list {
			if v.Queue == 0 || !told[v.Queue] {
				out = append(out, v)
			}
			told[v.Queue] = true
		}
		return out
	}
	s := state{globals: own(w.Globals)}
	for i := range w.Processes {
		q := &w.Processes[i]
		s.processes = append(s.processes,
			process{name(q.Process), fmt.Sprintf("%s:%d", q.File, q.Line), own(q.Locals)})
	}
	r.states, r.by = append(r.states, s), append(r.by, len(r.Steps)-1)
	now, ordered := map[string]string{}, []string{}
	add := func(prefix string, list []story.Value) {
		for _, v := range list {
			text := v.Text
			if v.Queue > 0 {
				text = "[" + strings.Join(v.Messages, " | ") + "]"
			}
			now[prefix+v.Name] = text
			ordered = append(ordered, prefix+v.Name)
		}
	}
	add("", s.globals)
	for _, q := range s.processes {
		add(q.name+".", q.locals)
		if !r.seen[q.name] {
			r.seen[q.name] = true
			r.owners = append(r.owners, q.name)
		}
	}
	var out []Change
	if len(r.states) > 1 {
		out = r.changes(now, ordered)
	}
	r.values, r.ordered = now, ordered
	return out
}

// changes returns the differences between the values before and now.
func (r *run) changes(now map[string]string, ordered []string) []Change {
	var out []Change
	for _, name := range ordered {
		before, known := r.values[name]
		after := now[name]
		switch {
		case !known:
			out = append(out, Change{Name: name, After: &after})
		case before != after:
			out = append(out, Change{name, &before, &after})
		}
	}
	for _, name := range r.ordered {
		if _, there := now[name]; !there {
			before := r.values[name]
			out = append(out, Change{Name: name, Before: &before})
		}
	}
	return out
}

// text describes a step in one line.
func (s *Step) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d %s(%d)", s.Number, s.Process, s.Pid)
	if s.Pid < 0 {
		b.Reset()
		fmt.Fprintf(&b, "%d %s", s.Number, s.Process)
	}
	if s.Place != nil {
		fmt.Fprintf(&b, " %s:%d", s.Place.File, s.Place.Line)
	}
	if b.WriteString(" " + s.Source); s.Ends {
		b.WriteString("ends")
	}
	for i, c := range s.Changes {
		b.WriteString(map[bool]string{true: "; ", false: ", "}[i == 0])
		switch {
		case c.Before == nil:
			b.WriteString(c.Name + " = " + *c.After)
		case c.After == nil:
			b.WriteString(c.Name + " is gone")
		default:
			b.WriteString(c.Name + ": " + *c.Before + " → " + *c.After)
		}
	}
	for _, e := range s.Errors {
		b.WriteString("; " + e)
	}
	return b.String()
}
