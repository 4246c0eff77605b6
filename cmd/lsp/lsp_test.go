package lsp

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

const model = `mtype = { red, green };
#define N 2
typedef pair { byte a; mtype colour };
byte count; /* ä𝔸 */ pair p[N];
chan q = [N] of { mtype, byte };

inline inc(v) { v++; count = v }

proctype worker(byte me)
{
	byte k;
again:	p[me].a = k;
	inc(k);
	q!red(k);
	if
	:: k < 3 -> goto again
	:: else
	fi
}

init {
	mtype m;
	atomic { run worker(0); run worker(1) };
	q?m, count;
	assert(worker[1]:k <= 3 && count < N + 5)
}

ltl bounded { [] (count < 4) }
ltl small { [] (count < 2) }
`

func TestNames(t *testing.T) {
	c := connect(t, model)
	var lints []string
	for _, d := range c.diagnostics(1) {
		require.Equal(t, protocol.DiagnosticSeverityWarning, d.Severity)
		lints = append(lints, string(d.Code.(protocol.String)))
	}
	require.Equal(t, []string{"write-only", "write-only"}, lints)
	ctx := context.Background()

	for _, x := range []struct {
		line, char int
		want       []string
	}{
		{3, 5, []string{"byte count", "Global; 0 to 255.", "Declared at line 4.", "Written at lines 7, 24.",
			"Read at lines 25, 28, 29."}},
		{3, 27, []string{"pair p[2]", "a record", "Read at line 12."}}, // after wide characters
		{4, 6, []string{"chan q = [2] of { mtype, byte }", "Sent to at line 14.", "Received from at line 24."}},
		{8, 10, []string{"proctype worker(byte me)", "Run at line 23.", "Read at line 25."}},
		{12, 3, []string{"inline inc(v)", "Used at line 13."}},
		{1, 8, []string{"#define N 2", "Used at lines 4, 5, 25."}},
		{10, 7, []string{"byte k", "Local to worker", "Written at line", "Read at lines"}},
		{11, 13, []string{"byte a", "A field of pair", "Written at line 12."}},
		{0, 11, []string{"mtype red", "A constant, 2.", "Read at line 14."}},
		{2, 9, []string{"typedef pair {", "\tmtype colour;", "Used at line 4."}},
		{15, 19, []string{"again:", "A label of worker.", "Jumped to at line 16."}},
		{27, 5, []string{"ltl bounded { [ ] ( count < 4 ) }"}},
	} {
		got := c.hover(x.line, x.char)
		for _, w := range x.want {
			if !strings.Contains(got, w) {
				t.Errorf("%d:%d: %q lacks %q", x.line, x.char, got, w)
			}
		}
	}
	require.Empty(t, c.hover(5, 0))

	def, err := c.Definition(ctx, &protocol.DefinitionParams{TextDocumentPositionParams: c.at(24, 9)})
	require.NoError(t, err)
	require.Equal(t, protocol.LocationSlice{{URI: c.uri,
		Range: protocol.Range{Start: position(8, 9), End: position(8, 15)}}}, def)
	refs, err := c.References(ctx, &protocol.ReferenceParams{TextDocumentPositionParams: c.at(3, 6)})
	require.NoError(t, err)
	require.Len(t, refs, 5)
	marks, err := c.DocumentHighlight(ctx,
		&protocol.DocumentHighlightParams{TextDocumentPositionParams: c.at(3, 6)})
	require.NoError(t, err)
	require.Len(t, marks, 6)

	syms, err := c.DocumentSymbol(ctx, &protocol.DocumentSymbolParams{TextDocument: c.id()})
	require.NoError(t, err)
	var tree []string
	for _, s := range syms.(protocol.DocumentSymbolSlice) {
		tree = append(tree, s.Name)
		for _, k := range s.Children {
			tree = append(tree, "."+k.Name)
		}
	}
	require.Equal(t, "red green N pair count p q inc worker .me .k .again init .m bounded small",
		strings.Join(tree, " "))
}

