package train

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/compression/codectest"
	"gospin/vm/layout"
)

// TestUsesAgreeWithACount counts the components, with and without the bytes of every variable.
func TestUsesAgreeWithACount(t *testing.T) {
	l := codectest.Layout()
	first := l.Hidden + layout.ShapeBytes
	l.Fields = []*layout.Field{
		{Name: "a", Elem: layout.Elem{Off: first, Cell: layout.CellI16}, Len: 1},
		{Name: "b", Elem: layout.Elem{Off: first + 2, Cell: layout.CellU8}, Len: 3, Stride: 2},
		{Name: "h", Hidden: true},
	}
	s := NewSampler(l, 0)
	defer s.Free()
	shape := l.Child(l.Root(), 0)
	vec := make([]byte, shape.Size)
	l.SetShape(vec, shape)
	r := rand.New(rand.NewPCG(3, 1))
	own, others := [2]map[string]bool{{}, {}}, [2]map[string]bool{{}, {}}
	low, high := int32(0), int32(0)
	for range 400 {
		g := vec[shape.Comps[0].Off:][:l.Globals]
		v := int16(r.IntN(7) - 3)
		low, high = min(low, int32(v)), max(high, int32(v))
		layout.Store(g, layout.CellI16, 0, 0, int32(v))
		g[2+2*r.IntN(3)] = byte(r.IntN(2))
		g[8] = byte(r.IntN(2)) // no variable
		s.Add(vec)
		own[0][string(g[:2])] = true
		own[1][string([]byte{g[2], g[4], g[6]})] = true
		others[0][string(g[2:])] = true
		others[1][string([]byte{g[0], g[1], g[3], g[5], g[7], g[8]})] = true
	}
	u := s.Uses()[0]
	require.Len(t, u, 3)
	for i := range own {
		require.Equal(t, len(own[i]), u[i].Values)
		require.Equal(t, len(others[i]), u[i].Hidden)
	}
	require.Equal(t, low, u[0].Min)
	require.Equal(t, high, u[0].Max)
	require.EqualValues(t, 1, u[1].Max)
	require.Empty(t, s.Uses()[1])
}
