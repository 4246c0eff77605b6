package verifier

import (
	"context"
	"time"

	"gospin/verifier/ask"
	"gospin/verifier/findings"
	"gospin/verifier/limit"
	"gospin/verifier/report"
	"gospin/verifier/source"
)

// remarkTime is how long is spent on a remark, in addition to the time that the search took.
const remarkTime = 200 * time.Millisecond

// doubt makes the searches that show whether a formula holds trivially, and adds what they show.
func doubt(ctx context.Context, o *Options, m *source.Model, p ask.Part, r *report.Report) error {
	if r.Verdict != report.Holds {
		return nil
	}
	most := time.Duration(r.Time.Search*float64(time.Second)) + remarkTime
	for _, d := range findings.Doubts(o, m, &p) {
		ctx, stop := context.WithTimeoutCause(ctx, most, limit.Time)
		found, err := run(ctx, d.Options, d.Model, d.Part)
		ended := ctx.Err() != nil
		stop()
		if ended {
			continue
		}
		if err != nil {
			return err
		}
		if found.Verdict == report.Holds {
			r.Remark("%s", d.Remark)
		}
	}
	return nil
}
