package findings

import (
	"fmt"
	"strings"

	"gospin/verifier/report"
	"gospin/vm"
)

// Remarks concern properties that hold, but perhaps for an unexpected reason. They are not part of a verdict.

// maxNamed limits the names in a remark.
const maxNamed = 5

// listed joins a few names, with the number of those left out.
func listed(names []string) string {
	if more := len(names) - maxNamed; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:maxNamed], ", "), more)
	}
	return strings.Join(names, ", ")
}

// remarkMissed remarks what a complete search did not reach. An inline's assertion is reached if one of its
// copies is.
func remarkMissed(r *report.Report, prog *vm.Program) {
	if !r.Complete || r.Omitted != nil || r.Broken > 0 || len(r.Invalid) > 0 {
		return
	}
	var never, asserts []string
	copies := map[string]int{}
	for _, pt := range prog.Procs {
		for n := range pt.States {
			for k := range pt.States[n].N {
				st := &prog.Stmts[prog.Trans[pt.States[n].First+k].Stmt]
				copies[fmt.Sprintf("%s:%d %s", st.File, st.Line, st.Text)]++
			}
		}
	}
	for _, m := range r.Missed {
		if m.Never {
			never = append(never, m.Proctype)
		}
		for _, u := range m.List {
			at := fmt.Sprintf("%s:%d %s", u.File, u.Line, u.Statement)
			copies[at]--
			if strings.HasPrefix(u.Statement, "assert(") && copies[at] == 0 && !m.Never {
				asserts = append(asserts, fmt.Sprintf("%s:%d %s", u.File, u.Line, u.Source))
			}
		}
	}
	if len(never) > 0 {
		r.Remark("no process ever runs of proctype %s", listed(never))
	}
	if len(asserts) > 0 {
		r.Remark("never reached: %s", listed(asserts))
	}
}

// remarkClaim remarks that nothing can violate a never claim.
func (e *Ending) remarkClaim(r *report.Report) {
	if e.Part.Kind == "never" && e.Prog.Claim != nil && len(e.Prog.Claim.Sources) > 0 &&
		!vm.NewMachine(e.Prog).Labelled() && !e.Prog.ClaimForbids() {
		r.Remark("%s forbids nothing: no accept state and no end of it can be reached", e.Part.Name)
	}
}
