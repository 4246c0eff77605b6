package main

import (
	"io"
	"os"

	"github.com/urfave/cli/v2"
	"golang.org/x/term"

	"gospin/verifier"
	"gospin/verifier/report"
	"gospin/verifier/summary"
)

// runPrinter prints a run, in pan's format or in the one for people.
type runPrinter struct {
	out     io.Writer
	asPan   bool
	hides   bool // omit unreached states
	summary summary.Writer
}

func newRunPrinter(c *cli.Context, o *verifier.Options) *runPrinter {
	w := c.App.Writer
	return &runPrinter{out: w, asPan: c.Bool("pan"), hides: c.Bool("n"), summary: summary.Writer{
		W: w, Color: colored(w), Width: width(w), Source: o.Source, Hide: c.Bool("n"),
		Detail: c.Bool("v") || c.Bool("stats"), Cover: o.Coverage,
	}}
}

// search prints a search that has ended.
func (t *runPrinter) search(r *report.Report) error {
	if t.asPan {
		r.NoUnreached = t.hides
		return r.WriteSearch(t.out)
	}
	return t.summary.Search(r)
}

// end prints the result of the whole run.
func (t *runPrinter) end(r *report.Report) error {
	if t.asPan {
		return r.WriteVerdict(t.out)
	}
	return t.summary.End(r)
}

// colored reports whether output may have colors.
func colored(w io.Writer) bool {
	return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && terminal(w)
}

// width returns the width of a terminal in columns, or 0 for other outputs.
func width(w io.Writer) int {
	f, ok := w.(*os.File)
	if !ok {
		return 0
	}
	n, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return n
}
