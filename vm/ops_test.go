package vm

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestEveryOperationIsInTheTable(t *testing.T) {
	require.Len(t, ops, int(OpFault)+1)
	for op := range ops {
		require.NotEmpty(t, ops[op].name, "operation %d", op)
	}
	unknown := (OpFault + 1).info()
	require.Equal(t, useAll, unknown.reads)
	require.Equal(t, useAll, unknown.writes)
}
