package lines

import (
	"bytes"
	"fmt"
	"strings"

	"gospin/verifier/trail/story"
)

// Tail keeps the last steps of a run, as Changes tells them.
type Tail struct {
	Changes
	Most int // steps

	out    bytes.Buffer
	head   string
	kept   []string // a text for each event; a step begins with stepsAt
	steps  []int    // the number of the last step at each of kept
	all    int      // steps so far
	cycle  int      // steps before the cycle
	cyclic bool
}

// Event takes an event in. The end, which tells where all is, is left out.
func (t *Tail) Event(e story.Event) {
	t.W = &t.out
	switch e.(type) {
	case *story.End:
		return
	case *story.Cycle:
		t.cyclic, t.cycle = true, t.n
	}
	t.Changes.Event(e)
	text := t.out.String()
	t.out.Reset()
	if _, ok := e.(*story.Start); ok {
		t.head = text
		return
	}
	t.all = t.n
	t.kept, t.steps = append(t.kept, text), append(t.steps, t.n)
	for t.all-t.steps[0] > t.Most {
		t.kept, t.steps = t.kept[1:], t.steps[1:]
	}
}

// Text is what is kept, with a line about what is not.
func (t *Tail) Text() string {
	var b strings.Builder
	b.WriteString(t.head)
	first := 0
	for first < len(t.kept) && t.all-t.steps[first] >= t.Most {
		first++
	}
	if left := t.all - t.Most; left > 0 {
		fmt.Fprintf(&b, "  ...  %d before", left)
		if t.cyclic && t.cycle < left {
			fmt.Fprintf(&b, "; the cycle begins after step %d", t.cycle)
		}
		b.WriteString("\n")
	}
	b.WriteString(strings.Join(t.kept[first:], ""))
	return b.String()
}
