package page

import (
	"encoding/json"
	"io"

	"gospin/verifier/trail/story"
)

// liveScript is the additional script of a page whose run grows.
const liveScript = "live.js"

// Live is a run that grows while its page is shown.
type Live struct{ b *builder }

// NewLive returns a run without events. Add has to be called with the events of the initial state, too.
func NewLive(about About) *Live {
	b := newBuilder(about)
	b.live = true
	return &Live{b}
}

// Reads reads a file of the model that later statements may be in.
func (l *Live) Reads(path string) { l.b.file(path) }

// File returns the page's number of a file, or -1 if it could not be read.
func (l *Live) File(path string) int { return l.b.file(path) }

// Add adds events of a story.Run with Options.
func (l *Live) Add(events []story.Event) {
	for _, e := range events {
		l.b.event(e)
	}
}

// Violates sets the property that the run violates, or "", with the reasons and the step at which the cycle
// begins, or -1. Call it again when more events are added.
func (l *Live) Violates(property string, why []string, cycle int) {
	l.b.about.Violates, l.b.about.Remarks, l.b.run.Cycle = property, why, cycle
	l.b.violates = property != ""
}

// Len is the number of steps.
func (l *Live) Len() int { return len(l.b.run.Steps) }

// Write writes the page, which requests further steps from its own address.
func (l *Live) Write(w io.Writer) error {
	return l.b.write(w, "run.js", "steps.js", "panels.js", "keys.js", liveScript)
}

// Since returns the steps from a number on, and the other data of the run, as JSON.
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
