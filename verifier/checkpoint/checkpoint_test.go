package checkpoint

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gospin/verifier/files/faulty"
)

// something is what tests keep; n tells one from another.
type something struct {
	n     uint64
	words [][2]uint64
	text  string
}

func some(n uint64, rows int) *something {
	r := rand.New(rand.NewPCG(n, 1))
	s := &something{n: n, text: string(bytes.Repeat([]byte{byte(n)}, rows))}
	for range rows {
		s.words = append(s.words, [2]uint64{r.Uint64(), r.Uint64()})
	}
	return s
}

func (s *something) write(w *Writer) {
	w.Begin("something")
	w.Uint(s.n)
	w.Bool(s.n&1 == 1)
	w.Uint(uint64(len(s.words)))
	for i := range s.words {
		w.Words(s.words[i][:])
	}
	w.Text(s.text)
}

func readSomething(r *Reader) (*something, error) {
	s := &something{}
	r.Begin("something")
	s.n = r.Uint()
	if odd := r.Bool(); odd != (s.n&1 == 1) {
		r.Fail("it is odd")
	}
	for range r.Int(1 << 30) {
		var row [2]uint64
		if !r.Words(row[:]) {
			break
		}
		s.words = append(s.words, row)
	}
	s.text = r.Text()
	return s, r.End()
}

func fileOf(t testing.TB, s *something) []byte {
	var out bytes.Buffer
	w := NewWriter(&out)
	s.write(w)
	require.NoError(t, w.Close())
	return out.Bytes()
}

func TestWhatIsWrittenIsRead(t *testing.T) {
	for _, rows := range []int{0, 1, 100, maxBytes / 16, 3 * maxBytes / 16, 200_000} {
		want := some(7, rows)
		r, err := newReader("x", bytes.NewReader(fileOf(t, want)))
		require.NoError(t, err)
		got, err := readSomething(r)
		require.NoError(t, err, rows)
		require.Equal(t, want, got)
	}
}

// TestDamageIsSeen: each bit of a small file, and bits of a large one; each length.
func TestDamageIsSeen(t *testing.T) {
	isRefused := func(file []byte, what ...any) {
		t.Helper()
		_, err := newReader("x", bytes.NewReader(file))
		var damaged *Damaged
		require.ErrorAs(t, err, &damaged, what...)
	}
	small := fileOf(t, some(3, 5))
	for i := range small {
		for bit := range 8 {
			small[i] ^= 1 << bit
			isRefused(small, i, bit)
			small[i] ^= 1 << bit
		}
		isRefused(small[:i], i)
	}
	isRefused(append(slices.Clone(small), 0))
	isRefused(append(slices.Clone(small), small...))
	large := fileOf(t, some(4, 200_000))
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		i, bit := r.IntN(len(large)), r.IntN(8)
		large[i] ^= 1 << bit
		isRefused(large, i, bit)
		large[i] ^= 1 << bit
		isRefused(large[:i], i)
	}
	const block = headBytes + maxBytes
	whole := func(file []byte, i int) []byte { return file[i*block : (i+1)*block] }
	other := fileOf(t, some(4, 200_000))
	isRefused(slices.Concat(whole(large, 1), whole(large, 0), large[2*block:]), "exchanged")
	isRefused(slices.Concat(whole(large, 0), whole(large, 2), large[3*block:]), "left out")
	isRefused(slices.Concat(whole(large, 0), whole(other, 1), large[2*block:]), "of another file")
}

func FuzzReader(f *testing.F) {
	f.Add(fileOf(f, some(3, 5)), 0, byte(1))
	f.Add(fileOf(f, some(4, 100)), 40, byte(0))
	f.Fuzz(func(t *testing.T, file []byte, at int, by byte) {
		if at >= 0 && at < len(file) {
			file[at] ^= by
		}
		for _, sign := range []bool{false, true} {
			if sign && len(file) >= headBytes { // what is signed need not make sense
				file = slices.Clone(file[:min(len(file), headBytes+maxBytes)])
				w := NewWriter(&bytes.Buffer{})
				w.block = file
				w.flush(lastBlock)
			}
			if r, err := newReader("x", bytes.NewReader(file)); err == nil {
				_, _ = readSomething(r)
			}
		}
	})
}

// created is a folder to which this was kept.
func created(t *testing.T, kept ...uint64) (*Folder, string) {
	path := filepath.Join(t.TempDir(), "run")
	f, err := Create(path, About{Args: []string{"a"}}, time.Hour)
	require.NoError(t, err)
	t.Cleanup(func() { _ = f.Close() })
	for _, n := range kept {
		require.NoError(t, f.Keep(some(n, 10).write))
	}
	return f, path
}

