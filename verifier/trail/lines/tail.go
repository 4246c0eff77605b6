package lines

import (
	"bytes"
	"fmt"
	"strings"

	"gospin/verifier/trail/story"
)

// Tail keeps the last steps of a run in the format of Changes.
type Tail struct {
	Changes
	Most    int  // limit of steps, which a few more may exceed rather than be left out
	NoClaim bool // omit the moves of the claim

	out    bytes.Buffer
	head   string
	kept   []string // one text per event; a step's begins with stepsAt
	steps  []int    // number of the last step at each text of kept
	all    int      // number of steps so far
	cycle  int      // number of steps before the cycle
	cyclic bool
}

// tooFew is a number of steps that are shown, since a line about them would be hardly shorter.
const tooFew = 3

// Event adds an event, unless it is the end, which describes the last state.
func (t *Tail) Event(e story.Event) {
	t.W = &t.out
	switch e.(type) {
	case *story.End:
		return
	case *story.ClaimStep:
		if t.NoClaim {
			return
		}
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
	for t.all-t.steps[0] > t.Most+tooFew {
		t.kept, t.steps = t.kept[1:], t.steps[1:]
	}
}

// Steps returns the number of steps so far.
func (t *Tail) Steps() int { return t.all }

// Text returns the kept steps, after a line about those left out.
func (t *Tail) Text() string {
	var b strings.Builder
	b.WriteString(t.head)
	first, most := 0, t.Most
	if t.all <= most+tooFew {
		most += tooFew
	}
	for first < len(t.kept) && t.all-t.steps[first] >= most {
		first++
	}
	if left := t.all - most; left > 0 {
		fmt.Fprintf(&b, "  ...  %d before", left)
		if t.cyclic && t.cycle < left {
			fmt.Fprintf(&b, "; the cycle begins after step %d", t.cycle)
		}
		b.WriteString("\n")
	}
	b.WriteString(strings.Join(t.kept[first:], ""))
	return b.String()
}
