package lsp

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	own "gospin/cmd/lsp/protocol"
	"gospin/promela/expr"
)

// painted returns a text with the type after each of its tokens, and marks for declarations and writes.
func (c *client) painted(text string) string {
	r, err := c.SemanticTokensFull(context.Background(), &protocol.SemanticTokensParams{TextDocument: c.id()})
	require.NoError(c.t, err)
	require.Zero(c.t, len(r.Data)%5)
	t, line, char := newText(text), uint32(0), uint32(0)
	var out []string
	for i := 0; i < len(r.Data); i += 5 {
		if r.Data[i] > 0 {
			line, char = line+r.Data[i], 0
		}
		char += r.Data[i+1]
		from := t.offset(own.Position{Line: line, Character: char})
		to := t.offset(own.Position{Line: line, Character: char + r.Data[i+2]})
		mark := []string{"", "!", "="}[r.Data[i+4]]
		out = append(out, fmt.Sprintf("%s:%s%s", text[from:to], tokenTypes[r.Data[i+3]], mark))
	}
	return strings.Join(out, " ")
}

func TestSemanticTokens(t *testing.T) {
	text := `#define N 2
/* two
lines ä𝔸 */ mtype = { red };
typedef pair { byte a };
pair p[N]; chan q = [1] of { mtype };
inline inc(v) { v++ }
active proctype P(byte me) {
again: p[0].a = N; inc(p[1].a); q!red;
	printf("x"); goto again // done
}
ltl l { [] (p[0].a < 3 && true) }
`
	c := connect(t, text)
	want := []string{
		"#define N 2:macro", "/* two:comment", "lines ä𝔸 */:comment", "mtype:keyword red:enumMember!",
		"typedef:keyword pair:struct! byte:type a:property!",
		"pair:struct p:variable! N:macro chan:type q:event! 1:number of:keyword mtype:keyword",
		"inline:keyword inc:function!",
		"active:keyword proctype:keyword P:class! byte:type me:parameter!",
		"again:label! p:variable 0:number a:property= N:macro inc:function p:variable 1:number a:property= " +
			"q:event red:enumMember",
		`printf:keyword "x":string goto:keyword again:label // done:comment`,
		"ltl:keyword l:interface! p:variable 0:number a:property 3:number true:keyword",
	}
	got := c.painted(text)
	for _, w := range want {
		require.Contains(t, got, w)
	}
	// If the text has an error, names keep their types.
	broken := strings.Replace(text, "q!red", "q!red red", 1)
	c.change(2, nil, broken)
	require.NotEmpty(t, c.diagnostics(2))
	require.Contains(t, c.painted(broken), "printf:keyword \"x\":string goto:keyword again:label")
}

func TestFolding(t *testing.T) {
	c := connect(t, `/* a
b */
active proctype P() {
	do
	:: if
	   :: skip
	   fi
	:: break od
}
init { skip }
active proctype Q() { } }
`)
	all, err := c.FoldingRanges(context.Background(), &protocol.FoldingRangeParams{TextDocument: c.id()})
	require.NoError(t, err)
	var got []string
	for _, r := range all {
		got = append(got, fmt.Sprintf("%d-%d%s", r.StartLine, r.EndLine, r.Kind))
	}
	require.Equal(t, "0-1comment 4-5 3-6 2-7", strings.Join(got, " "))
}

// TestHoverOnWords: hovering shows the manual's text for each word of the language.
func TestHoverOnWords(t *testing.T) {
	words := expr.Keywords()
	c := connect(t, strings.Join(words, "\n"))
	for i, w := range words {
		require.NotEmpty(t, c.hover(i, 0), w)
	}
	c.change(2, nil, "byte x;\nactive proctype P() { do :: atomic { x == 0 -> x = 1 } :: timeout -> break od }\n")
	require.Contains(t, c.hover(1, 30), "**atomic**\n\nThe statements in `atomic { … }` follow one another")
	require.Contains(t, c.hover(1, 61), "Executable if nothing else in the whole model is executable.")
	require.Contains(t, c.hover(0, 5), "Global; 0 to 255.")
	require.Empty(t, c.hover(1, 25), "a sign")
}

// TestSignatures: while a call is typed, its parameters are shown.
func TestSignatures(t *testing.T) {
	c := connect(t, model)
	help := func(line, char int) string {
		h, err := c.SignatureHelp(context.Background(),
			&protocol.SignatureHelpParams{TextDocumentPositionParams: c.at(line, char)})
		require.NoError(t, err)
		if h == nil {
			return ""
		}
		active, _ := h.ActiveParameter.Get()
		return fmt.Sprint(strings.Clone(h.Signatures[0].Label), " ", active)
	}
	require.Equal(t, "worker(byte me) 0", help(22, 21))
	require.Equal(t, "inc(v) 0", help(12, 5))
	require.Empty(t, help(13, 8), "a channel")
	require.Empty(t, help(22, 2))
	c.change(2, nil, "inline f(a, b) { a = b }\nbyte x, y[3];\ninit { f(y[x], ")
	require.Equal(t, "f(a, b) 1", help(2, 16))
}

func TestWorkspaceSymbols(t *testing.T) {
	c := connect(t, model)
	c.uri = uri.File(c.path + ".other")
	c.open("byte countdown; init { countdown = 1 }\n")
	r, err := c.Symbols(context.Background(), &protocol.WorkspaceSymbolParams{Query: "COUNT"})
	require.NoError(t, err)
	var got []string
	for _, s := range r.(protocol.SymbolInformationSlice) {
		got = append(got, fmt.Sprint(strings.Clone(s.Name), " ", s.Location.Range.Start.Line))
	}
	require.Equal(t, []string{"count 3", "countdown 0"}, got)
}
