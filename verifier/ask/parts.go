package ask

import (
	"fmt"
	"slices"
	"strings"

	"gospin/promela"
	"gospin/promela/diag"
	"gospin/verifier/report"
	"gospin/vm/compile"
)

// Part is what one search looks for: failed assertions and invalid end states, or the runs that a claim
// accepts and the assertions that it makes itself. Beside a claim, assertions of processes are not looked
// for, as they are by pan: it restricts the runs, so that it could not be said that they hold.
type Part struct {
	Claim   string        // as compile.Options.Claim; "": no claim
	Kind    string        // of the property
	At      *report.Place // of the claim in the model
	Name    string
	File    string // the name in names of trails
	Named   bool   // MODEL.trail is taken: this part's trail has its name only
	Asserts bool   // the claim makes assertions
	// Later says that another search of the run looks at what this one repeats.
	Later bool
	// Trace is the model's trace assertion, if this search reports on it.
	Trace *promela.Proc
	// What a search without a claim does not look for.
	NoAssert, NoEnd bool
	Quiet           bool // whether there is an error is all that is asked
}

// Title names what the part is about, for people.
func (p *Part) Title() string {
	switch {
	case p.Claim != "", p.Kind == OnlyOverflow:
		return p.Name
	case p.NoAssert && p.NoEnd:
		return "the trace assertion"
	case p.NoEnd:
		return "assertions"
	case p.NoAssert:
		return "end states"
	}
	return "assertions and end states"
}

// OverflowPart is the search for values that do not fit.
func OverflowPart() Part {
	return Part{Kind: OnlyOverflow, Name: OnlyOverflow, File: OnlyOverflow, NoAssert: true, NoEnd: true}
}

// Unreduced are the options with which nothing is left out, merged or reset: what does not fit may be just
// that.
func (o *Options) Unreduced() *Options {
	q := *o
	q.POR, q.Reduction.Merging = "off", "off"
	return &q
}

// Moves reports whether the part has a claim that makes moves of its own.
func (p *Part) Moves() bool { return p.Claim != "" && p.Claim != compile.AcceptanceClaim }

// TraceKind is the kind of a trace assertion, as properties have it.
func TraceKind(p *promela.Proc) string {
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
	// OnlyOverflow is looked for only if it is named: values that do not fit into what they are put into.
	OnlyOverflow = "overflow"
)

// Parts lists the searches that the options ask for.
func (o *Options) Parts(m *promela.Model) (out []Part, err error) {
	var claims []Part
	var trace *promela.Proc
	for _, c := range m.Claims {
		if c.Kind != promela.Never {
			trace = c
			continue
		}
		at := &report.Place{File: c.Pos.File, Line: c.Pos.Line, Column: c.Pos.Col}
		p := Part{Claim: c.Name, Kind: "never", Name: c.Name, At: at}
		promela.EachStmt(c.Body, func(s promela.Stmt) {
			_, is := s.(*promela.Assert)
			p.Asserts = p.Asserts || is
		})
		claims = append(claims, p)
	}
	for _, l := range m.LTL {
		p := Part{Claim: l.Name, Kind: "ltl", Name: l.Name}
		if !l.Beside {
			p.At = &report.Place{File: l.Pos.File, Line: l.Pos.Line, Column: l.Pos.Col}
		}
		claims = append(claims, p)
	}
	names := []string{OnlySafety, OnlyAssertions, OnlyEndStates, OnlyClaims, OnlyOverflow}
	if trace != nil {
		names = append(names, trace.Name)
	}
	for _, c := range claims {
		names = append(names, c.Name)
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
	safety := Part{NoAssert: !wanted(OnlyAssertions, OnlySafety), NoEnd: !wanted(OnlyEndStates, OnlySafety)}
	if trace != nil && wanted(trace.Name, OnlySafety) {
		safety.Trace = trace
	}
	if !safety.NoAssert || !safety.NoEnd || safety.Trace != nil {
		out = append(out, safety)
	}
	if o.Overflow || slices.Contains(o.Only, OnlyOverflow) {
		out = append(out, OverflowPart())
	}
	for _, c := range claims {
		if !o.NoClaim && wanted(c.Name, OnlyClaims) {
			out = append(out, c)
		}
	}
	if o.Acceptance && (o.NoClaim || len(claims) == 0) {
		out = append(out, Part{Claim: compile.AcceptanceClaim, Kind: "never", Name: "acceptance cycles"})
	}
	if o.NonProgress {
		out = append(
			out,
			Part{Claim: compile.NonProgressClaim, Kind: "non-progress", Name: "non-progress cycles"},
		)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("nothing is left to be checked")
	}
	return out, nil
}
