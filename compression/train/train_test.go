package train

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/compression"
	"gospin/compression/codectest"
)

// sample examines random vectors of a layout whose bytes have few values.
func sample(t *testing.T) (*Profile, map[string]bool) {
	l := codectest.Layout()
	s := NewSampler(l, 0)
	defer s.Free()
	shape := l.Child(l.Root(), 0)
	vec := make([]byte, shape.Size)
	l.SetShape(vec, shape)
	r := rand.New(rand.NewPCG(1, 2))
	globals := map[string]bool{}
	for range 500 {
		c := shape.Comps[0]
		vec[c.Off], vec[c.Off+3] = byte(r.IntN(3)), byte(7*r.IntN(2))
		globals[string(vec[c.Off:c.Off+c.Len])] = true
		s.Add(vec)
	}
	return s.Profile("model", false), globals
}

func TestProfilesTellWhatWasSeen(t *testing.T) {
	p, globals := sample(t)
	require.EqualValues(t, 500, p.States)
	c := p.Training.Classes[0]
	require.Equal(t, []byte{0, 1, 2}, c.Values[0])
	require.Equal(t, []byte{0, 7}, c.Values[3])
	require.Equal(t, []byte{0}, c.Values[1])
	require.Equal(t, len(globals), c.Distinct)
	require.Equal(t, [][]int{{0}}, p.Training.Shapes)
	sum, constant := p.Bits(0)
	require.Equal(t, 3, sum)
	require.Equal(t, 7, constant)
	var b bytes.Buffer
	require.NoError(t, p.WriteText(&b))
	require.Contains(t, b.String(),
		"globals: 9 bytes, 7 of them constant, 3 bits by position; values of the whole: 6")
}

func TestProfileFiles(t *testing.T) {
	p, _ := sample(t)
	path := filepath.Join(t.TempDir(), "m.profile")
	var b bytes.Buffer
	require.NoError(t, p.Write(&b))
	require.NoError(t, os.WriteFile(path, b.Bytes(), 0o644))
	again, err := Read(path, "model")
	require.NoError(t, err)
	require.Equal(t, p, again)
	_, err = Read(path, "another")
	require.ErrorIs(t, err, ErrModel)
	good, err := os.ReadFile(path)
	require.NoError(t, err)
	change := func(at int, to byte) error {
		bad := bytes.Clone(good)
		bad[at] ^= to
		require.NoError(t, os.WriteFile(path, bad, 0o600))
		_, err := Read(path, "model")
		return err
	}
	require.ErrorIs(t, change(0, 1), ErrNotProfile)
	require.ErrorIs(t, change(len(magic), 4), ErrVersion)
	for at := len(magic) + 1; at < len(good); at += 7 {
		require.ErrorIs(t, change(at, 0x10), ErrDamaged, "byte %d", at)
	}
	require.NoError(t, os.WriteFile(path, good[:len(good)-1], 0o600))
	_, err = Read(path, "model")
	require.ErrorIs(t, err, ErrDamaged)
	_, err = Read(path+".none", "model")
	require.ErrorIs(t, err, os.ErrNotExist)
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(magic))
	f.Add(append([]byte(magic), version))
	f.Fuzz(func(t *testing.T, data []byte) {
		if p, err := decode(data); err == nil {
			require.NoError(t, p.WriteText(&bytes.Buffer{}))
		}
	})
}

// A trained code also encodes vectors that differ from those of the training.
func TestTrainedCodesAreTotal(t *testing.T) {
	p, _ := sample(t)
	l := codectest.Layout()
	c := compression.NewTrained(l, &p.Training)
	defer c.Free()
	r := rand.New(rand.NewPCG(5, 6))
	shape := l.Root()
	vec := make([]byte, shape.Size)
	l.SetShape(vec, shape)
	roots := map[string][]uint64{}
	encode := func() []uint64 {
		root, ok := c.Encode(vec, 0, nil)
		for !ok {
			for key, old := range roots {
				root := make([]uint64, c.Words())
				c.Translate(root, old)
				roots[key] = root
			}
			root, ok = c.Encode(vec, 0, nil)
		}
		return append([]uint64(nil), root...)
	}
	for range 3000 {
		if n := r.IntN(40); n == 0 && len(shape.Procs) < 8 {
			shape = l.Child(shape, r.IntN(2))
			vec = append(vec, make([]byte, shape.Size-len(vec))...)
		} else if n == 1 && shape.Parent != nil {
			shape = shape.Parent
			vec = vec[:shape.Size]
		}
		l.SetShape(vec, shape)
		x := shape.Comps[r.IntN(len(shape.Comps))]
		vec[x.Off+r.IntN(x.Len)] = byte(r.IntN(256) >> r.IntN(8))
		root := encode()
		key := string(l.Key(vec))
		if was, known := roots[key]; known {
			require.Equal(t, was, root)
		}
		roots[key] = root
	}
	seen := map[string]bool{}
	for key, root := range roots {
		require.Equal(t, key, string(c.Decode(nil, root)))
		seen[string(key)] = true
	}
	values, widened := c.Unseen()
	require.Positive(t, values)
	require.Positive(t, widened)
}
