package preproc_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/promela/diag"
)

func pos(line, col int) diag.Pos { return diag.Pos{File: "m.pml", Line: line, Col: col} }

// TestPositions looks up the n-th occurrence of a word in the expanded text.
func TestPositions(t *testing.T) {
	const src = "#define N foo + 1\n" + // 1
		"#define F(a, b) do :: a; b od\n" + // 2
		"#define G(x) F(x, N)\n" + // 3
		"\n" + // 4
		"  byte x; /* y\n" + // 5
		" */ z = \\\n" + // 6
		"\tlong + N;\n" + // 7
		"G(  here  )\n" + // 8
		"F(first,\n" + // 9
		"  second) tail\n" + // 10
		"F(N, F(deep, er))\n" + // 11
		"#line 70 \"other\"\n" + // 12
		"moved\n" // 13
	text, list := run(src)
	require.Empty(t, list)
	in := func(macro string, line int) diag.Note {
		return diag.Note{Pos: pos(line, 9), Msg: fmt.Sprintf("in expansion of macro %q", macro)}
	}
	for _, c := range []struct {
		word  string
		nth   int
		at    diag.Pos
		notes []diag.Note
	}{
		{"byte", 0, pos(5, 3), nil},
		{"x", 0, pos(5, 8), nil},
		{"z", 0, pos(6, 5), nil},
		{"long", 0, pos(7, 2), nil},
		{"foo", 0, pos(7, 9), []diag.Note{in("N", 1)}},
		{"do", 0, pos(8, 1), []diag.Note{in("F", 2), in("G", 3)}},
		{"here", 0, pos(8, 5), []diag.Note{in("F", 2), in("G", 3)}},
		{"foo", 1, pos(8, 1), []diag.Note{in("N", 1), in("G", 3)}},
		{"first", 0, pos(9, 3), []diag.Note{in("F", 2)}},
		{"second", 0, pos(9, 1), []diag.Note{in("F", 2)}},
		{"tail", 0, pos(10, 11), nil},
		{"foo", 2, pos(11, 3), []diag.Note{in("N", 1), in("F", 2)}},
		{"deep", 0, pos(11, 8), []diag.Note{in("F", 2)}},
		{"moved", 0, diag.Pos{File: "other", Line: 70, Col: 1}, nil},
	} {
		off := 0
		for i := 0; ; i++ {
			n := strings.Index(string(text.Bytes)[off:], c.word)
			require.GreaterOrEqual(t, n, 0, c.word)
			if off += n; i == c.nth {
				break
			}
			off++
		}
		at, notes := text.At(off)
		require.Equal(t, c.at, at, "%s %d", c.word, c.nth)
		require.Equal(t, c.notes, notes, "%s %d", c.word, c.nth)
	}

	require.Equal(t, "G(  here  )", text.Line(pos(8, 1)))
	require.Equal(t, "moved", text.Line(diag.Pos{File: "other", Line: 70}))
	require.Empty(t, text.Line(diag.Pos{File: "other", Line: 99}))
	require.Empty(t, text.Line(diag.Pos{File: "other", Line: 1}))
	require.Empty(t, text.Line(diag.Pos{File: "nowhere", Line: 1}))
	require.Empty(t, text.Line(pos(0, 0)))
}

func TestPositionsInsideTokensAndAtTheEnds(t *testing.T) {
	text, _ := run("ab  cd\n\n")
	for off, want := range map[int]diag.Pos{
		0: pos(1, 1), 1: pos(1, 2), 3: pos(1, 5), 4: pos(1, 6), 5: pos(1, 7),
	} {
		at, _ := text.At(off)
		require.Equal(t, want, at, off)
	}
	at, _ := text.At(len(text.Bytes))
	require.Equal(t, pos(3, 1), at, "the end of the file")
	text, _ = run("x")
	at, _ = text.At(len(text.Bytes))
	require.Equal(t, pos(1, 2), at)
	text, _ = run("")
	at, _ = text.At(0)
	require.Equal(t, pos(1, 1), at)
}

func TestEveryLineBeginsWhereItDoesInTheSource(t *testing.T) {
	text, _ := run("#define F(a) a\na\n\n\n\n\n\n\n\n\n\n\n\nb F(1) /*\n*/ c\n#if 0\n#endif\nF\n(1)\nd\n")
	off := 0
	for i, l := range strings.SplitAfter(string(text.Bytes), "\n") {
		if w := strings.TrimLeft(l, " "); w != "" && w != "\n" {
			at, _ := text.At(off + len(l) - len(w))
			require.Equal(t, i+1, at.Line, "%q", l)
		}
		off += len(l)
	}
	require.Equal(t, 21, strings.Count(string(text.Bytes), "\n")+1)
}

func TestFaultyCallsNameTheirMacro(t *testing.T) {
	_, list := run("#define F(a, b) a\n#define G F(1)\nx = G;\n")
	require.Equal(t, []string{`m.pml:3:5: error: macro "F" requires 2 arguments, but only 1 given`},
		messages(list))
	require.Equal(t, "x = G;", list[0].Source)
	require.Equal(t, []diag.Note{{Pos: pos(1, 9), Msg: `macro "F" is defined here`}}, list[0].Notes)
}
