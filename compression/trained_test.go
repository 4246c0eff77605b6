package compression

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/thorough"
	"gospin/vm/layout"
)

// driveTrained interprets bytes as changes of a vector and checks every root: encoding is injective, decoding
// inverts it, translated roots keep their meaning, and the parent does not affect the result.
func driveTrained(t *testing.T, l *layout.Layout, c *Trained, program []byte) {
	sh := l.Root()
	vec := make([]byte, sh.Size)
	l.SetShape(vec, sh)
	byKey := map[string][]uint64{}
	encode := func(dirty uint64, parent []uint64) []uint64 {
		root, ok := c.Encode(vec, dirty, parent)
		for tries := 0; !ok; tries++ {
			require.Less(t, tries, 3, "a plan that was made for a vector has no room for it")
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
			sh = l.Child(sh, x%len(l.Procs))
			vec = append(vec, make([]byte, sh.Size-len(vec))...)
			for j := was; j < len(sh.Comps); j++ {
				dirty |= 1 << min(j, 63)
			}
		case op < 70 && sh.Parent != nil:
			sh = sh.Parent
			vec = vec[:sh.Size]
		default:
			j := (int(op) + x) % len(sh.Comps)
			if n := sh.Comps[j].Len; n > 0 {
				vec[sh.Comps[j].Off+x%n] = y
			}
			dirty |= 1 << min(j, 63)
		}
		l.SetShape(vec, sh)
		root := encode(dirty, parent)
		if c.Version() == version {
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
		last := r[len(r)-1]
		require.Zero(t, last>>(8*(c.RootBytes()-8*(len(r)-1))-1)>>1, "bits beyond RootBytes")
		word := string(appendWords(nil, r))
		require.False(t, seen[word])
		seen[word] = true
	}
}

func appendWords(b []byte, words []uint64) []byte {
	for _, w := range words {
		for k := range 8 {
			b = append(b, byte(w>>(8*k)))
		}
	}
	return b
}

// trainings are possible results of training on newLayout, whether correct or not.
func trainings() map[string]*Training {
	few := func(n, values int) [][]byte {
		out := make([][]byte, n)
		for i := range out {
			for v := range values {
				out[i] = append(out[i], byte(v*7))
			}
		}
		return out
	}
	plain := &Training{
		States:   1000,
		Complete: true,
		Shapes:   [][]int{{}, {0}, {0, 1}},
		Classes: []ValueStats{
			{Values: few(4, 2)},
			{Values: few(3, 1)},
			{Values: few(12, 3)},
			{Values: few(5, 4)},
		},
	}
	tables := &Training{
		States: 1 << 40,
		Shapes: [][]int{{1, 1, 1}},
		Classes: []ValueStats{
			{Values: few(4, 2), Distinct: 3},
			{Values: few(3, 1), Distinct: 1},
			{Values: few(12, 3), Parts: []int{5, 0}},
			{Values: few(5, 4), Distinct: 9},
		},
	}
	seats := &Training{States: 1 << 20, Complete: true, Shapes: [][]int{{0, 1, 1}}, Classes: plain.Classes}
	for comp, class := range []int{0, 3, 1, 3, 2, 2} {
		x := plain.Classes[class]
		x.Distinct = 1 + comp
		seats.Seats = append(seats.Seats, Seat{comp, class, x})
	}
	wrong := &Training{
		States:  1,
		Shapes:  [][]int{{7}, {-1}},
		Classes: []ValueStats{{Values: few(9, 2), Distinct: -4}},
		Seats: []Seat{
			{-1, 0, ValueStats{}},
			{0, 99, ValueStats{}},
			{1, 3, ValueStats{Distinct: 1 << 60, Values: few(5, 0)}},
		},
	}
	return map[string]*Training{
		"nothing": nil,
		"empty":   {},
		"plain":   plain,
		"tables":  tables,
		"seats":   seats,
		"wrong":   wrong,
	}
}

func TestTrainedCodesAreTotal(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for name, training := range trainings() {
		for _, calm := range []bool{true, false} {
			var program []byte
			for range thorough.Of(1500, 4000) {
				op := byte(r.IntN(256))
				if calm && op < 70 && r.IntN(20) > 0 {
					op += 100
				}
				program = append(program, op, byte(r.IntN(256)), byte(r.IntN(256)>>r.IntN(9)))
			}
			l := newLayout()
			c := NewTrained(l, training)
			driveTrained(t, l, c, program)
			_, widened := c.Unseen()
			require.Positive(t, widened, name)
			require.Positive(t, c.Bytes(), name)
			c.Free()
		}
	}
}

// TestMoreComponentsThanDirtyTells has more components than Dirty has bits.
func TestMoreComponentsThanDirtyTells(t *testing.T) {
	var program []byte
	for i := range 80 {
		program = append(program, 0, byte(i), 0)
	}
	for i := range 2000 {
		program = append(program, byte(100+i%150), byte(i*7), byte(i))
	}
	l := newLayout()
	c := NewTrained(l, trainings()["seats"])
	defer c.Free()
	driveTrained(t, l, c, program)
}

func FuzzTrained(f *testing.F) {
	f.Add(byte(0), []byte("abcabcabc\x01\x02\x03zzz\x30\x00\x00"))
	f.Add(byte(3), []byte("\x00\x01\x00abcabcabc\x01\x02\x03zzz\x30\x00\x00"))
	names := []string{"nothing", "empty", "plain", "tables", "seats", "wrong"}
	f.Fuzz(func(t *testing.T, which byte, program []byte) {
		if len(program) < 3000 {
			l := newLayout()
			c := NewTrained(l, trainings()[names[int(which)%len(names)]])
			driveTrained(t, l, c, program)
			c.Free()
		}
	})
}

// TestChoice: training determines how components are encoded, and the length of roots.
func TestChoice(t *testing.T) {
	l := newLayout()
	// Globals: 2 bytes vary, with 3 values as a whole: two bits with a table, two without.
	learnt := ValueStats{Values: [][]byte{{0, 1}, {5}, {0, 9}, {0}}, Distinct: 3}
	t1 := &Training{
		States:   100,
		Complete: true,
		Shapes:   [][]int{{}},
		Classes:  []ValueStats{learnt, {}, {}, {Values: make([][]byte, 5), Distinct: 1}},
	}
	c := NewTrained(l, t1)
	require.Equal(t, 1+2, c.Bits())
	require.Nil(t, c.segments[c.byClass[0].from].table, "a table would save nothing")
	c.Free()
	// All bytes vary, but there are few values: a table pays off if there are many states.
	for i := range learnt.Values {
		learnt.Values[i] = []byte{0, 1, 2, 3}
	}
	t1.Classes[0] = learnt
	c = NewTrained(l, t1)
	require.Equal(t, 1+8, c.Bits())
	c.Free()
	t1.States = 1 << 30
	c = NewTrained(l, t1)
	require.Equal(t, 1+2, c.Bits())
	require.NotNil(t, c.segments[c.byClass[0].from].table)
	c.Free()
	// Each of two processes has half of the values.
	proc := ValueStats{Values: [][]byte{{0, 1}, {0, 1, 2, 3}, {7}}, Distinct: 8}
	half := ValueStats{Values: [][]byte{{0, 1}, {0, 1}, {7}}, Distinct: 4}
	t1.Classes[1], t1.Shapes = proc, [][]int{{0, 0}}
	c = NewTrained(l, t1)
	require.Equal(t, 2+2+3+3, c.Bits())
	require.Equal(t, c.Bits(), c.RootBits(), "there is nothing to come")
	c.Free()
	t1.Seats = []Seat{{2, 1, half}, {4, 1, half}}
	c = NewTrained(l, t1)
	require.Equal(t, 2+2+2+2, c.Bits())
	c.Free()
}
