package build

import (
	"context"
	"os"
	"path/filepath"

	"gospin/verifier/ask"
	"gospin/verifier/graph/query"
	"gospin/verifier/report"
)

// Place parses the CTL formulas and, if their graph is not to be kept, creates a temporary file for it. It
// returns options that name the file. Done removes it.
func Place(ctx context.Context, o ask.Options) (placed ask.Options, done func(), err error) {
	done = func() {}
	if len(o.CTL) == 0 {
		return o, done, nil
	}
	if _, err := query.Open(ctx, o.Source, query.Formulas{CTL: o.CTL}, o.Strict); err != nil {
		return o, done, err
	}
	if !o.Throwaway {
		return o, done, nil
	}
	dir, err := os.MkdirTemp("", "gospin")
	if err != nil {
		return o, done, err
	}
	o.Graph = filepath.Join(dir, "graph")
	return o, func() { os.RemoveAll(dir) }, nil
}

// Check checks the formulas on the graph that a search has written, and adds the answers to its report.
func Check(ctx context.Context, o *ask.Options, r *report.Report) error {
	if len(o.CTL) == 0 {
		return nil
	}
	answers, err := query.Check(ctx, query.Task{File: o.Graph, Source: o.Source, Violated: true,
		Formulas: query.Formulas{CTL: o.CTL}})
	if err != nil {
		return err
	}
	for i := range answers {
		a := &answers[i]
		p := report.Property{
			Name: a.Formula, Kind: a.Kind, Verdict: a.Verdict, Trail: a.Trail, Replay: a.Replay,
		}
		switch {
		case a.Reason != "":
			p.Message = a.Reason
			if r.Verdict == report.Holds {
				r.Verdict, r.Reason = report.Inconclusive, a.Reason
			}
		case a.Verdict == report.Violated:
			p.Message = a.Shows
			r.Verdict, r.Reason = report.Violated, ""
			r.Errors++
			r.Found++
		}
		r.Properties = append(r.Properties, p)
	}
	r.Exit = r.Verdict.ExitCode()
	return nil
}
