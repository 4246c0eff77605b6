package summary

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"gospin/verifier/report"
	"gospin/verifier/source"
)

// Writer writes the summary of a run, search by search.
type Writer struct {
	W      io.Writer
	Color  bool
	Width  int // of a line, in columns; 0: as wide as it gets
	Source source.Source
	Hide   bool // unreached statements are left out
	Cover  bool // the source is shown with what is executed
	Detail bool // each search is followed by what its engine did

	told map[string]bool   // properties, by kind and name
	runs map[uint64]string // properties whose runs have been written, by the run
	out  bytes.Buffer
	wide bool // something other than verdicts has been written
}

// Escape sequences of terminals.
const (
	plain  = "\x1b[0m"
	dim    = "\x1b[2m"
	red    = "\x1b[1;31m"
	green  = "\x1b[32m"
	yellow = "\x1b[33m"
)

var colors = map[report.Verdict]string{
	report.Holds: green, report.Violated: red, report.Inconclusive: yellow,
}

func (w *Writer) in(color, text string) string {
	if !w.Color || text == "" {
		return text
	}
	return color + text + plain
}

func (w *Writer) printf(format string, args ...any) { fmt.Fprintf(&w.out, format, args...) }

// flush writes what has been put together.
func (w *Writer) flush() error {
	_, err := w.out.WriteTo(w.W)
	return err
}

// Search writes the verdicts of a search that is over, the violations below the others.
func (w *Writer) Search(r *report.Report) error {
	w.properties(r, r.Properties[:r.Own])
	return w.flush()
}

// End writes what is left to say of the whole run: what had no search, figures and remarks.
func (w *Writer) End(r *report.Report) error {
	w.properties(r, r.Properties)
	if w.wide {
		w.printf("\n")
	}
	for _, one := range r.All {
		w.figures(one)
	}
	for _, text := range r.Remarks {
		w.wrapped(w.in(yellow, "remark")+": "+text, "  ")
	}
	switch {
	case w.Cover && r.Coverage != nil:
		if err := w.coverage(r.Coverage); err != nil {
			return err
		}
	case !w.Hide:
		w.unreached(r.All)
	}
	if len(r.Removed) > 0 {
		w.wrapped(r.RemovedText(), "  ")
	}
	return w.flush()
}

// properties writes the verdicts that have not been written yet.
func (w *Writer) properties(r *report.Report, list []report.Property) {
	var violated []*report.Property
	for i := range list {
		p := &list[i]
		key := p.Kind + p.Name
		if p.Verdict == report.Violated { // what holds elsewhere can be violated beside a claim
			key += p.Trail + "violated"
		}
		if w.told[key] || w.told[p.Kind+p.Name+p.Trail+"violated"] {
			continue
		}
		if w.told == nil {
			w.told = map[string]bool{}
		}
		w.told[key] = true
		if p.Verdict == report.Violated {
			violated = append(violated, p)
			continue
		}
		w.verdict(p, r.Undecided(p))
	}
	for _, p := range violated {
		w.violation(p)
	}
}

// verdict writes the line of a property.
func (w *Writer) verdict(p *report.Property, why string) {
	text, color := string(p.Verdict), colors[p.Verdict]
	if p.Absent {
		text, color, why = "none in the model", dim, ""
	}
	text = w.in(color, text)
	if p.Place != nil && p.Verdict == report.Violated {
		text += fmt.Sprintf(" at %v", p.Place)
	}
	switch {
	case strings.HasPrefix(why, "("): // only the number of steps
		text += " " + why
	case why != "":
		text += ": " + why
	}
	w.wrapped(p.Name+": "+text, "  ")
}

// figures writes the line of a search.
func (w *Writer) figures(r *report.Report) {
	var names []string
	for _, p := range r.Properties {
		if !p.Absent {
			names = append(names, p.Name)
		}
	}
	if len(names) == 0 {
		names = []string{"run-time errors"}
	}
	found := ""
	if r.Errors > 1 {
		found = counted(uint64(r.Errors), "error") + ", "
	}
	line := fmt.Sprintf("searched for %s: %s, %s, %s%s, %s", strings.Join(names, ", "),
		counted(r.States.Stored, "state"), counted(r.States.Transitions, "transition"), found,
		seconds(r.Time.Compile+r.Time.Search), report.Size(r.Memory.Store+r.Memory.Stack))
	w.line(dim, line)
	details := ""
	if w.Detail {
		details = r.Details()
	}
	for text := range strings.Lines(r.Methods()) {
		if !strings.Contains(details, text) {
			w.line(dim, "  "+strings.TrimRight(text, "\n"))
		}
	}
	for text := range strings.Lines(details) {
		if text = strings.TrimRight(text, "\n"); text != "" {
			w.line(dim, "  "+text)
		}
	}
}

// counted is a number of things, in groups of three digits.
func counted(n uint64, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return report.Grouped(n) + " " + thing
}

func seconds(s float64) string {
	if s < 1 {
		return fmt.Sprintf("%.0f ms", max(1, 1000*s))
	}
	return fmt.Sprintf("%.1f s", s)
}

// maxUnreached are as many statements as the line of unreached ones names.
const maxUnreached = 4

// unreached names statements that no run executes.
func (w *Writer) unreached(all []*report.Report) {
	list := report.NeverExecuted(all)
	if len(list) == 0 {
		return
	}
	more := ""
	if n := len(list) - maxUnreached; n > 0 {
		list, more = list[:maxUnreached], fmt.Sprintf(" and %d more", n)+w.in(dim, " (-report html lists all)")
	}
	w.wrapped(w.in(dim, "never executed: ")+strings.Join(list, "; ")+more, "  ")
}

// line writes a line in a color, broken where it is too long.
func (w *Writer) line(color, text string) {
	for i, l := range w.broken(text, "    ") {
		if i > 0 {
			l = "    " + l
		}
		w.printf("%s\n", w.in(color, l))
	}
}

// wrapped writes a line; where it is too long, what follows is indented.
func (w *Writer) wrapped(text, indent string) {
	w.printf("%s\n", strings.Join(w.broken(text, indent), "\n"+indent))
}
