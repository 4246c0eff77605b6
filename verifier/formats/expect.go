package formats

import (
	"fmt"
	"maps"
	"slices"

	"gospin/promela/diag"
	"gospin/verifier/report"
)

// difference describes how the verdict on a property differs from the model's expectation, or is "". It also
// reports whether the model has an expectation about the property.
func (o *Outcome) difference(p *report.Property) (text string, expected bool) {
	want, expected := o.Expect[p.Name]
	if !expected || want == p.Verdict {
		return "", expected
	}
	return fmt.Sprintf("%s, but expected: %s", p.Verdict, want), true
}

// passes reports whether there is nothing to say about a property: it holds, it is as expected, or an
// expected violation has cut its search short.
func (o *Outcome) passes(p *report.Property) bool {
	if text, expected := o.difference(p); expected {
		return text == ""
	}
	cut := o.Expect != nil && o.Report.Verdict == report.Violated && p.Message == report.NotCompleted
	return p.Absent || p.Verdict == report.Holds || cut
}

// unknown returns the expected names that no property has, with suggestions in parentheses. If only some
// properties were checked, a name may be one of the others, so it returns none.
func (o *Outcome) unknown() (out []string) {
	if o.Partial {
		return nil
	}
	var names []string
	for _, p := range o.Report.Properties {
		names = append(names, p.Name)
	}
	for _, name := range slices.Sorted(maps.Keys(o.Expect)) {
		if slices.Contains(names, name) {
			continue
		}
		near := ""
		if text := diag.DidYouMean(name, names); text != "" {
			near = " (" + text + ")"
		}
		out = append(out, fmt.Sprintf("expected of %s, which is no property%s", name, near))
	}
	return out
}

// Unmet describes the differences from the model's expectations. Properties without an expectation should
// hold.
func (o *Outcome) Unmet() (out []string) {
	if o.Expect == nil || o.Report == nil {
		return nil
	}
	for i := range o.Report.Properties {
		p := &o.Report.Properties[i]
		switch want, expected := o.Expect[p.Name]; {
		case o.passes(p):
		case expected:
			out = append(out, fmt.Sprintf("%s %s, expected: %s", p.Name, p.Verdict, want))
		default:
			out = append(out, fmt.Sprintf("%s %s", p.Name, p.Verdict))
		}
	}
	out = append(out, o.unknown()...)
	slices.Sort(out)
	return out
}

// AsExpected reports whether the model has expectations and all are met.
func (o *Outcome) AsExpected() bool {
	return o.Expect != nil && o.Report != nil && len(o.Unmet()) == 0
}

// Exit codes in addition to those of verdicts.
const (
	wrongCode  = 2 // wrong command line or model
	failedCode = 4
)

// Exit returns the exit code: the verdict's, unless the model expects verdicts.
func (o *Outcome) Exit() int {
	switch {
	case o.Report == nil && o.Err == nil, o.AsExpected():
		return 0
	case o.Report != nil && o.Expect != nil:
		return report.Violated.ExitCode()
	case o.Report != nil:
		return o.Report.Exit
	case o.RanOut:
		return report.Inconclusive.ExitCode()
	case o.Failed:
		return failedCode
	}
	return wrongCode
}

// worse has the exit codes, the worst first.
var worse = []int{failedCode, wrongCode, 1, 3, 0}

// Worst returns the worst exit code.
func Worst(all []*Outcome) int {
	worst := 0
	for _, o := range all {
		if slices.Index(worse, o.Exit()) < slices.Index(worse, worst) {
			worst = o.Exit()
		}
	}
	return worst
}
