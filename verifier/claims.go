package verifier

import (
	"fmt"
	"slices"
	"strings"

	"gospin/promela"
	"gospin/promela/diag"
	"gospin/verifier/report"
	"gospin/vm/compile"
)

// part is what one search looks for: failed assertions and invalid end states, or the runs that a claim
// accepts and the assertions that it makes itself. Beside a claim, assertions of processes are not looked
// for, as they are by pan: it restricts the runs, so that it could not be said that they hold.
type part struct {
	claim   string        // as compile.Options.Claim; "": no claim
	kind    string        // of the property
	at      *report.Place // of the claim in the model
	name    string
	file    string // the name in names of trails
	named   bool   // MODEL.trail is taken: this part's trail has its name only
	asserts bool   // the claim makes assertions
	// later says that another search of the run looks at what this one repeats.
	later bool
	// trace is the model's trace assertion, if this search reports on it.
	trace *promela.Proc
	// What a search without a claim does not look for.
	noAssert, noEnd bool
	quiet           bool // whether there is an error is all that is asked
}

// title names what the part is about, for people.
func (p *part) title() string {
	switch {
	case p.claim != "":
		return p.name
	case p.noAssert && p.noEnd:
		return "the trace assertion"
	case p.noEnd:
		return "assertions"
	case p.noAssert:
		return "end states"
	}
	return "assertions and end states"
}

func traceKind(p *promela.Proc) string {
	if p.Kind == promela.Notrace {
		return "notrace"
	}
	return "trace"
}

// Words of Options.Only that are no claims' names.
const (
	OnlySafety     = "safety" // assertions, end states, and the trace assertion
	OnlyClaims     = "claims"
	OnlyAssertions = "assertions"
	OnlyEndStates  = "end-states"
)

// parts lists the searches that the options ask for.
func (o *Options) parts(m *promela.Model) (out []part, err error) {
	var claims []part
	var trace *promela.Proc
	for _, c := range m.Claims {
		if c.Kind != promela.Never {
			trace = c
			continue
		}
		at := &report.Place{File: c.Pos.File, Line: c.Pos.Line, Column: c.Pos.Col}
		p := part{claim: c.Name, kind: "never", name: c.Name, at: at}
		promela.EachStmt(c.Body, func(s promela.Stmt) {
			_, is := s.(*promela.Assert)
			p.asserts = p.asserts || is
		})
		claims = append(claims, p)
	}
	for _, l := range m.LTL {
		p := part{claim: l.Name, kind: "ltl", name: l.Name}
		if !l.Beside {
			p.at = &report.Place{File: l.Pos.File, Line: l.Pos.Line, Column: l.Pos.Col}
		}
		claims = append(claims, p)
	}
	names := []string{OnlySafety, OnlyAssertions, OnlyEndStates, OnlyClaims}
	if trace != nil {
		names = append(names, trace.Name)
	}
	for _, c := range claims {
		names = append(names, c.name)
	}
	for _, w := range o.Only {
		if !slices.Contains(names, w) {
			hint := ""
			if near := diag.DidYouMean(w, names); near != "" {
				hint = " (" + near + ")"
			}
			return nil, fmt.Errorf("no property %q%s: there are %s", w, hint, strings.Join(names, ", "))
		}
	}
	wanted := func(name, group string) bool {
		return len(o.Only) == 0 || slices.Contains(o.Only, name) || slices.Contains(o.Only, group)
	}
	safety := part{noAssert: !wanted(OnlyAssertions, OnlySafety), noEnd: !wanted(OnlyEndStates, OnlySafety)}
	if trace != nil && wanted(trace.Name, OnlySafety) {
		safety.trace = trace
	}
	if !safety.noAssert || !safety.noEnd || safety.trace != nil {
		out = append(out, safety)
	}
	for _, c := range claims {
		if !o.NoClaim && wanted(c.name, OnlyClaims) {
			out = append(out, c)
		}
	}
	if o.Acceptance && (o.NoClaim || len(claims) == 0) {
		out = append(out, part{claim: compile.AcceptanceClaim, kind: "never", name: "acceptance cycles"})
	}
	if o.NonProgress {
		out = append(
			out,
			part{claim: compile.NonProgressClaim, kind: "non-progress", name: "non-progress cycles"},
		)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("nothing is left to be checked")
	}
	return out, nil
}
