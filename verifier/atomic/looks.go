package atomic

import (
	"slices"

	"gospin/vm"
)

// Stepwise tells whether searches with the program's claim look at all states within atomic sequences: acceptance states
// of processes count there.
func Stepwise(p *vm.Program) bool {
	return p.Claim != nil && !p.ClaimAccepts && slices.ContainsFunc(p.Procs, func(t vm.Proctype) bool {
		return !t.Claim && slices.ContainsFunc(t.States, func(s vm.StateInfo) bool { return s.Accept })
	})
}

// Ends tells whether the program's claim can end: searches look at all states where it has.
func Ends(p *vm.Program) bool {
	return p.Claim != nil && slices.ContainsFunc(p.Claim.States, func(s vm.StateInfo) bool { return s.End })
}
