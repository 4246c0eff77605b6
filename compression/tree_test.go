package compression

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// driveTree interprets bytes as changes of a vector: roots are injective, decoding inverts them, and the
// parent does not affect the result.
func driveTree(t *testing.T, program []byte) *Tree {
	l := newLayout()
	tr := NewTree(l)
	sh := l.Root()
	vec := make([]byte, sh.Size)
	byKey := map[string]uint64{}
	parent := uint64(0)
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
		root, ok := tr.Encode(vec, dirty, parent)
		require.True(t, ok)
		again, _ := tr.Encode(vec, 0, 0)
		require.Equal(t, again, root, "the parent's help changes the root")
		key := string(l.Key(vec))
		if was, known := byKey[key]; known {
			require.Equal(t, was, root)
		}
		byKey[key], parent = root, root
	}
	for k, r := range byKey {
		require.Equal(t, k, string(tr.Decode(nil, r)))
	}
	return tr
}

func FuzzTree(f *testing.F) {
	f.Add([]byte("abcabcabc\x01\x02\x03zzz\x30\x00\x00"))
	f.Fuzz(func(t *testing.T, program []byte) {
		if len(program) < 3000 {
			driveTree(t, program).Free()
		}
	})
}

func TestTreesOfLongRuns(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	program := make([]byte, 60000)
	for i := range program {
		program[i] = byte(r.Uint32())
	}
	tr := driveTree(t, program)
	left, right := tr.Halves()
	require.Greater(t, left, blockLen)
	require.Greater(t, right, blockLen)
	require.Greater(t, tr.Branches(), blockLen)
	require.Greater(t, tr.Bytes(), int64(1<<14))
	tr.Free()
	require.Less(t, tr.Bytes(), int64(1<<16))

	program = program[:0]
	for i := range 80 { // more components than Dirty has bits
		program = append(program, 0, byte(i), 0)
	}
	for i := range 2000 {
		program = append(program, byte(100+i%150), byte(i*7), byte(i))
	}
	driveTree(t, program).Free()
}

// TestPairsKeepTheirNumbers stores pairs of all widths, some very different from their neighbours.
func TestPairsKeepTheirNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 6))
	p := newPairs()
	byTriple := map[triple]uint32{}
	for i := range 40000 {
		x := triple{r.Uint64() >> (i / 700), r.Uint32() >> 8 >> (i / 4096 * 3)}
		want, known := byTriple[x]
		if !known {
			want = uint32(len(byTriple) + 1)
			byTriple[x] = want
		}
		require.Equal(t, want, p.index(x))
	}
	for x, n := range byTriple {
		require.Equal(t, x, p.at(n))
	}
	p.Free()
}

func BenchmarkTree(b *testing.B) {
	l := newLayout()
	sh := l.Root()
	for i := range 12 {
		sh = l.Child(sh, i%2)
	}
	vec := make([]byte, sh.Size)
	l.SetShape(vec, sh)
	tr := NewTree(l)
	defer tr.Free()
	root := uint64(0)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		c := &sh.Comps[i%len(sh.Comps)]
		vec[c.Off] = vec[c.Off]*5 + 1
		vec[c.Off] &= 3
		root, _ = tr.Encode(vec, 1<<(i%len(sh.Comps)), root)
	}
}
