package ltl

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestTranslationsEndWithTheContext: the translation of a hard formula ends when the context is done.
func TestTranslationsEndWithTheContext(t *testing.T) {
	var parts []string
	for i := range 10 {
		parts = append(parts, fmt.Sprintf("[] <> p%d", i))
	}
	f, _, err := Parse(strings.Join(parts, " && "))
	require.NoError(t, err)
	ctx, stop := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer stop()
	_, err = Translate(ctx, f)
	require.ErrorIs(t, err, context.DeadlineExceeded)
	_, err = ForSearch(ctx, f)
	require.ErrorIs(t, err, context.DeadlineExceeded)
	_, err = StutterInvariant(ctx, f)
	require.ErrorIs(t, err, context.DeadlineExceeded)
}
