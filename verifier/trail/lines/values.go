package lines

import (
	"fmt"
	"iter"
	"strings"

	"gospin/verifier/trail/story"
)

// Values yields the names of all variables of a state with their values, and before each process's variables
// its name with the value "". A channel with several names appears once: the others are mostly parameters.
func Values(s *story.Whole) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		told := map[int]bool{}
		all := func(prefix string, values []story.Value) bool {
			for _, v := range values {
				text := v.Text
				if v.Queue > 0 {
					if told[v.Queue] {
						continue
					}
					told[v.Queue] = true
					text = "[" + strings.Join(v.Messages, " | ") + "]"
				}
				if !yield(prefix+v.Name, text) {
					return false
				}
			}
			return true
		}
		more := all("", s.Globals)
		for i := 0; more && i < len(s.Processes); i++ {
			name := processName(s.Processes[i].Process)
			more = yield(name, "") && all(name+".", s.Processes[i].Locals)
		}
	}
}

func processName(q story.Process) string {
	return fmt.Sprintf("%s (%d)", strings.Trim(q.Name, ":"), q.Pid)
}

// shown remembers the values printed last.
type shown struct{ told map[string]string }

// changes returns the values that differ from those printed last, as texts.
func (t *shown) changes(values []story.Value) (out []string) {
	for _, v := range values {
		before, known := t.told[v.Name]
		switch {
		case !known:
			out = append(out, v.Name+" = "+v.Text)
		case before != v.Text:
			out = append(out, v.Name+": "+before+" → "+v.Text)
		}
		if t.told == nil {
			t.told = map[string]string{}
		}
		t.told[v.Name] = v.Text
	}
	return out
}
