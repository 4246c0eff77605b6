package page

import (
	"encoding/json"
	"io"

	"gospin/verifier/trail/story"
)

// liveScript is that of a page whose run grows.
const liveScript = "live.js"

// Live is a run that grows while its page is looked at.
type Live struct{ b *builder }

// NewLive begins the run that events tell; those of its initial state come with Add.
func NewLive(about About) *Live {
	b := newBuilder(about)
	b.live = true
	return &Live{b}
}

// Reads reads a file of the model, which statements may come from later.
func (l *Live) Reads(path string) { l.b.file(path) }

// File is the number that the page has for a file; -1: it could not be read.
func (l *Live) File(path string) int { return l.b.file(path) }

// Add takes events in. They are those of a story.Run with Options.
func (l *Live) Add(events []story.Event) {
	for _, e := range events {
		l.b.event(e)
	}
}

// Violates says which property the run violates, or "", why, and where its cycle begins; -1: it has none. The
// next events may make it another.
func (l *Live) Violates(property string, why []string, cycle int) {
	l.b.about.Violates, l.b.about.Remarks, l.b.run.Cycle = property, why, cycle
	l.b.violates = property != ""
}

// Len is the number of steps.
func (l *Live) Len() int { return len(l.b.run.Steps) }

// Write draws the page, which asks where it comes from for more.
func (l *Live) Write(w io.Writer) error {
	return l.b.write(w, "run.js", "steps.js", "panels.js", "keys.js", liveScript)
}

// Since is what the page is told of the run: the steps from one on, and what is new of the rest.
func (l *Live) Since(from int) json.RawMessage {
	l.b.conclude()
	r := &l.b.run
	out, _ := json.Marshal(map[string]any{
		"from": from, "steps": append([]step{}, r.Steps[min(from, len(r.Steps)):]...), "processes": r.Processes,
		"wrong": r.Wrong, "verdict": r.Verdict, "cycle": r.Cycle,
		"remarks": append([]string{}, l.b.about.Remarks...), "start": r.Start,
	})
	return out
}
