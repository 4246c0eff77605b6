package check

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/certificate"
	"gospin/verifier/check/interpret"
)

// lock has processes that exclude each other.
const lock = `byte in, turn;
chan c = [1] of { byte };
active [2] proctype P() {
	do
	:: atomic { in == 0 -> in++; turn = _pid }; assert(in == 1); c!turn; c?turn; in--
	:: turn == 200 -> skip
	od
}
`

// maxStates limits the states that all finds.
const maxStates = 100_000

// all finds the states of a model by this package's own rules, and whether nothing fails.
func all(t testing.TB, text string) (states [][]byte, arrivals int, why error) {
	md, err := read(t.Context(), text)
	require.NoError(t, err)
	m, first := interpret.NewMachine(md)
	known := map[string]bool{string(first): true}
	states, arrivals = append(states, bytes.Clone(first)), 1
	for i := 0; i < len(states) && i < maxStates && why == nil; i++ {
		why = interpret.Try(func() {
			m.Expand(states[i], func(next []byte) {
				if arrivals++; !known[string(next)] {
					known[string(next)] = true
					states = append(states, bytes.Clone(next))
				}
			})
		})
	}
	return states, arrivals, why
}

// certify writes a certificate of these states.
func certify(t testing.TB, text string, states [][]byte) []byte {
	w := certificate.New(t.TempDir(), 0, func() error { return nil })
	defer w.Discard()
	for _, s := range states {
		require.NoError(t, w.Add(s))
	}
	path := filepath.Join(t.TempDir(), "states")
	n, err := w.Write(path, certificate.About{Model: "lock.pml", Text: text, Rules: certificate.Raw})
	require.NoError(t, err)
	out, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Len(t, out, int(n))
	return out
}

func run(t testing.TB, file []byte) (*Result, error) {
	return Run(t.Context(), bytes.NewReader(file), int64(len(file)), Options{Workers: 2, Memory: 1 << 22})
}

// requireRefused is that a certificate is refused, for a reason.
func requireRefused(t testing.TB, file []byte, why string) {
	t.Helper()
	_, err := run(t, file)
	var is Refused
	require.ErrorAs(t, err, &is)
	require.Contains(t, err.Error(), why)
}

func TestCertificate(t *testing.T) {
	states, _, why := all(t, lock)
	require.NoError(t, why)
	file := certify(t, lock, states)
	r, err := run(t, file)
	require.NoError(t, err)
	require.Len(t, states, int(r.States))
	require.Equal(t, lock, r.Text)
	slices.Reverse(states)
	require.Equal(t, file, certify(t, lock, states))
}

// TestStatesLeftOut: without any of its states, a certificate is refused.
func TestStatesLeftOut(t *testing.T) {
	states, _, _ := all(t, lock)
	for i := range states {
		requireRefused(t, certify(t, lock, slices.Delete(slices.Clone(states), i, i+1)), "is missing")
	}
}

// TestStatesAdded: with any one more, a certificate is refused, though nothing may be wrong with that one.
func TestStatesAdded(t *testing.T) {
	states, _, _ := all(t, lock)
	known := map[string]bool{}
	for _, s := range states {
		known[string(s)] = true
	}
	added := 0
	for _, s := range states {
		for i := range s {
			for _, by := range []byte{1, 2, 200} {
				more := bytes.Clone(s)
				if more[i] ^= by; !known[string(more)] {
					added++
					requireRefused(t, certify(t, lock, append(slices.Clone(states), more)), "never reached")
				}
			}
		}
	}
	require.Greater(t, added, 100)
}

// TestBitsChanged: with any bit of the file changed, it is refused.
func TestBitsChanged(t *testing.T) {
	states, _, _ := all(t, lock)
	file := certify(t, lock, states)
	for i := range file {
		for bit := range 8 {
			file[i] ^= 1 << bit
			requireRefused(t, file, "")
			file[i] ^= 1 << bit
		}
	}
	for i := range file {
		requireRefused(t, file[:i], "")
	}
	requireRefused(t, append(file, 0), "")
}

// signed gives a file that was changed the checksum that it should have.
func signed(file []byte) []byte {
	body := file[:len(file)-sha256.Size]
	sum := sha256.Sum256(body)
	return append(slices.Clone(body), sum[:]...)
}

