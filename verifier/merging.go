package verifier

import (
	"fmt"
	"slices"
	"strings"

	"gospin/verifier/source"
)

// Mergings are the ways to merge statements, with all that goes with it.
var Mergings = []string{"off", "spin", "own"}

// MergingBeside is that of the command line beside a rule.
func MergingBeside(rule string) string {
	if strings.HasPrefix(rule, "spin") {
		return "spin"
	}
	return "own"
}

// settleMerging fills in what is left open, and refuses what there is not.
func (r *Reduction) settleMerging() error {
	if r.Merging == "" {
		r.Merging = "off"
	}
	if !slices.Contains(Mergings, r.Merging) {
		return fmt.Errorf("unknown merging %q: there are %s", r.Merging, strings.Join(Mergings, ", "))
	}
	return nil
}

// merged lets a program be merged as the options have it. Beside a claim nothing is merged, for the claim
// would see less states, and SPIN's resets are left out, which may make two states of one: ours leave a state
// for a state.
func (r *Reduction) merged(a source.Aim) source.Aim {
	own := r.Merging == "own"
	if r.Merging == "off" || a.Claim != "" && !own {
		return a
	}
	a.Own, a.Merge = own, !r.NoMerge && a.Claim == ""
	a.Dataflow, a.DropUnread = !r.NoDataflow, !r.NoDropUnread
	return a
}

// Aim is what a search for safety compiles a model for.
func (r Reduction) Aim() (source.Aim, error) {
	if err := r.settleMerging(); err != nil {
		return source.Aim{}, err
	}
	return r.merged(source.Aim{}), nil
}
