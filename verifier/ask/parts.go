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

// Part is what one search checks: assertions and end states, or a claim with its own assertions. As in pan,
// the processes' assertions are not checked with a claim: since it restricts the runs, they could not be
// reported to hold.
type Part struct {
	Claim   string        // as compile.Options.Claim; "" for none
	Kind    string        // of the property
	At      *report.Place // of the claim in the model
	Name    string
	File    string // for names of trails
	Named   bool   // MODEL.trail is used by another part
	Asserts bool   // the claim has assertions
	// Later means that another search of the run checks everything that this one repeats.
	Later bool
	// Trace is the model's trace assertion, if this search checks it.
	Trace *promela.Proc
	// What a search without a claim does not check.
	NoAssert, NoEnd bool
	Quiet           bool // only whether there is an error is needed
}

// Title describes the part for people.
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

// OverflowPart returns the part that searches for values that do not fit.
func OverflowPart() Part {
	return Part{Kind: OnlyOverflow, Name: OnlyOverflow, File: OnlyOverflow, NoAssert: true, NoEnd: true}
}

// Unreduced returns the options without reductions, which could omit values that do not fit.
func (o *Options) Unreduced() *Options {
	q := *o
	q.POR, q.Reduction.Merging, q.Symmetry = "off", "off", "off"
	return &q
}

// Moves reports whether the part has a claim that makes moves of its own.
func (p *Part) Moves() bool { return p.Claim != "" && p.Claim != compile.AcceptanceClaim }

// TraceKind returns the kind of a trace assertion in reports.
func TraceKind(p *promela.Proc) string {
	if p.Kind == promela.Notrace {
		return "notrace"
	}
	return "trace"
}

// Words of Options.Only that are not names of claims.
const (
	OnlySafety     = "safety" // assertions, end states, and the trace assertion
	OnlyClaims     = "claims"
	OnlyAssertions = "assertions"
	OnlyEndStates  = "end-states"
	// OnlyOverflow is only checked if named: values that do not fit into their variables.
	OnlyOverflow = "overflow"
)

// Parts returns the parts that the options select.
func (o *Options) Parts(m *promela.Model) (out []Part, err error) {
	if err := o.checkProctypes(m); err != nil {
		return nil, err
	}
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
		if !l.FromOptions {
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
