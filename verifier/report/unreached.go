package report

import (
	"fmt"
	"io"

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