func TestRename(t *testing.T) {
	c := connect(t, model)
	ctx := context.Background()
	e, err := c.Rename(ctx, &protocol.RenameParams{TextDocumentPositionParams: c.at(10, 6), NewName: "tries"})
	require.NoError(t, err)
	require.Len(t, e.Changes[c.uri], 6)
	for name, why := range map[string]string{"do": "no name", "1a": "no name", "count": "something else"} {
		_, err = c.Rename(ctx, &protocol.RenameParams{TextDocumentPositionParams: c.at(10, 6), NewName: name})
		require.ErrorContains(t, err, why)
	}
	r, err := c.PrepareRename(ctx, &protocol.PrepareRenameParams{TextDocumentPositionParams: c.at(10, 6)})
	require.NoError(t, err)
	require.Equal(t, "k", r.(*protocol.PrepareRenamePlaceholder).Placeholder)

	c.change(2, nil, "#define X x\nbyte x, y;\ninline f() { y++ }\ninit { X = 1; y = 2 }\n")
	_, err = c.PrepareRename(ctx, &protocol.PrepareRenameParams{TextDocumentPositionParams: c.at(1, 5)})
	require.ErrorContains(t, err, "stands in a macro that is used at line 4")
	_, err = c.PrepareRename(ctx, &protocol.PrepareRenameParams{TextDocumentPositionParams: c.at(1, 8)})
	require.ErrorContains(t, err, "y stands at line 3")
}

func TestCompletion(t *testing.T) {
	c := connect(t, model)
	all := c.completions(12, 1)
	for _, w := range []string{" k ", " me ", " count ", " inc ", " N ", " red ", " do ", " d_step "} {
		require.Contains(t, all, w)
	}
	require.NotContains(t, all, " m ")
	require.NotContains(t, all, " colour ")
	require.Equal(t, " a colour ", c.completions(11, 14))
	require.Equal(t, " again ", c.completions(15, 18))
	require.Equal(t, " worker ", c.completions(22, 14))

	// If the text has an error, the last valid version is used.
	c.change(2, &protocol.Range{Start: position(10, 0), End: position(10, 0)}, "\tp[0].\n")
	require.Equal(t, " a colour ", c.completions(10, 6))
	require.NotEmpty(t, c.diagnostics(2))
	require.Contains(t, c.hover(28, 10), "bounded", "what stands behind the error")
}

func TestDiagnostics(t *testing.T) {
	c := connect(t, "byte x;\ninit { y = 1; x == 1 }\n")
	d := c.diagnostics(1)
	require.Len(t, d, 1)
	require.Equal(t, protocol.Range{Start: position(1, 7), End: position(1, 8)}, d[0].Range)
	require.Contains(t, string(d[0].Message.(protocol.String)), "undeclared variable: y")
	require.Equal(t, protocol.DiagnosticSeverityError, d[0].Severity)

	// After quick changes, only the last one is reported.
	at := &protocol.Range{Start: position(1, 7), End: position(1, 8)}
	c.change(2, at, "z")
	c.change(3, at, "x")
	require.Empty(t, c.diagnostics(3))

	// Errors in an included file are reported there.
	other := filepath.Join(filepath.Dir(c.path), "other.pml")
	require.NoError(t, os.WriteFile(other, []byte("byte b\nbyte 7;\n"), 0o600))
	c.change(4, nil, "#include \"other.pml\"\ninit { skip }\n")
	c.diagnostics(4)
	c.until(func() bool {
		for _, p := range c.told {
			if p.URI == uri.File(other) && len(p.Diagnostics) == 1 {
				return p.Diagnostics[0].Range.Start.Line == 1
			}
		}
		return false
	})
	def, err := c.Definition(context.Background(),
		&protocol.DefinitionParams{TextDocumentPositionParams: c.at(0, 3)})
	require.NoError(t, err)
	require.Equal(t, uri.File(other), def.(protocol.LocationSlice)[0].URI)
}

