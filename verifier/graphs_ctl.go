package verifier

import (
	"context"
	"os"
	"path/filepath"

	"gospin/verifier/graph/query"
	"gospin/verifier/report"
)

// beginCTL reads the formulas, and finds a place for the graph if it is not to stay. Done gives that back.
func beginCTL(ctx context.Context, o *Options) (done func(), err error) {
	done = func() {}
	if len(o.CTL) == 0 {
		return done, nil
	}
	if _, err := query.Open(ctx, o.Source, query.Formulas{CTL: o.CTL}, o.Strict); err != nil {
		return done, err
	}
	if !o.Throwaway {
		return done, nil
	}
	dir, err := os.MkdirTemp("", "gospin")
	if err != nil {
		return done, err
	}
	o.Graph = filepath.Join(dir, "graph")
	return func() { os.RemoveAll(dir) }, nil
}

// checkCTL checks the formulas over the graph that a search has built, and adds the answers to its report.
func checkCTL(ctx context.Context, o *Options, r *report.Report) error {
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
