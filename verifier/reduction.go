package verifier

import (
	"context"
	"strings"

	"gospin/verifier/plan"
	"gospin/verifier/por"
	"gospin/verifier/report"
	"gospin/verifier/search"
	"gospin/verifier/system"
	"gospin/vm"
)

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

// newReduction makes the reduction that is planned for a search of a program.
func newReduction(ctx context.Context, p *plan.Reduction, prog *vm.Program) (*reduction, error) {
	r := &reduction{name: p.Name(), why: p.Off, static: p.Static, sparing: p.Sparing()}
	var err error
	switch p.Rule {
	case "computed":
		err = r.computed(ctx, prog)
	case "spin", "spin-liveness":
		err = r.spin(ctx, prog, p.Rule)
	}
	return r, err
}

// computed has the rule that is computed from the model. It is left out where it would never apply.
func (r *reduction) computed(ctx context.Context, prog *vm.Program) error {
	rule, err := por.Computed(ctx, prog, por.ComputedOptions{Static: r.static})
	if err != nil || rule.Idle() {
		return err
	}
	if r.rule = rule; !r.static {
		r.proviso = search.SomeOff
	}
	return nil
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
