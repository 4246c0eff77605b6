package lsp

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"gospin/promela"
	"gospin/promela/resolve"
)

const endless = "/* endless */ byte x;\n"

// parseEndlessly makes the parser run for ever on texts with the word endless until it is stopped. The
// channel reports each.
func parseEndlessly(t *testing.T) chan struct{} {
	was := parse
	t.Cleanup(func() { parse = was })
	begun := make(chan struct{}, 100)
	parse = func(ctx context.Context, path string, o resolve.Options) (*promela.Model, error) {
		if b, err := o.ReadFile(path); err == nil && strings.Contains(string(b), "endless") {
			begun <- struct{}{}
			<-ctx.Done()
			return nil, context.Cause(ctx)
		}
		return was(ctx, path, o)
	}
	return begun
}

// TestAnEditEndsTheCheck: requests about a text that takes long to parse are answered after the next edit,
// and the text gets no diagnostics.
func TestAnEditEndsTheCheck(t *testing.T) {
	begun := parseEndlessly(t)
	c := connect(t, endless)
	<-begun
	asked := make(chan error, 2)
	go func() {
		_, err := c.Hover(context.Background(), &protocol.HoverParams{TextDocumentPositionParams: c.at(0, 0)})
		asked <- err
	}()
	go func() {
		_, err := c.Formatting(context.Background(), &protocol.DocumentFormattingParams{TextDocument: c.id()})
		asked <- err
	}()
	c.change(2, nil, endless+"byte y;\n")
	<-begun
	c.change(3, nil, "byte x; init { x = y }\n")
	require.Contains(t, c.diagnostics(3)[0].Message, "y")
	<-asked
	<-asked
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, p := range c.told {
		v, _ := p.Version.Get()
		require.Equal(t, int32(3), v)
	}
}

// TestACheckHoldsUpNothing: while one document is parsed, another is answered, and the server can exit.
func TestACheckHoldsUpNothing(t *testing.T) {
	begun := parseEndlessly(t)
	c := connect(t, endless)
	<-begun
	c.uri = uri.File(c.path + ".other")
	c.open("byte other; init { other = 1 }\n")
	require.Contains(t, c.hover(0, 6), "byte other")
}

// TestAnEditThatIsNoneEndsNothing: if an edit that changes nothing has stopped a check, the check is
// repeated.
func TestAnEditThatIsNoneEndsNothing(t *testing.T) {
	begun := parseEndlessly(t)
	c := connect(t, endless)
	<-begun
	bad := &protocol.DidChangeTextDocumentParams{TextDocument: protocol.VersionedTextDocumentIdentifier{
		TextDocumentIdentifier: c.id(), Version: 2}}
	require.NoError(t, c.DidChange(context.Background(), bad))
	<-begun
}

// TestAChecksBudget: a check that exceeds its time limit gets a diagnostic, and the next text is processed.
func TestAChecksBudget(t *testing.T) {
	parseEndlessly(t)
	was := checkBudget
	t.Cleanup(func() { checkBudget = was })
	checkBudget.Time = time.Millisecond
	c := connect(t, endless)
	require.Contains(t, c.diagnostics(1)[0].Message, "out of time")
}