func TestFormatting(t *testing.T) {
	c := connect(t, "byte x;\ninit{x=1;x=2}\n/* end */\n")
	ctx := context.Background()
	p := &protocol.DocumentFormattingParams{TextDocument: c.id()}
	e, err := c.Formatting(ctx, p)
	require.NoError(t, err)
	require.Equal(t, []protocol.TextEdit{{NewText: "init { x = 1; x = 2 }\n",
		Range: protocol.Range{Start: position(1, 0), End: position(2, 0)}}}, e)
	c.change(2, nil, "init { skip }\n")
	e, err = c.Formatting(ctx, p)
	require.NoError(t, err)
	require.Empty(t, e)
	c.change(3, nil, "init{1 1}")
	_, err = c.Formatting(ctx, p)
	require.ErrorContains(t, err, "expected")
	c.change(4, nil, "\n\ninit { skip }")
	e, err = c.Formatting(ctx, p)
	require.NoError(t, err)
	require.NotEmpty(t, e)
}

func TestLenses(t *testing.T) {
	var trail string
	t.Cleanup(func() { require.NoFileExists(t, trail, "the server has ended") })
	c := connect(t, model)
	var args [2]string
	l := c.lens("verify bounded")
	require.NotNil(t, l)
	require.Equal(t, uint32(27), l.Range.Start.Line)
	require.NoError(t, json.Unmarshal(l.Command.Arguments[1], &args[1]))
	require.Equal(t, "bounded", args[1])
	for begins, ends := range map[string]string{
		"verify bounded": "bounded: holds, ", "verify small": "small: violated; choose to see the run",
		"verify assertions": "assertions and end states: violated",
	} {
		l := c.lens(begins)
		require.NotNil(t, l, begins)
		require.NoError(t, c.choose(l))
		c.until(func() bool { c.mu.Unlock(); defer c.mu.Lock(); return c.lens(ends) != nil })
	}
	run := func(lens string) (r struct{ Model, Trail string }) {
		said, err := c.chosen(c.lens(lens))
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(said, &r))
		require.Equal(t, c.path, r.Model)
		return r
	}
	one, two := run("small: violated"), run("assertions and end states: violated")
	for path, property := range map[string]string{one.Trail: "small", two.Trail: "invalid end states"} {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Contains(t, string(text), property, "each lens shows its own run")
	}
	require.NoFileExists(t, c.path+".trail")
	trail = one.Trail
	l = c.lens("small: violated")
	require.NoError(t, c.choose(l))
	c.until(func() bool {
		said := c.messages[len(c.messages)-1]
		return strings.HasPrefix(said, "small: violated: ") && strings.Contains(said, "to see it: gospin replay ") &&
			strings.HasSuffix(said, c.path)
	})

	// A change removes verdicts. Unsaved texts are not verified.
	c.change(2, &protocol.Range{}, "\n")
	require.NotNil(t, c.lens("verify small"))
	require.Nil(t, c.lens("small"))
	require.NoError(t, c.choose(c.lens("verify small")))
	c.until(func() bool { return strings.HasPrefix(c.messages[len(c.messages)-1], "save ") })
	require.Error(t, c.choose(&protocol.CodeLens{Command: protocol.Command{Command: "x"}}))

	// Failures are shown at their place.
	short := "byte x;\ninit { x = 2; assert(x == 1) }\n"
	c.change(3, nil, short)
	require.NoError(t, os.WriteFile(c.path, []byte(short), 0o600))
	require.NoError(t, c.choose(c.lens("verify assertions")))
	c.until(func() bool {
		for _, d := range c.told[len(c.told)-1].Diagnostics {
			text := string(d.Message.(protocol.String))
			if strings.HasPrefix(text, "assertions: violated: assert(x == 1)") {
				return d.Range.Start == position(1, 14) && d.Severity == protocol.DiagnosticSeverityError &&
					strings.Contains(text, "\nx == 1 is false: x = 2 since step 1 of init (0)\n")
			}
		}
		return false
	})

	unnamed := "byte x;\ninit { x = 2 }\nltl { [] (x < 3) }\n"
	c.change(4, nil, unnamed)
	require.NoError(t, os.WriteFile(c.path, []byte(unnamed), 0o600))
	require.NoError(t, c.choose(c.lens("verify ltl_0")))
	c.until(func() bool { return strings.HasPrefix(c.messages[len(c.messages)-1], "ltl_0: holds") })

	// A long verification can be stopped.
	long := "int x, y;\nactive proctype P() { do :: x++ od }\nactive proctype Q() { do :: y++ od }\n" +
		"ltl l { [] (x >= 0 || y >= 0 || y < 0) }\n"
	c.change(5, nil, long)
	require.NoError(t, os.WriteFile(c.path, []byte(long), 0o600))
	require.NoError(t, c.choose(c.lens("verify l")))
	require.NotNil(t, c.lens("l: being verified"))
	require.NoError(t, c.choose(c.lens("l: being verified")))
	c.until(func() bool { // it may be stopped before the search begins
		c.mu.Unlock()
		defer c.mu.Lock()
		return c.lens("l: inconclusive") != nil || c.lens("l: not verified") != nil
	})
}

