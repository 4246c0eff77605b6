package lsp

import (
	"testing"

	"github.com/stretchr/testify/require"
	"go.lsp.dev/protocol"
)

// TestNeverExecuted: after a complete search, statements that no run executes are hints that editors
// show faded, until the text changes.
func TestNeverExecuted(t *testing.T) {
	c := connect(t, "byte x;\nactive proctype P() {\n\tif\n\t:: x > 0 -> x = 1\n\t:: else\n\tfi\n}\n")
	require.NoError(t, c.choose(c.lens("verify assertions")))
	var faded []protocol.Range
	var tags []protocol.DiagnosticTag
	c.until(func() bool {
		faded, tags = nil, nil
		if len(c.told) == 0 {
			return false
		}
		for _, d := range c.told[len(c.told)-1].Diagnostics {
			if d.Severity == protocol.DiagnosticSeverityHint {
				tags, faded = append(tags, d.Tags.Slice()...), append(faded, d.Range)
			}
		}
		return len(faded) > 0
	})
	at := func(from, to uint32) protocol.Range {
		line := func(at uint32) protocol.Position { return protocol.Position{Line: 3, Character: at} }
		return protocol.Range{Start: line(from), End: line(to)}
	}
	unnecessary := protocol.DiagnosticTagUnnecessary
	require.Equal(t, []protocol.DiagnosticTag{unnecessary, unnecessary}, tags)
	require.Equal(t, []protocol.Range{at(4, 9), at(13, 18)}, faded)
	c.change(2, &protocol.Range{}, "\n")
	c.until(func() bool { return len(c.told[len(c.told)-1].Diagnostics) == 0 })
}
