// Package codectest holds the laws that every codec and every chain of codecs obeys.
package codectest

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/compression"
	"gospin/vm/layout"
)

// Layout is one for tests: globals, two proctypes, and channels of two types.
func Layout() *layout.Layout {
	return &layout.Layout{
		Hidden:  2,
		Globals: 9,
		Procs:   []layout.ProcType{{Size: 3, Prio: -1, Chans: []int{0}}, {Size: 12, Prio: -1}},
		Chans:   []layout.ChanType{{Size: 5}, {Size: 300}},
		Global:  []int{0},
	}
}

// Laws drives new codecs with keys at random: few values and many, short keys and long.
func Laws(t *testing.T, make func(l *layout.Layout) compression.Codec) {
	t.Helper()
	r := rand.New(rand.NewPCG(3, 4))
	for _, values := range []int{2, 5, 256} {
		program := []byte{}
		for range 6000 {
			program = append(program, byte(r.IntN(256)), byte(r.IntN(256)), byte(r.IntN(values)))
		}
		Drive(t, make, program)
	}
}

// Drive reads bytes as changes of a vector, and holds the codes of all keys on the way to the laws: decoding inverts
// encoding, also of codes made long before; equal keys have equal codes, other keys have other codes; what stood in
// the buffers is left alone.
func Drive(t *testing.T, make func(l *layout.Layout) compression.Codec, program []byte) {
	t.Helper()
	l := Layout()
	c := make(l)
	s := l.Root()
	vec := bytes.Repeat([]byte{0}, s.Size)
	codes, keys := map[string]string{}, map[string]string{}
	var buf []byte
	check := func() {
		l.SetShape(vec, s)
		key := string(l.Key(vec))
		buf = c.Encode(append(buf[:0], "before"...), []byte(key))
		require.Equal(t, "before", string(buf[:6]))
		code := string(buf[6:])
		if was, known := codes[key]; known {
			require.Equal(t, was, code, "one key, two codes")
		} else if other, taken := keys[code]; taken {
			require.Equal(t, other, key, "one code, two keys")
		}
		codes[key], keys[code] = code, key
		require.Equal(t, "x"+key, string(c.Decode([]byte("x"), []byte(code))))
	}
	check()
	for ; len(program) >= 3; program = program[3:] {
		op, x, y := program[0], int(program[1]), program[2]
		switch {
		case op < 40 && len(s.Procs) < 20:
			s = l.Child(s, x%len(l.Procs))
			vec = append(vec, bytes.Repeat([]byte{0}, s.Size-len(vec))...)
		case op < 60 && s.Parent != nil:
			s = s.Parent
			vec = vec[:s.Size]
		default:
			comp := s.Comps[int(op)%len(s.Comps)]
			vec[comp.Off+x%comp.Len] = y
		}
		check()
	}
	for key, code := range codes {
		require.Equal(t, key, string(c.Decode(nil, []byte(code))), "an early code")
	}
	require.GreaterOrEqual(t, c.Bytes(), int64(0))
}
