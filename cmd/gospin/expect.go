package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"gospin/verifier/report"
)

// expected matches the comment in which a model declares its verdicts, such as
//
//	/* expect: live violated, assertions holds */
var expected = regexp.MustCompile(`/\*\s*expect:((?s:.*?))\*/|//[ \t]*expect:(.*)`)

// expectationsOf returns the expectations of a model's file. If it can't be read, it returns none, since
// reading the model will report that.
func expectationsOf(path string) (map[string]report.Verdict, error) {
	text, err := readModel(path)
	if err != nil {
		return nil, nil
	}
	return expectations(string(text))
}

// expectations returns the verdicts that a model expects, by property, or nil if it declares none.
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