// TestBitsChangedAndSigned: also with the right checksum, no other file is taken but one that says the same.
func TestBitsChangedAndSigned(t *testing.T) {
	states, _, _ := all(t, lock)
	file := certify(t, lock, states)
	taken := 0
	for i := range len(file) - sha256.Size {
		for bit := range 8 {
			file[i] ^= 1 << bit
			r, err := run(t, signed(file))
			file[i] ^= 1 << bit
			if err == nil { // the model's path, or bits that mean nothing
				taken++
				require.Equal(t, lock, r.Text)
				require.Len(t, states, int(r.States))
			}
		}
	}
	require.Less(t, taken, 100)
}

// TestAnotherModel: a certificate with the text of another model is refused.
func TestAnotherModel(t *testing.T) {
	states, _, _ := all(t, lock)
	for _, c := range [][2]string{
		{"in == 0 -> in++", "in <= 0 || turn == 7 -> in++"}, // which has the same states
		{"in == 0 -> in++", "in >= 0 -> in++"},
		{"turn = _pid }; assert", "turn = _pid }; assert(in == 0); assert"},
		{"assert(in == 1)", "assert(in == 0)"},
		{"c!turn", "c!1"},
		{"byte in, turn", "byte in, turn = 1"},
		{"byte in", "int in"},
		{"P()", "Q()"},
	} {
		other := strings.Replace(lock, c[0], c[1], 1)
		require.NotEqual(t, lock, other)
		file := certify(t, lock, states)
		_, rest, ok := bytes.Cut(file, []byte("\ntext "))
		require.True(t, ok)
		_, rest, _ = bytes.Cut(rest, []byte("\n"))
		head, _, _ := bytes.Cut(file, []byte("\ntext "))
		swapped := slices.Concat(head, fmt.Appendf(nil, "\ntext %d\n%s", len(other), other), rest[len(lock):])
		requireRefused(t, swapped, "checksum")
		requireRefused(t, signed(swapped), "digests")
		if _, err := run(t, certify(t, other, states)); err == nil {
			same, _, why := all(t, other)
			require.NoError(t, why)
			require.ElementsMatch(t, states, same, c[0]) // it is a certificate of that model, too
		}
	}
}

// TestFailures: of all states of a model in which something fails there is no certificate.
func TestFailures(t *testing.T) {
	for text, why := range map[string]string{
		"byte x; active proctype P() { x = 1; assert(x == 0) }":                 "assertion violated: assert(x == 0)",
		"byte x; active proctype P() { x = 1; x == 2 }":                         "invalid end state: process 0 (P)",
		"byte x, a[2]; active proctype P() { x = 2; a[x] = 1 }":                 "index 2 of a is out of range",
		"byte x; active proctype P() { x = 1/x }":                               "is undefined",
		"chan c; active proctype P() { c!1 }":                                   "no channel",
		"chan c = [1] of { byte, byte }; active proctype P() { c!1 }":           "fields",
		"byte x; active proctype P() { d_step { x = 1; x == 2 } }":              "a d_step blocks",
		"byte x; active proctype P() { atomic { do :: x++ od } }":               "atomic sequence takes more",
		"proctype Q() { false } active proctype P() { do :: run Q() od }":       "too many processes",
		"byte x = 1; active proctype P() { do :: true -> assert(x) :: x-- od }": "assertion violated",
	} {
		t.Run(text, func(t *testing.T) {
			states, _, err := all(t, text)
			require.ErrorContains(t, err, why)
			_, err = run(t, certify(t, text, states))
			require.Error(t, err)
		})
	}
}

// FuzzRead: whatever a file holds, it is refused or read, and then it has the states that it announces, in
// order.
func FuzzRead(f *testing.F) {
	states, _, _ := all(f, lock)
	file := certify(f, lock, states)
	f.Add(file[:len(file)-sha256.Size])
	f.Add(certify(f, "", [][]byte{{}, {0}, {1}, {0, 7}}))
	f.Add([]byte(Magic))
	f.Fuzz(func(t *testing.T, body []byte) {
		whole := signed(append(bytes.Clone(body), make([]byte, sha256.Size)...))
		h, in, err := open(t.Context(), bytes.NewReader(whole), int64(len(whole)))
		if err != nil || h.Bytes > 1<<20 || h.States > 1<<20 {
			return
		}
		s, err := readStates(t.Context(), in, h)
		if err != nil {
			require.ErrorAs(t, err, new(Refused))
			return
		}
		require.Equal(t, []uint64{h.States, h.Bytes}, []uint64{s.n, s.bytes})
		s.index()
		for i := range s.n {
			n, ok := s.find(s.get(i))
			require.True(t, ok)
			require.Equal(t, i, n)
		}
	})
}
