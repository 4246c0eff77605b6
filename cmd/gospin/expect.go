package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"gospin/promela/diag"
	"gospin/verifier/report"
)

// expected finds what a model says of its own verdicts, in a comment such as
//
//	/* expect: live violated, assertions holds */
var expected = regexp.MustCompile(`/\*\s*expect:((?s:.*?))\*/|//[ \t]*expect:(.*)`)

// expectations are the verdicts that a model expects of properties, by their names; nil: it says nothing.
func expectations(text string) (map[string]report.Verdict, error) {
	var out map[string]report.Verdict
	for _, m := range expected.FindAllStringSubmatch(text, -1) {
		for _, part := range strings.Split(m[1]+m[2], ",") {
			words := strings.Fields(part)
			if len(words) < 2 {
				return nil, fmt.Errorf("expect: takes a property and a verdict, not %q", strings.TrimSpace(part))
			}
			name, verdict := strings.Join(words[:len(words)-1], " "), words[len(words)-1]
			all := []string{string(report.Holds), string(report.Violated), string(report.Inconclusive)}
			if !slices.Contains(all, verdict) {
				return nil, fmt.Errorf("expect: %q is no verdict%s: there are %s", verdict,
					hint(verdict, all), strings.Join(all, ", "))
			}
			if name == "end-states" {
				name = "invalid end states"
			}
			if out == nil {
				out = map[string]report.Verdict{}
			}
			out[name] = report.Verdict(verdict)
		}
	}
	return out, nil
}

// unmet are the properties whose verdicts are not as expected, a text each. What is not mentioned is expected
// to hold, but for what a violation that is expected has cut short.
func unmet(r *report.Report, want map[string]report.Verdict) (out []string) {
	seen := map[string]bool{}
	for _, p := range r.Properties {
		seen[p.Name] = true
		verdict, told := want[p.Name]
		switch {
		case told && verdict != p.Verdict:
			out = append(out, fmt.Sprintf("%s %s, expected: %s", p.Name, p.Verdict, verdict))
		case told, p.Absent, p.Verdict == report.Holds:
		case r.Verdict == report.Violated && p.Message == report.NotCompleted:
		default:
			out = append(out, fmt.Sprintf("%s %s", p.Name, p.Verdict))
		}
	}
	for name := range want {
		if !seen[name] {
			var names []string
			for _, p := range r.Properties {
				names = append(names, p.Name)
			}
			near := ""
			if text := diag.DidYouMean(name, names); text != "" {
				near = " (" + text + ")"
			}
			out = append(out, fmt.Sprintf("expected of %s, which is no property%s", name, near))
		}
	}
	slices.Sort(out)
	return out
}
