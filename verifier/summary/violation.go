package summary

import (
	"context"
	"fmt"
	"strings"

	"gospin/verifier/report"
	"gospin/verifier/source"
	"gospin/verifier/trail/lines"
	"gospin/verifier/trail/story"
	"gospin/vm"
)

// mostSteps are as many steps as are shown below a violation, the last ones; longest is a run of which none
// are, for all of it is taken again for that.
const (
	mostSteps = 20
	longest   = 20000
)

// violation writes the verdict of a violated property, why, and how.
func (w *Writer) violation(p *report.Property) {
	w.wide = true
	w.verdict(p, headline(p))
	for _, text := range p.Reasons() {
		w.wrapped("  "+text, "    ")
	}
	if !p.HasRun() {
		return
	}
	if err := w.steps(p); err != nil {
		w.wrapped(fmt.Sprintf("  the run cannot be shown: %v", err), "    ")
	}
	if p.Replay != "" {
		w.printf("  %s %s\n", w.in(dim, "the whole run:"), p.Replay)
	}
}

// headline is what is said of a violation beside its place.
func headline(p *report.Property) string {
	text := p.Message
	if rest, ok := strings.CutPrefix(text, report.InvalidEnd); ok {
		text = "deadlock" + rest
	}
	if _, rest, ok := strings.Cut(text, "assertion violated "); ok && len(p.Why) > 0 && rest != "" {
		text = "assertion violated" + notWritten(text)
	}
	switch {
	case p.Formula != "" && p.Kind == "ltl":
		text = p.Formula + notWritten(text)
	case p.Kind == "ltl":
		text = strings.TrimPrefix(notWritten(text), "; ")
	}
	switch steps := counted(uint64(p.Steps), "step"); {
	case p.Found > 0:
		text += fmt.Sprintf(" (%s, found with %d)", steps, p.Found)
	case p.Steps > 0:
		text += fmt.Sprintf(" (%s)", steps)
	}
	return text
}

// notWritten is what a message says about a trail that there is not.
func notWritten(text string) string {
	if i := strings.Index(text, "; its trail"); i >= 0 {
		return text[i:]
	}
	if i := strings.Index(text, ": no path"); i >= 0 {
		return "; " + text[i+2:]
	}
	return ""
}

// steps writes the last steps of a property's run, as a replay does.
func (w *Writer) steps(p *report.Property) error {
	tr, err := p.Run()
	if err != nil {
		return err
	}
	if len(tr.Steps) == 0 {
		w.printf("  in the initial state\n")
		return nil
	}
	if len(tr.Steps) > longest {
		w.printf("  after %s\n", counted(uint64(len(tr.Steps)), "step"))
		return nil
	}
	// The model has been read within the limits of the run; that one was reached since loses nothing.
	m, err := w.Source.Open(context.Background())
	if err != nil {
		return err
	}
	number := -1
	if tr.Claim {
		number = tr.ClaimType
	}
	prog, err := m.BesideClaim(context.Background(), source.Aim{Fits: true}, number)
	if err != nil {
		return err
	}
	tail := lines.Tail{Most: mostSteps, Changes: lines.Changes{Width: w.Width}}
	for e, err := range story.Replay(vm.NewMachine(prog), tr, story.Options{Whole: true}) {
		if err != nil {
			return err
		}
		tail.Event(e)
	}
	for text := range strings.Lines(tail.Text()) {
		color := ""
		switch t := strings.TrimSpace(text); {
		case strings.HasPrefix(t, "error: "):
			color = red
		case strings.HasPrefix(t, "step  "), strings.HasPrefix(t, "..."), strings.HasPrefix(t, "<<<"):
			color = dim
		}
		text = strings.TrimRight(text, "\n")
		if color != "" {
			text = w.in(color, text)
		}
		w.printf("%s\n", text)
	}
	return nil
}
