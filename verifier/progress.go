package verifier

import (
	"context"
	"time"

	"gospin/verifier/host"
	"gospin/verifier/search"
)

// quiet is how long a run goes on before it tells how far it is.
const quiet = 2 * time.Second

// watch looks after a search: it tells how far it is, and knows when it has to end.
type watch struct {
	ctx         context.Context
	tell        func(Progress) // nil: nobody wants to know
	about       string         // what is looked for
	start, last time.Time
	enough      int64  // bytes of the process that are too many, whatever -mem says
	stopped     string // why the search has to end; "": it may go on
}

// look says whether the search has to end.
func (w *watch) look(r *search.Result) bool {
	now, rss := time.Now(), host.PeakRSS()
	if w.tell != nil && now.Sub(w.start) >= quiet && now.Sub(w.last) >= time.Second {
		w.last = now
		w.tell(
			Progress{
				About:       w.about,
				Elapsed:     now.Sub(w.start),
				Stored:      r.Stored,
				Transitions: r.Transitions(),
				Depth:       r.Depth,
				Errors:      r.Errors,
				RSS:         rss,
			},
		)
	}
	switch {
	case w.stopped != "":
	case w.ctx.Err() != nil:
		w.stopped = "interrupted"
	case rss > w.enough:
		w.stopped = search.MemoryLimit + ": the machine has no more"
	}
	return w.stopped != ""
}
