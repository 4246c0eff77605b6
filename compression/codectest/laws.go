// Package codectest tests the laws of codecs and chains of codecs.
package codectest

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/compression"
	"gospin/vm/layout"
)

// Layout returns a layout for tests: globals, two proctypes, and channels of two types.
func Layout() *layout.Layout {
	return &layout.Layout{
		Hidden:  2,
		Globals: 9,
		Procs:   []layout.ProcType{{Size: 3, Prio: -1, Chans: []int{0}}, {Size: 12, Prio: -1}},
		Chans:   []layout.ChanType{{Size: 5}, {Size: 300}},
		Global:  []int{0},
	}
}

// Laws tests codecs with random keys: with few values and many, short and long.
func Laws(t testing.TB, make func(l *layout.Layout) compression.Codec) {
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

// Drive interprets bytes as changes of a vector, and tests the laws for the codes of all its keys: decoding
// inverts encoding, even for old codes; equal keys always have equal codes, and different keys different
// codes; existing contents of buffers are not changed, and buffers can be reused afterwards.
func Drive(t testing.TB, make func(l *layout.Layout) compression.Codec, program []byte) {
	t.Helper()
	l := Layout()
	s := l.Root()
	vec := bytes.Repeat([]byte{0}, s.Size)
	trial := newTrial(t, make(l))
	check := func() {
		l.SetShape(vec, s)
		trial.key(l.Key(vec))
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
	trial.end()
}

// trial is a codec with its keys and codes.
type trial struct {
	t             testing.TB
	c             compression.Codec
	order         []string
	codes, keys   map[string]string // by key, by code
	in, out, back []byte
}

func newTrial(t testing.TB, c compression.Codec) *trial {
	return &trial{t: t, c: c, codes: map[string]string{}, keys: map[string]string{}}
}

// spoil overwrites a buffer that the codec must not use any more.
func spoil(b []byte) {
	for i := range b {
		b[i] ^= 0xa5
	}
}

func (x *trial) key(key []byte) {
	x.t.Helper()
	text := string(key)
	x.in = append(x.in[:0], key...)
	x.out = x.c.Encode(append(x.out[:0], "before"...), x.in)
	require.Equal(x.t, text, string(x.in), "encoding has changed the key")
	spoil(x.in)
	require.Equal(x.t, "before", string(x.out[:6]), "encoding has changed what stood before the code")
	code := string(x.out[6:])
	if was, known := x.codes[text]; known {
		require.Equal(x.t, was, code, "one key, two codes")
	} else {
		if other, taken := x.keys[code]; taken {
			require.Equal(x.t, other, text, "one code, two keys")
		}
		x.order = append(x.order, text)
	}
	x.codes[text], x.keys[code] = code, text
	x.back = x.c.Decode(append(x.back[:0], "before"...), x.out[6:])
	require.Equal(x.t, code, string(x.out[6:]), "decoding has changed the code")
	spoil(x.out)
	require.Equal(x.t, "before"+text, string(x.back), "decoding does not invert encoding")
	require.Equal(x.t, code, string(x.c.Encode(nil, key)), "the code depends on where it is put")
}

// end decodes all codes again.
func (x *trial) end() {
	x.t.Helper()
	for _, key := range x.order {
		require.Equal(x.t, key, string(x.c.Decode(nil, []byte(x.codes[key]))),
			"an early code cannot be decoded any more")
		require.Equal(x.t, x.codes[key], string(x.c.Encode(nil, []byte(key))),
			"an early key has another code now")
	}
	require.GreaterOrEqual(x.t, x.c.Bytes(), int64(0))
}
