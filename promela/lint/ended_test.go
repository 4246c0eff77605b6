package lint_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/promela/lint"
)

// TestCheckEndsWithItsContext: a check that was interrupted does not claim that there are no findings.
func TestCheckEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	m := read(t, "byte x;\nactive proctype P() { x = 1 }\n")
	cancel()
	found, err := lint.Check(ctx, m, nil)
	require.ErrorIs(t, err, context.Canceled)
	require.Empty(t, found)
}
