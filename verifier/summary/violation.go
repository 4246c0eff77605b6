package summary

import (
	"context"
	"fmt"
	"hash/fnv"
	"strings"

	"gospin/verifier/report"
	"gospin/verifier/source"
	"gospin/verifier/trail/lines"
	"gospin/verifier/trail/story"
	"gospin/vm"
)

// maxSteps are as many steps as are shown below a violation, the last ones; longest is a run of which none
// are, for all of it is taken again for that.
const (
	maxSteps = 20
	longest  = 20000
)

// violation writes the verdict of a violated property, why, and how.
func (w *Writer) violation(p *report.Property) {
	w.wide = true
	var r ran
	var err error
	if p.HasRun() {
		r, err = w.run(p)
	}
	w.verdict(p, headline(p, &r))
	for _, text := range p.Reasons() {
		w.wrapped("  "+text, "    ")
	}
	if !p.HasRun() {
		return
	}
	if err != nil {
		w.wrapped(fmt.Sprintf("  the run cannot be shown: %v", err), "    ")
	}
	w.steps(p, &r)
	if p.Replay != "" {
		w.printf("  %s %s\n", w.in(dim, "the whole run:"), p.Replay)
	}
}

// ran describes the run of a violation.
type ran struct {
	steps  int
	tail   string // the last steps
	digest uint64 // the same for the same steps of the model
}

// headline returns the line about a violation, without its place.
func headline(p *report.Property, r *ran) string {
	text := p.What()
	if p.Kind == "ltl" && p.Formula == "" { // its name is the formula
		text = strings.TrimPrefix(strings.TrimPrefix(text, "formula violated"), "; ")
	}
	n := max(r.steps, p.Steps)
	switch steps := counted(uint64(n), "step"); {
	case p.Found > n:
		text += fmt.Sprintf(" (%s, shortened from %s)", steps, report.Grouped(uint64(p.Found)))
	case n > 0:
		text += fmt.Sprintf(" (%s)", steps)
	}
	return strings.TrimLeft(text, " ")
}

// run replays a property's run.
func (w *Writer) run(p *report.Property) (r ran, err error) {
	tr, err := p.Run()
	if err != nil || len(tr.Steps) > longest {
		return r, err
	}
	// The model has been read within the limits of the run; that one was reached since loses nothing.
	m, err := w.Source.Open(context.Background())
	if err != nil {
		return r, err
	}
	number := -1
	if tr.Claim {
		number = tr.ClaimType
	}
	prog, err := m.BesideClaim(context.Background(), source.Aim{Fits: true}, number)
	if err != nil {
		return r, err
	}
	digest := fnv.New64a()
	tail := lines.Tail{Most: maxSteps, NoClaim: p.Kind == "ltl", Changes: lines.Changes{Width: w.Width}}
	for e, err := range story.Replay(vm.NewMachine(prog), tr, story.Options{Whole: true}) {
		if err != nil {
			return r, err
		}
		switch e := e.(type) {
		case *story.Step:
			for i := range e.Parts {
				q := &e.Parts[i]
				fmt.Fprintln(digest, q.Pid, q.File, q.State, q.Column, q.Text)
			}
			e.Faults = nil // the headline has them
		case *story.Cycle:
			fmt.Fprintln(digest, "cycle")
		case *story.ClaimStep:
			e.Faults = nil
		case *story.Failure:
			continue
		}
		tail.Event(e)
	}
	r.steps, r.tail, r.digest = tail.Steps(), tail.Text(), digest.Sum64()
	return r, nil
}

// steps writes the last steps of a run, unless they have been written for another property.
func (w *Writer) steps(p *report.Property, r *ran) {
	switch first := w.runs[r.digest]; {
	case r.tail == "":
		return
	case r.steps == 0:
		w.printf("  in the initial state\n")
		return
	case first != "":
		w.wrapped("  the same run as for "+first, "    ")
		return
	}
	if w.runs == nil {
		w.runs = map[uint64]string{}
	}
	w.runs[r.digest] = p.Name
	for text := range strings.Lines(r.tail) {
		color := ""
		switch t := strings.TrimSpace(text); {
		case strings.HasPrefix(t, "step  "), strings.HasPrefix(t, "..."), strings.HasPrefix(t, "from here on,"):
			color = dim
		}
		text = strings.TrimRight(text, "\n")
		if color != "" {
			text = w.in(color, text)
		}
		w.printf("%s\n", text)
	}
}
