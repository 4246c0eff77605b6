package verifier

import (
	"fmt"
	"slices"
	"strings"

	"gospin/promela/diag"
	"gospin/verifier/por"
	"gospin/verifier/search"
	"gospin/verifier/system"
	"gospin/vm"
)

// Reduction says what of the state space searches may leave out.
type Reduction struct {
	POR string // of Rules; "" is DefaultRule
}

// Rules are those of partial-order reduction, by their names on the command line.
var Rules = []string{"off"}

// DefaultRule is that of runs that ask for none.
const DefaultRule = "off"

// settle fills in what is left open, and refuses what there is not.
func (r *Reduction) settle() error {
	if r.POR == "" {
		r.POR = DefaultRule
	}
	if slices.Contains(Rules, r.POR) {
		return nil
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
	name    string // as reports have it
	why     string // it is off although asked for
}

// ruleMakers are the ways to make a rule, by name.
var ruleMakers = map[string]func(r *reduction, o *Options, p *part, prog *vm.Program){
	"off": func(r *reduction, _ *Options, _ *part, _ *vm.Program) { r.name = "none" },
}

// reduction makes the reduction of a search.
func (o *Options) reduction(p *part, prog *vm.Program) *reduction {
	r := &reduction{}
	ruleMakers[o.POR](r, o, p, prog)
	return r
}

// around puts the reduction around a system.
func (r *reduction) around(in system.Classified) system.Claimed {
	if r.rule == nil {
		return in
	}
	return por.New(in, r.rule, r.static)
}

// tell adds to the report how the search is reduced.
func (r *reduction) tell(to *Report) {
	to.Reductions = r.name
	if r.why != "" {
		to.Reductions += " (" + r.why + ")"
	}
}
