package vm

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestLongListsAreSets adds the accesses of 200,000 statements that write different variables. A linear
// search for each would take longer than tests may.
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

// TestSettlingLongLists has a d_step of 200,000 statements a[i] = 1 with different arrays and indices, half
// of which also write their index. A linear search for each index would take longer than tests may.
func TestSettlingLongLists(t *testing.T) {
	const n = 200_000
	var a Access
	for i := range int32(n) {
		at := Index{Known: InCell, Off: 10 * i}
		other := Cells{Base: BaseOther, Proc: 1, Off: 10 * i, Len: 8}
		a.Writes = append(a.Writes, other,
			Cells{Off: 10*i + 1, Len: 8, Stride: 1, Index: at})
		if i%2 == 1 {
			a.Writes = append(a.Writes, Cells{Off: 10 * i, Len: 1})
		}
		a.Sends = append(a.Sends, Channel{In: Cells{Off: 10*i + i%2*8, Len: 1}})
	}
	a.settle()
	known := 0
	for _, w := range a.Writes {
		if w.Index.Known == InCell {
			require.Zero(t, w.Index.Off/10%2)
			known++
		}
	}
	require.Equal(t, n/2, known)
	for i, c := range a.Sends {
		require.Equal(t, i%2 == 1, c.Assigned)
	}
}
