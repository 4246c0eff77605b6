package main

import (
	"regexp"
	"slices"
	"strings"

	"gospin/promela"
	"gospin/promela/diag"
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
	return expectations(path, string(text))
}

// expectations returns the verdicts that a model expects, by property, or nil if it declares none. An error
// is a diag.List.
func expectations(path, text string) (map[string]report.Verdict, error) {
	var out map[string]report.Verdict
	for _, m := range expected.FindAllStringSubmatchIndex(text, -1) {
		at, end := m[2], m[3] // of the comment's text
		if at < 0 {
			at, end = m[4], m[5]
		}
		for part := range strings.SplitAfterSeq(text[at:end], ",") {
			wrong := func(word, format string, args ...any) error {
				return diag.List{inText(path, text, at+strings.Index(part, word), format, args...)}
			}
			words := strings.Fields(strings.TrimSuffix(part, ","))
			if len(words) < 2 {
				part := strings.TrimSpace(strings.TrimSuffix(part, ","))
				return nil, wrong(part, "expect: takes a property and a verdict, not %q", part)
			}
			name, verdict := strings.Join(words[:len(words)-1], " "), words[len(words)-1]
			all := []string{string(report.Holds), string(report.Violated), string(report.Inconclusive)}
			if !slices.Contains(all, verdict) {
				return nil, wrong(verdict, "expect: %q is no verdict%s: there are %s", verdict, hint(verdict, all),
					strings.Join(all, ", "))
			}
			at += len(part)
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

// inText returns an error at a place in a file's text. The place is an offset.
func inText(path, text string, at int, format string, args ...any) *diag.Diagnostic {
	line := strings.Count(text[:at], "\n")
	from := strings.LastIndexByte(text[:at], '\n') + 1
	d := diag.Errorf(promela.Pos{File: path, Line: line + 1, Col: at - from + 1}, format, args...)
	d.Source, _, _ = strings.Cut(text[from:], "\n")
	return d
}
