package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"gospin/verifier"
	"gospin/verifier/checkpoint"
	"gospin/verifier/report"
)

// bar shows the progress of a search: on a terminal in one line that is overwritten, elsewhere in pan's
// lines.
type bar struct {
	w        io.Writer
	terminal bool
	shown    bool
	often    bool     // every second, even if there is no terminal
	violated []string // by the searches that have ended

	last time.Time
	gap  time.Duration // time before the next line
	rows checkpoint.Status
}

// Without a terminal, the first line is printed after 10 s, and further ones at growing intervals.
const (
	firstGap = 10 * time.Second
	lastGap  = 5 * time.Minute
)

// due reports whether a line is to be printed now.
func (b *bar) due(now time.Time, p *verifier.Progress) bool {
	if b.terminal || b.often {
		return true
	}
	if b.gap == 0 {
		b.gap, b.last = firstGap, now.Add(-p.Elapsed)
	}
	if now.Sub(b.last) < b.gap {
		return false
	}
	b.last, b.gap = now, min(2*b.gap, lastGap)
	return true
}

func (b *bar) show(p verifier.Progress) {
	b.rows.Rows = b.rows.With(checkpoint.Row{
		At: time.Now(), Elapsed: p.Elapsed, Stored: p.Stored, Transitions: p.Transitions, Open: p.Open,
		Level: p.Level, Expanded: p.Expanded, Memory: p.RSS,
	})
	if !b.due(time.Now(), &p) {
		return
	}
	b.shown = true
	t := p.Elapsed.Seconds()
	rate := float64(p.Stored) / t
	if b.terminal {
		fmt.Fprintf(b.w, "\r\x1b[K%s, %.0f s: %d states, depth %d, errors %d, %s; %s%s",
			p.About, t, p.Stored, p.Depth, p.Errors, report.Size(p.RSS), describePace(b.rows.Rows, p.Limit),
			b.known())
		return
	}
	fmt.Fprintf(b.w, "Depth= %7d States= %8.3g Transitions= %8.3g Memory= %9.3f\tt= %8.3g R= %6.0g\n",
		p.Depth, float64(p.Stored), float64(p.Transitions), float64(p.RSS)/(1<<20), t, rate)
}

// known names the violated properties.
func (b *bar) known() string {
	if len(b.violated) == 0 {
		return ""
	}
	return "; violated: " + strings.Join(b.violated, ", ")
}

// ended adds the result of a search.
func (b *bar) ended(r *report.Report) {
	b.done()
	for _, p := range r.Properties {
		if p.Verdict == report.Violated {
			b.violated = append(b.violated, p.Name)
		}
	}
}

// done clears the terminal's line.
func (b *bar) done() {
	if b.shown && b.terminal {
		fmt.Fprint(b.w, "\r\x1b[K")
	}
}
