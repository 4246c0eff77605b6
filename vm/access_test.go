package vm

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestLongListsAreSets: a chain of very many statements, such as 200,000 that each write a variable of
// their own. Were each looked for among all before it, this would take longer than tests may.
func TestLongListsAreSets(t *testing.T) {
	const n = 200_000
	var a, b Access
	for i := range int32(2 * n) {
		a.Writes = insert(a.Writes, Cells{Off: i % n, Len: 1})
	}
	b.Add(&a)
	for _, x := range []*Access{&a, &b} {
		require.LessOrEqual(t, cap(x.Writes), 5*n, "what is there twice does not pile up")
		x.compact()
		require.Len(t, x.Writes, n)
		for i := range int32(n) {
			require.Equal(t, i, x.Writes[i].Off)
		}
	}
}
