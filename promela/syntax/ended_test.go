package syntax

import (
	"context"
	"strings"
	"testing"

	"github.com/alecthomas/participle/v2/lexer"
	"github.com/stretchr/testify/require"

	"gospin/promela/preproc"
)

// TestOptionsEndWithTheContext: if statements are parsed tentatively, as in options, parsing ends when the
// context is done.
func TestOptionsEndWithTheContext(t *testing.T) {
	was := readSentence
	t.Cleanup(func() { readSentence = was })
	ctx, cancel := context.WithCancel(t.Context())
	n := 0
	readSentence = func(l *lexer.PeekingLexer) (*Sentence, error) {
		if n++; n == 5 {
			cancel()
		}
		return was(l)
	}
	text := "byte x; init { do " + strings.Repeat(":: x > 0 -> x = 1 ", 100) + "od }"
	src, errs := preproc.Run(t.Context(), "m.pml", preproc.Options{
		ReadFile: func(string) ([]byte, error) { return []byte(text), nil }})
	require.Empty(t, errs)
	Read(ctx, src)
	require.Less(t, n, 10)
}
