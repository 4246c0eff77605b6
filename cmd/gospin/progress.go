package main

import (
	"fmt"
	"io"

	"gospin/verifier"
)

// bar shows how far a search is: on a terminal in one line that is written again, elsewhere in pan's lines.
type bar struct {
	w        io.Writer
	terminal bool
	shown    bool
}

func (b *bar) show(p verifier.Progress) {
	b.shown = true
	t := p.Elapsed.Seconds()
	rate := float64(p.Stored) / t
	if b.terminal {
		fmt.Fprintf(b.w, "\r\x1b[K%.0f s: %d states, %.0f per second, depth %d, errors %d, %s",
			t, p.Stored, rate, p.Depth, p.Errors, verifier.Size(p.RSS))
		return
	}
	fmt.Fprintf(b.w, "Depth= %7d States= %8.3g Transitions= %8.3g Memory= %9.3f\tt= %8.3g R= %6.0g\n",
		p.Depth, float64(p.Stored), float64(p.Transitions), float64(p.RSS)/(1<<20), t, rate)
}

// done leaves the terminal's line.
func (b *bar) done() {
	if b.shown && b.terminal {
		fmt.Fprint(b.w, "\r\x1b[K")
	}
}