// TestAnything: whatever the document and the position, there is an answer. With GOSPIN_LONG, the test takes
// longer.
func TestAnything(t *testing.T) {
	c := connect(t, model)
	ctx := context.Background()
	r := rand.New(rand.NewPCG(3, 4))
	signs := []string{
		"",
		"\n",
		"{",
		"}",
		"fi",
		"do ::",
		"/*",
		"\"",
		"#if 0\n",
		"#define x y\n",
		"ä𝔸",
		"goto ",
		".",
		"@",
		"ltl {",
		"inline f(",
		"[",
		"\x00",
		"\r\n",
		"P:",
		"typedef ",
		"#include \"m.pml\"\n",
	}
	rounds := int32(160)
	if os.Getenv("GOSPIN_LONG") != "" {
		rounds = 4000
	}
	for v := int32(2); v < rounds; v++ {
		anywhere := func() protocol.Position { return position(r.IntN(32), r.IntN(30)) }
		c.change(v, &protocol.Range{Start: anywhere(), End: anywhere()}, signs[r.IntN(len(signs))])
		if v%20 == 0 {
			c.change(v, nil, model)
		}
		p := protocol.TextDocumentPositionParams{TextDocument: c.id(), Position: anywhere()}
		_, err := c.Hover(ctx, &protocol.HoverParams{TextDocumentPositionParams: p})
		require.NoError(t, err)
		_, err = c.Definition(ctx, &protocol.DefinitionParams{TextDocumentPositionParams: p})
		require.NoError(t, err)
		_, err = c.References(ctx, &protocol.ReferenceParams{TextDocumentPositionParams: p})
		require.NoError(t, err)
		_, err = c.Completion(ctx, &protocol.CompletionParams{TextDocumentPositionParams: p})
		require.NoError(t, err)
		_, err = c.DocumentSymbol(ctx, &protocol.DocumentSymbolParams{TextDocument: c.id()})
		require.NoError(t, err)
		_, err = c.CodeLens(ctx, &protocol.CodeLensParams{TextDocument: c.id()})
		require.NoError(t, err)
		_, err = c.CodeAction(ctx, &protocol.CodeActionParams{TextDocument: c.id(),
			Range: protocol.Range{End: position(40, 0)}})
		require.NoError(t, err)
		_, err = c.SemanticTokensFull(ctx, &protocol.SemanticTokensParams{TextDocument: c.id()})
		require.NoError(t, err)
		_, err = c.FoldingRanges(ctx, &protocol.FoldingRangeParams{TextDocument: c.id()})
		require.NoError(t, err)
		for _, err := range []error{
			second(c.Formatting(ctx, &protocol.DocumentFormattingParams{TextDocument: c.id()})),
			second(c.PrepareRename(ctx, &protocol.PrepareRenameParams{TextDocumentPositionParams: p})),
		} {
			if err != nil {
				require.NotContains(t, err.Error(), "internal")
			}
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, p := range c.told {
		for _, d := range p.Diagnostics {
			require.NotContains(t, d.Message, "internal")
		}
	}
}

func second[T any](_ T, err error) error { return err }
