package verifier

import (
	"fmt"
	"io"
	"time"

	"gospin/verifier/search"
)

// quiet is how long a run goes on before it shows how far it is.
const quiet = 2 * time.Second

// progress shows how far a search is: on a terminal in one line that is written again, elsewhere in pan's lines.
type progress struct {
	w        io.Writer
	terminal bool
	start    time.Time
	last     time.Time
	shown    bool
}

func (p *progress) show(r *search.Result) {
	now := time.Now()
	if p.w == nil || now.Sub(p.start) < quiet || now.Sub(p.last) < time.Second {
		return
	}
	p.last, p.shown = now, true
	t := now.Sub(p.start).Seconds()
	rate := float64(r.Stored) / t
	if p.terminal {
		fmt.Fprintf(p.w, "\r\x1b[K%.0f s: %d states, %.0f per second, depth %d, errors %d, %s", t, r.Stored, rate, r.Depth, r.Errors, size(peakRSS()))
		return
	}
	fmt.Fprintf(p.w, "Depth= %7d States= %8.3g Transitions= %8.3g Memory= %9.3f\tt= %8.3g R= %6.0g\n",
		r.Depth, float64(r.Stored), float64(r.Transitions()), float64(peakRSS())/(1<<20), t, rate)
}

// done leaves the terminal's line.
func (p *progress) done() {
	if p.shown && p.terminal {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}
