package compression

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/vm/layout"
)

// splits are all kinds of CollapseOptions.
var splits = map[string]CollapseOptions{
	"default":     {},
	"pan":         PanSplit(false, false),
	"sepqs":       PanSplit(true, false),
	"joinprocs":   PanSplit(false, true),
	"both":        PanSplit(true, true),
	"own chans":   {GlobalChans: WithGlobals, ProcChans: WithProcess},
	"joined own":  {ProcChans: WithProcess, JoinProcs: true},
	"cut globals": {GlobalBytes: 1},
	"cut, joined": {GlobalBytes: 2, GlobalChans: WithGlobals, ProcChans: WithGlobals, JoinProcs: true},
}

// random interprets bytes as changes of a vector and calls f with every key.
func random(l *layout.Layout, program []byte, f func(vec []byte)) {
	sh := l.Root()
	vec := make([]byte, sh.Size)
	for i := 0; i+2 < len(program); i += 3 {
		op, x, y := program[i], int(program[i+1]), program[i+2]
		switch {
		case op < 40 && len(sh.Procs) < 80:
			sh = l.Child(sh, x%2)
			vec = append(vec, make([]byte, sh.Size-len(vec))...)
		case op < 70 && sh.Parent != nil:
			sh = sh.Parent
			vec = vec[:sh.Size]
		default:
			j := (int(op) + x) % len(sh.Comps)
			vec[sh.Comps[j].Off+x%sh.Comps[j].Len] = y
		}
		l.SetShape(vec, sh)
		f(vec)
	}
}

func noise(n int) []byte {
	var program []byte
	x := uint32(7)
	for range n {
		x = x*1664525 + 1013904223
		program = append(program, byte(x>>24))
	}
	return program
}

// roundTrips checks the laws of a codec.
func roundTrips(t *testing.T, o CollapseOptions, program []byte) {
	l := newLayout()
	o.IndexBytes = 2
	c := NewCollapse1997(l, o)
	byCode := map[string]string{}
	random(l, program, func(vec []byte) {
		key := l.Key(vec)
		code := c.Encode([]byte("x"), key)[1:]
		require.Len(t, code, c.CodeLen(append(code, 0, 0)))
		if was, known := byCode[string(code)]; known {
			require.Equal(t, was, string(key))
		}
		byCode[string(code)] = string(key)
	})
	for code, key := range byCode {
		require.Equal(t, "x"+key, string(c.Decode([]byte("x"), []byte(code))))
	}
	require.NoError(t, c.Err())
	require.Positive(t, c.Bytes())
	c.Free()
}

func TestCollapse1997RoundTrips(t *testing.T) {
	for name, o := range splits {
		t.Run(name, func(t *testing.T) { roundTrips(t, o, noise(6000)) })
	}
}

func FuzzCollapse1997(f *testing.F) {
	f.Add([]byte("abcabcabc\x01\x02\x03zzz\x30\x00\x00"), byte(3))
	f.Fuzz(func(t *testing.T, program []byte, split byte) {
		if len(program) < 3 || len(program) > 3000 { // less than 3 change nothing
			return
		}
		o := CollapseOptions{
			GlobalChans: Place(split % 3),
			ProcChans:   Place(split / 3 % 3),
			JoinProcs:   split&16 != 0,
			AsPan:       split&32 != 0,
			GlobalBytes: int(split >> 6),
		}
		roundTrips(t, o, program)
	})
}

func TestNarrowIndicesAreRefused(t *testing.T) {
	l := newLayout()
	l.Procs[0].Name, l.Procs[1].Name = "P", "Q"
	c := NewCollapse1997(l, CollapseOptions{})
	sh := l.Child(l.Root(), 1)
	vec := make([]byte, sh.Size)
	l.SetShape(vec, sh)
	codes := map[string]bool{}
	for i := range 256 {
		vec[sh.Procs[0].Off] = byte(i)
		codes[string(c.Encode(nil, l.Key(vec)))] = true
	}
	require.NoError(t, c.Err())
	require.Len(t, codes, 256)
	vec[sh.Procs[0].Off+1] = 1
	c.Encode(nil, l.Key(vec))
	require.EqualError(t, c.Err(),
		"collapse1997: proctype Q: more than 256 different values: -index-bytes 2 is needed")
	require.Panics(t, func() { NewCollapse1997(l, CollapseOptions{IndexBytes: 5}) })
}

// TestCodesAreWholeBytes: a code is the shape's number and one index each for the globals, for both channels
// and for the process.
func TestCodesAreWholeBytes(t *testing.T) {
	for o, want := range map[CollapseOptions]int{
		{}:                              1 + 4,
		{IndexBytes: 3}:                 1 + 12,
		{ProcChans: WithProcess}:        1 + 3,
		{GlobalChans: WithGlobals}:      1 + 3,
		PanSplit(false, false):          1 + 2,
		PanSplit(true, true):            1 + 4,
		{GlobalBytes: 2, IndexBytes: 2}: 1 + 10,
	} {
		l := newLayout()
		sh := l.Child(l.Root(), 0)
		vec := make([]byte, sh.Size)
		l.SetShape(vec, sh)
		require.Len(t, NewCollapse1997(l, o).Encode(nil, l.Key(vec)), want, "%+v", o)
	}
}
