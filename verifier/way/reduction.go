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

// Reduction is a rule by which a search leaves out choices.
type Reduction struct {
	Name    string // on the command line
	Merging string // by whose rules statements are merged beside it
	ByPath  bool   // it goes by the path of a depth-first search
	Sparing bool   // the counts may be less than those of other programs

	about    string // where a process may go on alone, for the manual
	reported string // its name in reports; "": the same
	against  func(prog *vm.Program, static bool) string
	make     func(ctx context.Context, prog *vm.Program, out *Reduced) error
}

// Names of reductions that decisions name.
const (
	Computed    = "computed"
	Unreduced   = "off"
	spinSafety  = "spin"
	spinForAll  = "spin-liveness" // as where cycles may be looked for, pan without -DSAFETY
	nothingLess = "none"          // as reports name Unreduced
)

// Reductions are the rules, in the order in which people are shown them.
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

// Rules are the names of Reductions.
func Rules() (out []string) {
	for i := range Reductions {
		out = append(out, Reductions[i].Name)
	}
	return out
}

// ReductionNamed returns the rule of a name; nil: there is none.
func ReductionNamed(name string) *Reduction {
	i := slices.IndexFunc(Reductions, func(r Reduction) bool { return r.Name == name })
	if i < 0 {
		return nil
	}
	return &Reductions[i]
}

// Against says what a program has against the rule; "": nothing. Static is as in Make.
func (r *Reduction) Against(prog *vm.Program, static bool) string {
	if r.against == nil {
		return ""
	}
	return r.against(prog, static)
}

// Reduced is a rule made for a program.
type Reduced struct {
	Rule     por.Rule // nil: nothing is left out
	Proviso  search.Proviso
	Name     string // in reports
	Warnings []string

	static, sparing bool
	exclusive       *vm.Program    // xr and xs of this are to be watched; nil: of none
	watch           *por.Exclusive // where they are watched
}

// Make makes the rule for a program. It remembers what it meets, so each search takes one of its own. Static
// says that it goes by the state alone, as it has to beside a claim.
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

// computed is the rule that is computed from the model. It is left out where it would never apply.
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

// spin is SPIN's own rule.
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
func (r *Reduced) Around(in system.Classified) system.Claimed {
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

// Invalid says why the search may have left out too much.
func (r *Reduced) Invalid() []string {
	if r.watch == nil {
		return nil
	}
	return r.watch.Broken()
}
