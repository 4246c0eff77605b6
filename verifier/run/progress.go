package run

import (
	"time"

	"gospin/verifier/ask"
	"gospin/verifier/host"
	"gospin/verifier/search"
)

// quiet is the time before the first report of progress.
const quiet = 2 * time.Second

// teller reports the progress of a search.
type teller struct {
	to          func(ask.Progress) // nil if nobody needs it
	about       string             // what is searched for
	start, last time.Time
	limit       int64 // of memory
}

// report reports the progress of a search, if it is time.
func (t *teller) report(r *search.Result) {
	now := time.Now()
	if t.to == nil || now.Sub(t.start) < quiet || now.Sub(t.last) < time.Second {
		return
	}
	t.last = now
	t.to(
		ask.Progress{
			About:       t.about,
			Elapsed:     now.Sub(t.start),
			Stored:      r.Stored,
			Transitions: r.Transitions(),
			Depth:       r.Depth,
			Errors:      r.Errors,
			RSS:         host.PeakRSS(),
			Open:        r.Open,
			Level:       r.Level,
			Expanded:    r.Expanded,
			Limit:       t.limit,
		},
	)
}
