package compression

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/vm/layout"
)

func newLayout() *layout.Layout {
	return &layout.Layout{
		Hidden:  2,
		Globals: 4,
		Procs:   []layout.ProcType{{Size: 3, Prio: -1, Chans: []int{0}}, {Size: 12, Prio: -1}},
		Chans:   []layout.ChanType{{Size: 5}},
		Global:  []int{0},
		Fields: []*layout.Field{
			{Name: "a", Elem: layout.Elem{Off: 5}, Len: 2, Stride: 1},
			{Name: "b", Elem: layout.Elem{Off: 7, Cell: layout.CellI16}, Len: 1, Stride: 2},
		},
	}
}

// drive interprets bytes as changes of a vector and checks every root: encoding is injective, decoding
// inverts it, translated roots keep their meaning, and the parent does not affect the result.
func drive(t *testing.T, o CollapseOptions, program []byte) *Collapse {
	l := newLayout()
	c := NewCollapse(l, o)
	sh := l.Root()
	vec := make([]byte, sh.Size)
	l.SetShape(vec, sh)
	byKey := map[string][]uint64{}
	encode := func(dirty uint64, parent []uint64) []uint64 {
		root, ok := c.Encode(vec, dirty, parent)
		for !ok {
			for k, r := range byKey {
				n := make([]uint64, c.Words())
				c.Translate(n, r)
				byKey[k] = n
			}
			root, ok = c.Encode(vec, 0, nil)
		}
		return append([]uint64(nil), root...)
	}
	parent := encode(0, nil)
	version := c.Version()
	for i := 0; i+2 < len(program); i += 3 {
		op, x, y := program[i], int(program[i+1]), program[i+2]
		dirty := uint64(0)
		switch {
		case op < 40 && len(sh.Procs) < 80:
			was := len(sh.Comps)
			sh = l.Child(sh, x%2)
			vec = append(vec, make([]byte, sh.Size-len(vec))...)
			for j := was; j < len(sh.Comps); j++ {
				dirty |= 1 << min(j, 63)
			}
		case op < 70 && sh.Parent != nil:
			sh = sh.Parent
			vec = vec[:sh.Size]
		default:
			j := (int(op) + x) % len(sh.Comps)
			vec[sh.Comps[j].Off+x%sh.Comps[j].Len] = y
			dirty |= 1 << min(j, 63)
		}
		l.SetShape(vec, sh)
		if c.Version() != version {
			parent, version = nil, c.Version()
		}
		root := encode(dirty, parent)
		if c.Version() == version && parent != nil {
			require.Equal(t, encode(0, nil), root, "the parent's help changes the root")
		}
		key := string(l.Key(vec))
		if was, known := byKey[key]; known {
			require.Equal(t, was, root)
		}
		byKey[key] = root
		parent, version = root, c.Version()
	}
	seen := map[string]bool{}
	for k, r := range byKey {
		require.NotZero(t, r[0])
		require.Equal(t, k, string(c.Decode(nil, r)))
		seen[k] = true
	}
	return c
}

func FuzzCollapse(f *testing.F) {
	f.Add([]byte("abcabcabc\x01\x02\x03zzz\x30\x00\x00"))
	f.Fuzz(func(t *testing.T, program []byte) {
		if len(program) < 3000 {
			drive(t, CollapseOptions{}, program).Free()
		}
	})
}

func TestLongRun(t *testing.T) {
	var program []byte
	x := uint32(1)
	for range 30000 {
		x = x*1664525 + 1013904223
		program = append(program, byte(x>>24))
	}
	c := drive(t, CollapseOptions{}, program)
	require.Greater(t, c.Version(), uint64(3), "the packing has grown")
	require.Greater(t, c.Words(), 1)
	n := 0
	for _, k := range c.Counts() {
		require.Positive(t, k.N)
		n++
	}
	require.Equal(t, 4, n)
	require.Positive(t, c.Bytes())
	c.Free()
}

// TestManyComponents has more components than Dirty has bits.
func TestManyComponents(t *testing.T) {
	var program []byte
	for i := range 80 {
		program = append(program, 0, byte(i), 0)
	}
	for i := range 2000 {
		program = append(program, byte(100+i%150), byte(i*7), byte(i))
	}
	for name, o := range splits {
		t.Run(name, func(t *testing.T) { drive(t, o, program).Free() })
	}
}

func TestSplits(t *testing.T) {
	for name, o := range splits {
		t.Run(name, func(t *testing.T) { drive(t, o, noise(6000)).Free() })
	}
}
