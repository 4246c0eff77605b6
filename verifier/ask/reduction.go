package ask

import (
	"fmt"
	"slices"
	"strings"

	"gospin/promela/diag"
	"gospin/verifier/source"
	"gospin/verifier/way"
)

// Reduction says what of the state space searches may leave out.
type Reduction struct {
	POR string // of Rules; "" is off
	// Merging says by whose rules statements are merged, dead variables reset, and globals dropped that
	// nothing reads: of Mergings; "" is off. Each is off with one of the three, which are SPIN's -o3, -o1 and
	// -o2.
	Merging                           string
	NoMerge, NoDataflow, NoDropUnread bool
	Symmetry                          string // of Symmetries; "" is off
}

// Symmetries are the values of -symmetry: off, and auto, which stores states that alike processes make of
// each other as one.
var Symmetries = []string{"off", "auto"}

// Symmetric reports whether symmetry is looked for.
func (r *Reduction) Symmetric() bool { return r.Symmetry == "auto" }

// Rules are those of partial-order reduction, by their names on the command line.
var Rules = way.Rules()

// DefaultRule is that of the command line.
const DefaultRule = way.Computed

// settle fills in what is left open, and refuses what there is not.
func (r *Reduction) settle() error {
	if r.POR == "" {
		r.POR = way.Unreduced
	}
	if r.Symmetry == "" {
		r.Symmetry = "off"
	}
	if !slices.Contains(Symmetries, r.Symmetry) {
		return fmt.Errorf("unknown -symmetry=%s: there are %s", r.Symmetry, strings.Join(Symmetries, ", "))
	}
	if slices.Contains(Rules, r.POR) {
		return r.settleMerging()
	}
	hint := ""
	if near := diag.DidYouMean(r.POR, Rules); near != "" {
		hint = " (" + near + ")"
	}
	return fmt.Errorf("unknown reduction -por=%s%s: there are %s", r.POR, hint, strings.Join(Rules, ", "))
}

// Mergings are the ways to merge statements, with all that goes with it.
var Mergings = []string{"off", "spin", "own"}

// MergingBeside is that of the command line beside a rule.
func MergingBeside(rule string) string {
	if r := way.ReductionNamed(rule); r != nil {
		return r.Merging
	}
	return way.ReductionNamed(DefaultRule).Merging
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
