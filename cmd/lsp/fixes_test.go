package lsp

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.lsp.dev/protocol"

	"gospin/promela/lint"
)

// action is a code action: its lint, and its edits.
type action struct {
	lint  string
	edits []protocol.TextEdit
}

// actions returns the server's code actions for a whole document, by title. It copies their texts, since the
// library reuses its buffer for the next message.
func (c *client) actions(text string) map[string]*action {
	all, err := c.CodeAction(context.Background(), &protocol.CodeActionParams{TextDocument: c.id(),
		Range: protocol.Range{End: position(strings.Count(text, "\n")+1, 0)}})
	require.NoError(c.t, err)
	out := map[string]*action{}
	for _, a := range all {
		a := a.(*protocol.CodeAction)
		require.Equal(c.t, protocol.CodeActionKindQuickFix, *a.Kind)
		one := &action{}
		if code, is := a.Diagnostics[0].Code.(protocol.String); is {
			one.lint = strings.Clone(string(code))
		}
		for _, e := range a.Edit.Changes[c.uri] {
			e.NewText = strings.Clone(e.NewText)
			one.edits = append(one.edits, e)
		}
		out[strings.Clone(a.Title)] = one
	}
	return out
}

// applied applies the edits of an action, as a client does. Edits must not overlap.
func (a *action) applied(before string) string {
	t := newText(before)
	at := func(p protocol.Position) int { return t.starts[p.Line] + int(p.Character) } // of texts in ASCII
	slices.SortStableFunc(a.edits, func(a, b protocol.TextEdit) int {
		return at(b.Range.Start) - at(a.Range.Start)
	})
	for _, e := range a.edits {
		before = before[:at(e.Range.Start)] + e.NewText + before[at(e.Range.End):]
	}
	return before
}

// TestCodeActions: each action fixes its lint.
func TestCodeActions(t *testing.T) {
	c := connect(t, "init { skip }\n")
	version := int32(1)
	diagnostics := func(text string) []protocol.Diagnostic {
		version++
		c.change(version, nil, text)
		return c.diagnostics(version)
	}
	for _, x := range []struct{ before, title, after string }{
		{"byte count; init { coun = 1; assert(count < 2) }\n", "write count",
			"byte count; init { count = 1; assert(count < 2) }\n"},
		{"mtype = { SYN, SYNACK }; chan c = [1] of { mtype }; init { c!SYNAK; c?SYN }\n", "write SYNACK",
			"mtype = { SYN, SYNACK }; chan c = [1] of { mtype }; init { c!SYNACK; c?SYN }\n"},
		{"init { prinf(\"x\") }\n", "write printf", "init { printf(\"x\") }\n"},
		{"byte x; init { if (x == 0) { x = 1 } else { x = 2 } }\n", "write if :: ... fi",
			"byte x; init { if :: (x == 0) -> { x = 1 } :: else -> { x = 2 } fi }\n"},
		{"byte x; init { if (x == 0) { x = 1 } }\n", "write if :: ... fi",
			"byte x; init { if :: (x == 0) -> { x = 1 } :: else fi }\n"},
		{"byte x; init { while (x < 3) { x++ } }\n", "write do :: ... od",
			"byte x; init { do :: (x < 3) -> { x++ } :: else -> break od }\n"},
		{"byte x; init { x += 2 }\n", "write x = x +", "byte x; init { x = x + 2 }\n"},
		{"byte x; init { for (x = 0; x < 3; x++) { skip } }\n", "write for (x : 0 .. 2)",
			"byte x; init { for (x : 0 .. 2) { skip } }\n"},
		{"byte x; init { if :: x > 0 -> skip else -> skip fi }\n", "write :: else",
			"byte x; init { if :: x > 0 -> skip :: else -> skip fi }\n"},
		{"byte x; init { x = 1 x = 2; x == 2 }\n", "write ; between the statements",
			"byte x; init { x = 1; x = 2; x == 2 }\n"},
		{"bool b; init { not b }\n", "write !", "bool b; init { !b }\n"},
		{"byte used, un; init { used == 0 }\n", "leave un out", "byte used; init { used == 0 }\n"},
		{"byte un = 3, used; init { used == 0 }\n", "leave un out", "byte used; init { used == 0 }\n"},
		{"byte used;\nbyte un;\ninit { used == 0 }\n", "leave un out", "byte used;\ninit { used == 0 }\n"},
	} {
		require.NotEmpty(t, diagnostics(x.before), x.before)
		a := c.actions(x.before)[x.title]
		require.NotNil(t, a, "%s: %s", x.before, x.title)
		require.Equal(t, x.after, a.applied(x.before))
		for _, d := range diagnostics(x.after) {
			require.NotEqual(t, protocol.DiagnosticSeverityError, d.Severity, "%s: %v", x.after, d.Message)
		}
	}
	mended := map[string]bool{}
	for _, l := range lint.All {
		if l.Off {
			continue
		}
		of := func(d protocol.Diagnostic) bool { return d.Code == protocol.String(l.Name) }
		require.True(t, slices.ContainsFunc(diagnostics(l.Example), of), l.Name)
		for title, a := range c.actions(l.Example) {
			if a.lint != l.Name {
				continue
			}
			after := a.applied(l.Example)
			for _, d := range diagnostics(after) {
				require.NotEqual(t, protocol.DiagnosticSeverityError, d.Severity, "%s: %s: %v", title, after, d.Message)
				require.False(t, of(d), "%s: %s", title, after)
			}
			diagnostics(l.Example)
			mended[l.Name] = mended[l.Name] || !strings.HasPrefix(title, "turn ")
		}
		require.NotNil(t, c.actions(l.Example)["turn "+l.Name+" off in this line"], l.Name)
	}
	for _, name := range []string{
		"always-true-guard", "array-without-index", "ignored-initialiser", "ignored-width", "label-name", "misplaced-else",
		"mtype-twice", "no-width", "unused-channel", "unused-priority", "unused-proctype", "unused-variable",
	} {
		require.True(t, mended[name], name)
	}
	refactor := protocol.CodeActionContext{Only: []protocol.CodeActionKind{protocol.CodeActionKindRefactor}}
	other, err := c.CodeAction(context.Background(),
		&protocol.CodeActionParams{TextDocument: c.id(), Context: refactor})
	require.NoError(t, err)
	require.Empty(t, other)
}
