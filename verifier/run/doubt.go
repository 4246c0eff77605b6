package run

import (
	"context"
	"time"

	"gospin/verifier/findings"
	"gospin/verifier/limit"
	"gospin/verifier/report"
)

// remarkTime is the time for a remark, in addition to the search's time.
const remarkTime = 200 * time.Millisecond

// doubt makes the searches that show whether a formula holds trivially, and adds remarks.
func (j *Job) doubt(ctx context.Context, r *report.Report) error {
	if r.Verdict != report.Holds {
		return nil
	}
	most := time.Duration(r.Time.Search*float64(time.Second)) + remarkTime
	for _, d := range findings.Doubts(j.Options, j.model, &j.Part) {
		holds, err := isTrue(ctx, &d, most)
		if err != nil {
			return err
		}
		if holds {
			r.Remark("%s", d.Remark)
		}
	}
	return nil
}

// isTrue reports whether a doubt's part holds, if that can be determined in the given time.
func isTrue(ctx context.Context, d *findings.Doubt, most time.Duration) (bool, error) {
	ctx, stop := context.WithTimeoutCause(ctx, most, limit.Time)
	defer stop()
	j, err := Prepare(ctx, &d.Options, d.Model, &d.Part)
	var r *report.Report
	if err == nil {
		r, err = j.Run(ctx)
	}
	if ctx.Err() != nil {
		return false, nil
	}
	return err == nil && r.Verdict == report.Holds, err
}
