package verifier

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"gospin/promela/diag"
	"gospin/verifier/por"
	"gospin/verifier/report"
	"gospin/verifier/search"
	"gospin/verifier/source"
	"gospin/verifier/system"
	"gospin/verifier/way"
	"gospin/vm"
	"gospin/vm/compile"
)

// Reduction says what of the state space searches may leave out.
type Reduction struct {
	POR string // of Rules; "" is off
	// Merging says by whose rules statements are merged, dead variables reset, and globals dropped that
	// nothing reads: of Mergings; "" is off. Each is off with one of the three, which are SPIN's -o3, -o1 and
	// -o2.
	Merging                           string
	NoMerge, NoDataflow, NoDropUnread bool
}

// Rules are those of partial-order reduction, by their names on the command line.
var Rules = []string{"computed", "spin", "spin-liveness", "off"}

// DefaultRule is that of the command line.
const DefaultRule = "computed"

// settle fills in what is left open, and refuses what there is not.
func (r *Reduction) settle() error {
	if r.POR == "" {
		r.POR = "off"
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

// reduction is how a search is reduced.
type reduction struct {
	rule    por.Rule // nil: it is not
	static  bool
	proviso search.Proviso
	sparing bool   // counts need not be those of others
	name    string // as reports have it
	why     string // it is off although asked for
	merging []string

	warnings  []string
	exclusive *vm.Program    // xr and xs of this are to be watched; nil: of none
	watch     *por.Exclusive // where they are watched
}

// rules make the rules, by their names. What they cannot do they leave off, and say why.
var rules = map[string]func(r *reduction, ctx context.Context, prog *vm.Program, beside bool) error{
	"computed":      (*reduction).computed,
	"spin":          (*reduction).spin,
	"spin-liveness": (*reduction).spinLiveness,
}

func (r *reduction) computed(ctx context.Context, prog *vm.Program, beside bool) error {
	o := por.ComputedOptions{Static: beside}
	if r.why = o.Off(prog); r.why != "" {
		return nil
	}
	r.name, r.static, r.sparing = "computed", beside, true
	rule, err := por.Computed(ctx, prog, o)
	if err != nil || rule.Idle() {
		return err
	}
	if r.rule = rule; !beside {
		r.proviso = search.SomeOff
	}
	return nil
}

// reduction makes the reduction of a search.
func (o *Options) reduction(
	ctx context.Context,
	p *part,
	m *source.Model,
	prog *vm.Program,
) (*reduction, error) {
	r := &reduction{name: "none"}
	if o.POR == "off" {
		return r, nil
	}
	if r.why = o.irreducible(p, m); r.why != "" {
		return r, nil
	}
	return r, rules[o.POR](r, ctx, prog, p.claim != "")
}

// irreducible says why what is looked for depends on more than what a reduction keeps; "" if it does not.
func (o *Options) irreducible(p *part, m *source.Model) string {
	switch {
	case o.Compress == way.Unmove:
		return "-compress=unmove does not know which moves were left out"
	case o.Fair:
		return "which runs are fair depends on every step"
	case p.kind == "non-progress":
		return "which cycles make progress depends on every step"
	case p.claim == "" || p.claim == compile.AcceptanceClaim:
		return ""
	case p.kind == "never":
		return "a never claim may count steps: an ltl formula does not"
	}
	for _, l := range m.Tree.LTL {
		if l.Name == p.claim && l.UsesNext() {
			return "with X a formula counts steps"
		}
	}
	return ""
}

// around puts the reduction around a system.
func (r *reduction) around(in system.Classified) system.Claimed {
	if r.rule == nil {
		return in
	}
	if r.exclusive != nil {
		r.watch = por.Watch(in, r.exclusive)
		in = r.watch
	}
	out := por.New(in, r.rule, r.static)
	if r.sparing {
		return out.Sparing()
	}
	return out
}

// invalid tells why the search may have left out too much.
func (r *reduction) invalid() []string {
	if r.watch == nil {
		return nil
	}
	return r.watch.Broken()
}

// tell adds to the report how the search is reduced.
func (r *reduction) tell(to *report.Report) {
	to.Reductions, to.Reduced = r.name, r.name != "none"
	if r.name == "none" && len(r.merging) > 0 {
		to.Reductions = strings.Join(r.merging, ", ")
	} else if len(r.merging) > 0 {
		to.Reductions += ", " + strings.Join(r.merging, ", ")
	}
	if r.why != "" {
		to.Reductions += " (" + r.why + ")"
	}
	to.Warnings = append(to.Warnings, r.warnings...)
}
