package ask

import (
	"fmt"
	"slices"
	"strings"

	"gospin/promela/diag"
	"gospin/verifier/source"
	"gospin/verifier/way"
)

// Reduction defines what searches may omit from the state space.
type Reduction struct {
	POR string // of Rules; "" is off
	// Merging selects the rules for merging statements, resetting dead variables and dropping globals that
	// are never read: one of Mergings, or "" for off. Each of the three can be turned off by SPIN's -o3, -o1
	// and -o2.
	Merging                           string
	NoMerge, NoDataflow, NoDropUnread bool
	Symmetry                          string // of Symmetries; "" is off
	// Unasked means that Symmetry was not requested: reports mention it only if it was used, and small
	// searches do without.
	Unasked bool
}

// Symmetries are the values of -symmetry: off; auto, which identifies states that differ by a permutation of
// identical processes; and check, which first tries on many states what was proved of these permutations.
var Symmetries = []string{"off", "auto", TriedSymmetry}

// TriedSymmetry is auto, tried before it is used.
const TriedSymmetry = "check"

// Symmetric reports whether symmetry is used.
func (r *Reduction) Symmetric() bool { return r.Symmetry == "auto" || r.Symmetry == TriedSymmetry }

// ByDefault turns symmetry on where it was not requested, unless other options request counts of all states,
// paths as they are without it, or a search that is kept.
func (o *Options) ByDefault() {
	o.Unasked, o.Symmetry = true, "auto"
	whole := o.NoMerge || o.NoDataflow || o.NoDropUnread
	if o.POR != way.Computed || whole || o.Shortest || o.Checkpoint != "" || o.Certificate != "" {
		o.Symmetry = "off"
	}
}

// Rules are the names of the rules of partial-order reduction.
var Rules = way.Rules()

// DefaultRule is the default of the command line.
const DefaultRule = way.Computed

// settle fills in defaults and rejects invalid values.
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

// Mergings are the values of Reduction.Merging.
var Mergings = []string{"off", "spin", "own"}

// MergingBeside returns the command line's default merging for a rule.
func MergingBeside(rule string) string {
	if r := way.ReductionNamed(rule); r != nil {
		return r.Merging
	}
	return way.ReductionNamed(DefaultRule).Merging
}

// settleMerging fills in defaults and rejects invalid values.
func (r *Reduction) settleMerging() error {
	if r.Merging == "" {
		r.Merging = "off"
	}
	if !slices.Contains(Mergings, r.Merging) {
		return fmt.Errorf("unknown merging %q: there are %s", r.Merging, strings.Join(Mergings, ", "))
	}
	return nil
}

// merged sets the options for merging. With a claim, nothing is merged, since the claim would see fewer
// states, and SPIN's resets are omitted, since they may split a state in two, while ours do not.
func (r *Reduction) merged(a source.Aim) source.Aim {
	own, claim := r.Merging == "own", a.Claim != ""
	if r.Merging == "off" {
		return a
	}
	a.Own, a.Merge = own, !r.NoMerge && !claim
	a.Dataflow, a.DropUnread = !r.NoDataflow && (own || !claim), !r.NoDropUnread
	return a
}

// Aim returns the options for compiling a model for a safety search.
func (r Reduction) Aim() (source.Aim, error) {
	if err := r.settleMerging(); err != nil {
		return source.Aim{}, err
	}
	return r.merged(source.Aim{}), nil
}
