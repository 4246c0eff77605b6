package run

import (
	"time"

	"gospin/verifier/ask"
	"gospin/verifier/host"
	"gospin/verifier/search"
)

// quiet is how long a run goes on before it tells how far it is.
const quiet = 2 * time.Second

// teller tells how far a search is.
type teller struct {
	to          func(ask.Progress) // nil: nobody wants to know
	about       string             // what is looked for
	start, last time.Time
}

// tell tells how far a search is, if it is time.
func (t *teller) tell(r *search.Result) {
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
		},
	)
}
