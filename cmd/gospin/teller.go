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

// teller is the text that tells of a run: pan's, or the one for people.
type teller struct {
	out     io.Writer
	asPan   bool
	hides   bool // unreached states are left out
	summary summary.Writer
}

func tellerOf(c *cli.Context, o *verifier.Options) *teller {
	w := c.App.Writer
	return &teller{out: w, asPan: c.Bool("pan"), hides: c.Bool("n"), summary: summary.Writer{
		W: w, Color: colored(w), Width: width(w), Source: o.Source, Hide: c.Bool("n"),
		Detail: c.Bool("v") || c.Bool("stats"),
	}}
}

// search tells of a search that is over.
func (t *teller) search(r *report.Report) error {
	if t.asPan {
		r.NoUnreached = t.hides
		return r.WriteSearch(t.out)
	}
	return t.summary.Search(r)
}

// end tells of the whole run.
func (t *teller) end(r *report.Report) error {
	if t.asPan {
		return r.WriteVerdict(t.out)
	}
	return t.summary.End(r)
}

// colored reports whether what is written may have colors.
func colored(w io.Writer) bool {
	return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && terminal(w)
}

// width is that of a terminal, in columns; 0 for anything else.
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
