package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"gospin/vm"
)

// Unreach adds the control states that a search did not reach.
func (r *Report) Unreach(missed []vm.Missed) {
	r.Missed = missed
	for _, m := range missed {
		r.Unreached = append(r.Unreached, m.List...)
	}
}

// writeUnreached prints the unreached states as pan does, with the file before the line.
func (r *Report) writeUnreached(w io.Writer) {
	if r.NoUnreached || len(r.Missed) == 0 {
		return
	}
	for _, m := range r.Missed {
		name := "proctype " + m.Proctype
		switch {
		case m.Claim:
			name = "claim " + m.Proctype
		case m.Proctype == "init":
			name = m.Proctype
		}
		fmt.Fprintf(w, "unreached in %s\n", name)
		for _, u := range m.List {
			fmt.Fprintf(w, "\t%s:%d, state %d, \"%s\"\n", u.File, u.Line, u.State, u.Statement)
		}
		fmt.Fprintf(w, "\t(%d of %d states)\n", m.Missed, m.States)
	}
	fmt.Fprintln(w)
}

// NeverExecuted names the statements that no run executes, with their places, in the order of the source. The
// file stands before the first of each. Of searches that were not completed nothing is said.
func NeverExecuted(all []*Report) []string {
	var found []vm.Unreached
	for _, r := range all {
		if r.Claim != "" || !r.Complete {
			continue
		}
		for _, m := range r.Missed {
			if m.Never {
				continue // a remark names the proctype
			}
			for _, u := range m.List {
				// A remark names the assertions.
				if u.Statement != "-end-" && !strings.HasPrefix(u.Statement, "assert(") {
					found = append(found, u)
				}
			}
		}
	}
	slices.SortStableFunc(found, func(a, b vm.Unreached) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	file, list := "", []string(nil)
	for _, u := range found {
		text := fmt.Sprintf(":%d %s", u.Line, u.Source)
		if slices.Contains(list, text) || slices.Contains(list, u.File+text) {
			continue
		}
		if u.File != file {
			text = u.File + text
		}
		file, list = u.File, append(list, text)
	}
	return list
}
