package way

import (
	"context"
	"fmt"
	"slices"

	"gospin/verifier/por"
	"gospin/verifier/search"
	"gospin/verifier/system"
	"gospin/vm"
)

// Reduction is a rule for omitting choices in a search.
type Reduction struct {
	Name    string // on the command line
	Merging string // rules for merging statements together with it
	ByPath  bool   // it depends on the path of a depth-first search
	Sparing bool   // its counts may be smaller than other programs'

	about    string // for the manual: where a process may move alone
	reported string // its name in reports; "" for Name
	against  func(prog *vm.Program, static bool) string
	make     func(ctx context.Context, prog *vm.Program, out *Reduced) error
}

// Names of reductions used in decisions.
const (
	Computed    = "computed"
	Unreduced   = "off"
	spinSafety  = "spin"
	spinForAll  = "spin-liveness" // as in pan without -DSAFETY, for cycles
	nothingLess = "none"          // name of Unreduced in reports
)

// Reductions are the rules, in the order of presentation.
var Reductions = []Reduction{
	{Name: Computed, Merging: "own", Sparing: true, make: computed,
		about: "nothing it may do now conflicts with anything that others may still do, computed from the model: " +
			"variables, elements of arrays, ends of channels",
		against: func(p *vm.Program, static bool) string {
			o := por.ComputedOptions{Static: static}
			return o.Off(p)
		}},
	{Name: spinSafety, Merging: "spin", ByPath: true, against: offWithSpin, make: spin(search.SomeOffPath),
		about: "SPIN's marks allow it, which gives SPIN's own counts"},
	{Name: spinForAll, Merging: "spin", ByPath: true, against: offWithSpin, make: spin(search.NoneOn),
		about: "the same as pan without `-DSAFETY`"},
	{Name: Unreduced, Merging: "own", reported: nothingLess, about: "never (`-noreduce` is short for it)"},
}

func offWithSpin(p *vm.Program, _ bool) string { return p.Marks.Off }

// Rules returns the names of Reductions.
func Rules() (out []string) {
	for i := range Reductions {
		out = append(out, Reductions[i].Name)
	}
	return out
}

// ReductionNamed returns the rule with a name, or nil.
func ReductionNamed(name string) *Reduction {
	i := slices.IndexFunc(Reductions, func(r Reduction) bool { return r.Name == name })
	if i < 0 {
		return nil
	}
	return &Reductions[i]
}

// Against returns why the rule does not support a program, or "". Static is as in Make.
func (r *Reduction) Against(prog *vm.Program, static bool) string {
	if r.against == nil {
		return ""
	}
	return r.against(prog, static)
}

// Reduced is a rule made for a program.
type Reduced struct {
	Rule     por.Rule // nil to omit nothing
	Proviso  search.Proviso
	Name     string // name in reports
	Warnings []string

	static, sparing bool
	exclusive       *vm.Program    // the program whose xr and xs are checked; may be nil
	watch           *por.Exclusive // checks them
}

// Make makes the rule for a program. It has a memory, so each search needs its own. Static means that it
// depends only on the state, as required with a claim.
func (r *Reduction) Make(ctx context.Context, prog *vm.Program, static bool) (*Reduced, error) {
	out := &Reduced{Name: r.Name, static: static, sparing: r.Sparing}
	if r.reported != "" {
		out.Name = r.reported
	}
	if r.make == nil {
		return out, nil
	}
	return out, r.make(ctx, prog, out)
}

// computed makes the rule computed from the model, unless it would never apply.
func computed(ctx context.Context, prog *vm.Program, out *Reduced) error {
	rule, err := por.Computed(ctx, prog, por.ComputedOptions{Static: out.static})
	if err != nil || rule.Idle() {
		return err
	}
	if out.Rule = rule; !out.static {
		out.Proviso = search.SomeOff
	}
	return nil
}

// spin makes SPIN's own rule.
func spin(proviso search.Proviso) func(context.Context, *vm.Program, *Reduced) error {
	return func(ctx context.Context, prog *vm.Program, out *Reduced) error {
		out.Rule = por.NewSpin(ctx, prog, out.static, out.static)
		if out.static {
			out.Name = spinSafety
		} else {
			out.Proviso = proviso
		}
		if prog.Marks.Exclusive {
			out.exclusive = prog
		}
		for _, t := range prog.Marks.Traps {
			if out.static || !t.Claim {
				out.Warnings = append(out.Warnings, fmt.Sprintf(
					"%s:%d: warning: -por=spin may miss errors: %s", t.File, t.Line, t.Text))
			}
		}
		return context.Cause(ctx)
	}
}

// Around puts the rule around a system.
func (r *Reduced) Around(in system.Reducible) system.Claimed {
	if r.Rule == nil {
		return in
	}
	if r.exclusive != nil {
		r.watch = por.Watch(in, r.exclusive)
		in = r.watch
	}
	out := por.New(in, r.Rule, r.static)
	if r.sparing {
		return out.Sparing()
	}
	return out
}

// Invalid returns why the search may have omitted too much.
func (r *Reduced) Invalid() []string {
	if r.watch == nil {
		return nil
	}
	return r.watch.Broken()
}
