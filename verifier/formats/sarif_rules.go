package formats

import (
	"slices"

	"gospin/promela/lint"
)

// kinds are the rules: the kinds of properties, the ways in which a model is refused, and other findings,
// each with a page of the manual.
var kinds = []struct{ id, level, says, page string }{
	{"assertion", levelError, "An assertion fails, or a run-time error stops the model.", "properties"},
	{"end-state", levelError, "No process can move, and not all are in valid end states.", "properties"},
	{"limit", levelError, "A run comes to a limit of models, such as 255 processes.", "properties"},
	{"ltl", levelError, "A run breaks a formula of linear temporal logic.", "ltl"},
	{"never", levelError, "A run is accepted by a never claim, or an assertion in it fails.", "properties"},
	{"non-progress", levelError, "A run goes on for ever without progress.", "properties"},
	{"acceptance", levelError, "A run comes to an acceptance state again and again.", "properties"},
	{"trace", levelError, "A run has events that a trace assertion does not allow.", "properties"},
	{"notrace", levelError, "A run has the events that a notrace assertion forbids.", "properties"},
	{"overflow", levelError, "A value does not fit into what it is put into.", "properties"},
	{"expectation", levelError, "The model expects something of a property that it does not have.", "formats"},
	{"remark", levelNote, "Something holds, but perhaps for another reason than is thought.", "properties"},
	{"model-error", levelError, "The model, or the command line, is refused.", "promela"},
	{"model-warning", levelWarning, "The model is accepted, but hardly means what it says.", "promela"},
}

// severities has GitHub's problem.severity for each level.
var severities = map[string]string{
	levelError: "error", levelWarning: "warning", levelNote: "recommendation",
}

// sarifRules returns the rules. Those of lints come last.
func sarifRules() []sarifRule {
	var out []sarifRule
	add := func(id, level, says, help string, tags ...string) {
		out = append(out, sarifRule{
			ID: id, Name: id, ShortDescription: sarifText{says}, FullDescription: sarifText{says},
			Help: sarifText{help}, Default: sarifLevel{level},
			Properties: map[string]any{"tags": tags, "problem.severity": severities[level]},
		})
	}
	for _, k := range kinds {
		add(k.id, k.level, k.says, k.says+"\n\ngospin help "+k.page+" tells more.", "model-checking")
	}
	for _, l := range lint.All {
		says := "Found: " + l.Says + "."
		add(l.Name, levelWarning, says, says+"\n\nAn example:\n\n"+l.Example+"\n\n"+
			"A comment /* lint: "+l.Name+"=off */ on its line, or -W "+l.Name+"=off, leaves it out.", "lint")
	}
	return out
}

// ruleIndex returns the index of a rule.
func ruleIndex(rules []sarifRule, id string) int {
	return slices.IndexFunc(rules, func(r sarifRule) bool { return r.ID == id })
}