// newest is what is read from a folder that is opened again.
func newest(t *testing.T, path string) (uint64, int) {
	f, err := Open(path, time.Hour)
	require.NoError(t, err)
	defer f.Close()
	r, damaged, err := f.Newest()
	require.NoError(t, err)
	if r == nil {
		return 0, len(damaged)
	}
	defer r.Close()
	s, err := readSomething(r)
	require.NoError(t, err)
	require.Equal(t, some(s.n, 10), s)
	return s.n, len(damaged)
}

func TestTwoGenerationsStay(t *testing.T) {
	f, path := created(t, 1, 2, 3)
	require.Equal(t, []int{3, 2}, f.generations())
	_, err := Open(path, 0)
	var inUse *InUse
	require.ErrorAs(t, err, &inUse)
	require.NoError(t, f.Close())
	n, damaged := newest(t, path)
	require.Equal(t, [2]int{3, 0}, [2]int{int(n), damaged})
	_, err = Create(path, About{}, 0)
	require.ErrorContains(t, err, "has a checkpoint already")

	flip := func(name string) {
		text, err := os.ReadFile(filepath.Join(path, name))
		require.NoError(t, err)
		text[len(text)/2] ^= 4
		require.NoError(t, os.WriteFile(filepath.Join(path, name), text, 0o600))
	}
	flip("state-3")
	n, damaged = newest(t, path)
	require.Equal(t, [2]int{2, 1}, [2]int{int(n), damaged})
	flip("state-2")
	g, err := Open(path, 0)
	require.NoError(t, err)
	_, _, err = g.Newest()
	require.ErrorContains(t, err, "no checkpoint that is whole is left")
	require.NoError(t, g.Close())
	flip("run")
	_, err = Open(path, 0)
	require.ErrorContains(t, err, "is damaged")
}

func TestPartsStay(t *testing.T) {
	f, path := created(t, 1)
	require.NoError(t, f.Done(2, []byte("two")))
	require.Empty(t, f.generations())
	require.NoError(t, f.Close())
	f, err := Open(path, 0)
	require.NoError(t, err)
	defer f.Close()
	for part, want := range [][]byte{nil, nil, []byte("two")} {
		got, err := f.Part(part)
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
}

// TestEachCallMayFail: whichever call of the file system fails, once or from then on, what was kept last, or
// is being kept, is there afterwards.
func TestEachCallMayFail(t *testing.T) {
	s := faulty.Use(t)
	for _, forever := range []bool{false, true} {
		for at := 1; ; at++ {
			f, path := created(t, 1, 2)
			s.Forever = forever
			s.FailAt(at)
			err := f.Keep(some(3, 10).write)
			if !s.HasFailed() {
				require.NoError(t, err)
				require.Greater(t, at, 5)
				s.Forever = false
				s.FailAt(0)
				break
			}
			require.ErrorIs(t, err, faulty.Err)
			s.Forever = false
			s.FailAt(0)
			require.NoError(t, f.Close())
			n, damaged := newest(t, path)
			require.Contains(t, []uint64{2, 3}, n, at)
			require.Zero(t, damaged)
			if !forever {
				f, err := Open(path, 0)
				require.NoError(t, err)
				require.NoError(t, f.Keep(some(4, 10).write))
				require.NoError(t, f.Close())
				n, _ = newest(t, path)
				require.Equal(t, uint64(4), n)
			}
		}
	}
}

func TestWhatHasChanged(t *testing.T) {
	a := About{Texts: []Text{{"m.pml", "a\nb\nc\n"}, {"i.h", "x"}}}
	require.Empty(t, a.Different(a.Texts))
	require.Equal(t, "m.pml has changed since: line 2",
		a.Different([]Text{{"m.pml", "a\nB\nc\n"}, {"i.h", "x"}}))
	require.Equal(t, "m.pml has changed since: line 4",
		a.Different([]Text{{"m.pml", "a\nb\nc\nd\n"}, {"i.h", "x"}}))
	require.Equal(t, "i.h is not read any more", a.Different(a.Texts[:1]))
	require.Equal(t, "new was not read then", a.Different(append(slices.Clone(a.Texts), Text{"new", ""})))
}

func TestOtherFormatsAreRefused(t *testing.T) {
	var out bytes.Buffer
	w := NewWriter(&out)
	w.Begin(runName)
	w.Text(`{"Format":99,"Version":"v9"}`)
	require.NoError(t, w.Close())
	path := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(path, runName), out.Bytes(), 0o600))
	_, err := Open(path, 0)
	require.ErrorContains(t, err, "was written by gospin v9 in format 99")
	_, err = Open(t.TempDir(), 0)
	require.ErrorContains(t, err, "has no checkpoint")
	require.False(t, errors.Is(err, ErrLocked))
}
