package preproc_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gospin/promela/diag"
	"gospin/promela/preproc"
)

// memory serves files from a map. A name that ends in a slash is a directory.
func memory(files map[string]string) preproc.Options {
	return preproc.Options{ReadFile: func(path string) ([]byte, error) {
		if text, ok := files[path]; ok {
			return []byte(text), nil
		}
		return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
	}}
}

func run(src string, defines ...string) (*preproc.Text, diag.List) {
	o := memory(map[string]string{"m.pml": src})
	o.Defines = defines
	return preproc.Run(context.Background(), "m.pml", o)
}

// messages returns the one-line forms.
func messages(l diag.List) []string {
	out := []string{}
	for _, d := range l {
		out = append(out, d.String())
	}
	return out
}

func TestExpansion(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"empty file", "", ""},
		{"plain text", "byte x;\n", "byte x;\n"},
		{"no newline at the end", "x", "x\n"},
		{"lines stay", "a\n\n\nb\n", "a\n\n\nb\n"},
		{"comments are blanks", "a/* x\n y */b // c\nd\n", "a\nb\nd\n"},
		{"a comment within a line", "a/**/b\n", "a b\n"},
		{"directives are empty lines", "#define N 1\nN\n", "\n1\n"},
		{"null directive", "#\n # // x\nb\n", "\n\nb\n"},
		{"object macro", "#define N 5\nx=N;N..N\n", "\nx=5;5 .. 5\n"},
		{"a number with dots is one token", "#define N 5\n1..N 1 .. N N..9\n", "\n1..N 1 .. 5 5 ..9\n"},
		{"function macro", "#define F(a,b) b a\nF(1,2) F ( (1,2) , 3 ) F\n", "\n2 1 3 (1,2) F\n"},
		{"no blanks inside operators", "a::b->c!!d??e[]f<>g..h\n", "a::b->c!!d??e[]f<>g..h\n"},
		{"no glue", "#define M -1\n#define E\n-M -E- xE E : E:\n", "\n\n- -1 - - xE : :\n"},
		{"not glued by C, so not kept apart", "#define X !x\n!X\n", "\n!!x\n"},
		{"empty arguments", "#define F(a,b) [a|b]\nF(,) F(1,) F(,2)\n", "\n[|] [1|] [|2]\n"},
		{"no arguments", "#define F() f\nF() F( ) F (\n)\n", "\nf f f\n\n"},
		{"quote", "#define S(a) #a\nS(->) S(Unary(<>)) S( a  \"b\\n\" ) S()\n", "\n\"->\" \"Unary(<>)\" \"a \\\"b\\\\n\\\"\" \"\"\n"},
		{"paste", "#define C(a,b) a##b\n#define xy z\nC(x,y) C(,y) C(x,) C(,) C(:,:) C(1,..N)\n", "\n\nz y x :: 1. .N\n"},
		{"variadic", "#define V(f,...) f(__VA_ARGS__)\n#define G(f,a...) f(0,##a)\nV(p,1,2) G(p) G(p,1)\n", "\n\np(1,2) p(0) p(0,1)\n"},
		{"self reference", "#define f f+g\n#define g f\nf g\n", "\n\nf+f f+g\n"},
		{"hidden names stay hidden", "#define f(x) x f\nf(1)(2)\n", "\n1 f(2)\n"},
		{"rescanning with the rest of the file", "#define f(x) x+g\n#define g(x) <x>\nf(1)(2)\n", "\n\n1 +<2>\n"},
		{"unbalanced braces", "#define B do :: {\n#define E } od\nB skip E\n", "\n\ndo :: { skip } od\n"},
		{"a call over lines is one line", "#define F(a,b) a b\nF(1,\n2) x\ny\n", "\n1 2\nx\ny\n"},
		{"continuation", "a \\\nb\n#define N 1 \\\n 2\nN\n", "a\nb\n\n\n1 2\n"},
		{"continuation at the end", "#define N 1 \\\n", "\n"},
		{"stray apostrophe", "#define N 1\nN don't N /* no comment\nN\n", "\n1 don't N /* no comment\n1\n"},
		{"form feed and carriage return", "a\fb\r\nc\r\n", "a b\nc\n"},
		{"byte order mark", "\xef\xbb\xbfx\n", "x\n"},
		{"undef", "#define N 1\n#undef N\n#undef M\nN\n", "\n\n\nN\n"},
		{"built in", "__LINE__ __FILE__\n__LINE__ unix linux __INCLUDE_LEVEL__ __COUNTER__ __COUNTER__\n", "1 \"m.pml\"\n2 1 1 0 0 1\n"},
		{"a name of the model's own", "#undef unix\nunix\n", "\nunix\n"},
		{"ident", "#ident \"x\"\n#sccs \"y\"\nz\n", "\n\nz\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text, list := run(c.src)
			require.NoError(t, list.Err())
			require.Equal(t, c.want, squeeze(text.Bytes))
		})
	}
}

// squeeze replaces runs of blanks by one blank, and removes blanks at the ends of lines.
func squeeze(b []byte) string {
	lines := strings.Split(string(b), "\n")
	for i, l := range lines {
		lines[i] = strings.Join(strings.Fields(l), " ")
	}
	return strings.Join(lines, "\n")
}

func TestConditionals(t *testing.T) {
	for _, c := range []struct{ cond, want string }{
		{"#if 1", "yes"}, {"#if 0", "no"}, {"#if A", "no"}, {"#if N", "yes"}, {"#if N == 5 && !defined(A)", "yes"},
		{"#ifdef N", "yes"}, {"#ifdef A", "no"}, {"#ifndef N", "no"}, {"#ifndef A", "yes"},
		{"#if defined N || A/0", "yes"}, {"#if 0 && 1/0", "no"}, {"#if (N>3)?N<4:1", "no"}, {"#if -1 > 0u", "yes"},
		{"#if 'a' == 97 && 0x10 == 16 && 010 == 8", "yes"}, {"#if ~0 == -1 && -7/2 == -3 && -7%2 == -1", "yes"},
		{"#if 1 << 3 >> 1 == 4 && (6 & 3 | 8 ^ 1) == 11", "yes"}, {"#if F(2) == 4", "yes"}, {"#if 1 /* a\n b */ == 1 // c", "yes"},
		{"#if 9223372036854775807 + 1 < 0", "yes"}, {"#if 0\n#elif N == 5", "yes"}, {"#if 0\n#elif 0", "no"},
	} {
		text, list := run("#define N 5\n#define F(x) x*x\n"+c.cond+"\nyes\n#else\nno\n#endif\n", "D")
		require.NoError(t, list.Err(), c.cond)
		require.Equal(t, c.want, strings.TrimSpace(string(text.Bytes)), c.cond)
	}
}

func TestLeftOutGroupsMayHoldAnything(t *testing.T) {
	text, list := run(
		"#if 0\ndon't \"\n#error x\n#nonsense\n#if 1/0\n#else\n#endif\n#pragma p\n#elif 1\nkept\n#elif 1/0\n#else\n#include \"none\"\n#endif\n",
	)
	require.Empty(t, list)
	require.Equal(t, "kept", strings.TrimSpace(string(text.Bytes)))
}

func TestCommandLine(t *testing.T) {
	o := memory(map[string]string{"m.pml": "N M F(2) U unix\n#define N 9\nN\n"})
	o.Defines = []string{"N=5", "M", "F(x)=x+x", "U=1"}
	o.Undefs = []string{"U", "unix"}
	text, list := preproc.Run(t.Context(), "m.pml", o)
	require.Equal(t, "5 1 2 +2 U unix\n\n9\n", string(text.Bytes))
	require.Equal(t, []string{`m.pml:2:9: warning: "N" redefined: its -D has no effect [macro-redefined]`}, messages(list))
	require.Equal(
		t,
		[]diag.Note{
			{Pos: diag.Pos{File: "<command line>", Line: 1, Col: 9}, Msg: "the first definition is here"},
		},
		list[0].Notes,
	)
	require.NoError(t, list.Err())

	_, list = run("", "5=3")
	require.Equal(t, []string{"<command line>:1:9: error: macro names must be identifiers"}, messages(list))
}

func TestErrors(t *testing.T) {
	for _, c := range []struct {
		src  string
		want []string
	}{
		{"\n  #error no   good\n", []string{"m.pml:2:4: error: #error no   good"}},
		{"#warning careful\n", []string{"m.pml:1:2: warning: #warning careful [preprocessor]"}},
		{"#pragma once_more\n", []string{"m.pml:1:2: error: #pragma is not allowed in a model"}},
		{"_Pragma(\"x\")\n", []string{"m.pml:1:1: error: _Pragma is not allowed in a model"}},
		{"#inclde \"x\"\n", []string{"m.pml:1:2: error: invalid preprocessing directive #inclde"}},
		{"#!x\n", []string{"m.pml:1:1: error: invalid preprocessing directive #!"}},
		{"#if 1\n#if 0\n", []string{"m.pml:2:2: error: unterminated #if", "m.pml:1:2: error: unterminated #if"}},
		{"#if 1\n#else\nx\n", []string{"m.pml:1:2: error: unterminated #if"}},
		{"#else\n#elif 1\n#endif\n", []string{"m.pml:1:2: error: #else without #if", "m.pml:2:2: error: #elif without #if", "m.pml:3:2: error: #endif without #if"}},
		{"#if 0\n#else\n#else\n#endif x\n", []string{"m.pml:3:2: error: #else after #else", "m.pml:4:8: warning: extra tokens at end of #endif directive [preprocessor]"}},
		{"#if\n#endif\n", []string{"m.pml:1:2: error: #if with no expression"}},
		{"#if 1 +\n#endif\n", []string{"m.pml:1:8: error: operator '+' has no right operand"}},
		{"#if 1/0\n#endif\n", []string{"m.pml:1:8: error: division by zero in #if"}},
		{"#if 1 2\n#endif\n", []string{"m.pml:1:7: error: missing binary operator before token \"2\""}},
		{"#if (1\n#endif\n", []string{"m.pml:1:7: error: missing ')' in expression"}},
		{"#if F(1)\n#endif\n", []string{"m.pml:1:6: error: function-like macro \"F\" is not defined"}},
		{"#if 1.5\n#elif 1..2\n#endif\n", []string{"m.pml:1:5: error: floating constant \"1.5\" in preprocessor expression", "m.pml:2:7: error: \"1..2\" is not an integer constant"}},
		{"#ifdef\n#endif\n#ifdef 5\n#endif\n", []string{"m.pml:1:7: error: no macro name given in #ifdef directive", "m.pml:3:8: error: macro names must be identifiers"}},
		{"#define\n#define 5 3\n#define defined\n", []string{"m.pml:1:8: error: no macro name given in #define directive", "m.pml:2:9: error: macro names must be identifiers", "m.pml:3:9: error: \"defined\" cannot be used as a macro name"}},
		{"#define F(a,a) a\n", []string{"m.pml:1:13: error: duplicate macro parameter \"a\""}},
		{"#define F(a\n", []string{"m.pml:1:12: error: expected ',' or ')', found the end of the line"}},
		{"#define F(value) #vlaue\n", []string{"m.pml:1:18: error: '#' is not followed by a macro parameter"}},
		{"#define F a ##\n#define G ## a\n", []string{"m.pml:1:15: error: '##' cannot appear at either end of a macro expansion", "m.pml:2:11: error: '##' cannot appear at either end of a macro expansion"}},
		{"#define C(a,b) a##b\nC(+,-)\n", []string{"m.pml:2:1: error: pasting \"+\" and \"-\" does not give a valid token"}},
		{"#define F(a,b) a\nx F(1)\nF(1,2,3)\n", []string{"m.pml:2:3: error: macro \"F\" requires 2 arguments, but only 1 given", "m.pml:3:1: error: macro \"F\" passed 3 arguments, but takes just 2"}},
		{"#define F(a) a\nF(1\n", []string{"m.pml:2:1: error: unterminated argument list invoking macro \"F\""}},
		{"x /* y\n", []string{"m.pml:1:3: error: unterminated comment"}},
		{"don't\n", []string{"m.pml:1:4: warning: missing terminating ' character [preprocessor]"}},
		{"#define N 1\n#define N 1 /* same */\n#define N 2\n", []string{"m.pml:3:9: warning: \"N\" redefined [macro-redefined]"}},
		{"#include\n#include \"\"\n#include \"x\n", []string{"m.pml:1:2: error: #include expects \"FILENAME\" or <FILENAME>", "m.pml:2:2: error: empty file name in #include", "m.pml:3:10: error: missing terminating \" character"}},
		{"a\n #include <none.h>\nb\n", []string{"m.pml:2:11: error: cannot include \"none.h\": no such file"}},
		{"#line x\n#line 99999999999\n", []string{"m.pml:1:7: error: \"x\" after #line is not a positive integer", "m.pml:2:7: error: \"99999999999\" after # is not a line number"}},
		{"a\nb\x00c\n", []string{"m.pml: error: is not text: there is a NUL byte on line 2"}},
		{"#line 50 \"big.mk\"\n#error x\n", []string{"big.mk:50:2: error: #error x"}},
	} {
		_, list := run(c.src)
		require.Equal(t, c.want, messages(list), c.src)
	}
}

func TestHints(t *testing.T) {
	for src, hint := range map[string]string{
		"#inclde \"x\"\n":               `did you mean "include"?`,
		"#define F(value) #vlaue\n":     `did you mean "value"?`,
		"#if 1 = 1\n#endif\n":           "write == to compare",
		"#define N 1\n#define N 2\nN\n": "put it between #ifndef N and #endif to keep the first definition",
	} {
		_, list := run(src)
		require.Len(t, list, 1)
		require.Equal(t, hint, list[0].Hint)
		require.NotEmpty(t, list[0].Source)
	}
}

func TestFilesThatCannotBeRead(t *testing.T) {
	dir := t.TempDir()
	for path, want := range map[string]string{
		filepath.Join(dir, "none.pml"): "no such file",
		dir:                            "is a directory",
	} {
		text, list := preproc.Run(t.Context(), path, preproc.Options{})
		require.Equal(t, []string{path + ": error: " + want}, messages(list))
		require.Empty(t, text.Bytes)
		pos, notes := text.At(0)
		require.Zero(t, pos)
		require.Empty(t, notes)
	}
	_, list := preproc.Run(t.Context(), "x",
		preproc.Options{ReadFile: func(string) ([]byte, error) { return nil, errors.New("on fire") }})
	require.Equal(t, []string{"x: error: on fire"}, messages(list))
}

func TestIncludes(t *testing.T) {
	o := memory(map[string]string{
		"d/m.pml":   "#include \"s/a.h\"\nmain\n#include <b.h>\n#include \"b.h\"\n#define H <s/b.h>\n#include H\n",
		"d/s/a.h":   "a\n#include \"b.h\"\n",
		"d/s/b.h":   "#pragma once\nsb\n",
		"d/b.h":     "b",
		"./up.pml":  "#include \"u.h\"\n",
		"./u.h":     "u\n",
		"/root.pml": "#include \"/abs.h\"\n",
		"/abs.h":    "abs\n",
	})
	text, list := preproc.Run(t.Context(), "d/m.pml", o)
	require.Empty(t, list)
	require.Equal(t, []string{"a", "sb", "main", "b", "b"}, strings.Fields(string(text.Bytes)))
	off := strings.Index(string(text.Bytes), "sb")
	pos, notes := text.At(off)
	require.Equal(t, diag.Pos{File: "d/s/b.h", Line: 2, Col: 1}, pos)
	require.Equal(t, []diag.Note{
		{Pos: diag.Pos{File: "d/s/a.h", Line: 2, Col: 10}, Msg: "included from here"},
		{Pos: diag.Pos{File: "d/m.pml", Line: 1, Col: 10}, Msg: "included from here"},
	}, notes)
	require.Equal(t, "sb", text.Line(pos))
	pos, _ = text.At(strings.Index(string(text.Bytes), "main"))
	require.Equal(t, diag.Pos{File: "d/m.pml", Line: 2, Col: 1}, pos)

	for _, path := range []string{"./up.pml", "/root.pml"} {
		_, list = preproc.Run(t.Context(), path, o)
		require.Empty(t, list, path)
	}
}

func TestAnErrorInAnIncludedFileTellsWhoIncludes(t *testing.T) {
	o := memory(map[string]string{"m.pml": "\n#include \"a.h\"\n", "a.h": "x\n  #error no\n"})
	_, list := preproc.Run(t.Context(), "m.pml", o)
	require.Equal(t, []string{"a.h:2:4: error: #error no"}, messages(list))
	require.Equal(t, "  #error no", list[0].Source)
	require.Equal(t, []diag.Note{{Pos: diag.Pos{File: "m.pml", Line: 2, Col: 10}, Msg: "included from here"}},
		list[0].Notes)
}

func TestBombs(t *testing.T) {
	var object, argument, empty strings.Builder
	object.WriteString("#define a0 x x\n")
	empty.WriteString("#define a0\n")
	for i := 1; i < 60; i++ {
		fmt.Fprintf(&object, "#define a%d a%d a%d\n", i, i-1, i-1)
		fmt.Fprintf(&empty, "#define a%d a%d a%d\n", i, i-1, i-1)
	}
	object.WriteString("a59\n")
	empty.WriteString("a59\n")
	argument.WriteString("#define D(x) x x\n" + strings.Repeat("D(", 60) + "1" + strings.Repeat(")", 60))
	for name, src := range map[string]string{
		"objects": object.String(), "nothing": empty.String(), "arguments": argument.String(),
		"deep arguments": "#define I(x) x\n" + strings.Repeat("I(", 200000) + strings.Repeat(")", 200000),
		"open arguments": "#define I(x) x\n" + strings.Repeat("I(", 200000),
		"deep condition": "#if " + strings.Repeat("(", 500000) + "1\n#endif\n",
		"deep negation":  "#if " + strings.Repeat("!", 500000) + "1\n#endif\n",
		"pasting":        "#define P(x) x##x\n" + strings.Repeat("P(", 60) + "ab" + strings.Repeat(")", 60),
		"itself":         "x\n#include \"m.pml\"\n#include \"m.pml\"\n",
		"many errors":    strings.Repeat("#bad\n", 100000),
	} {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			text, list := run(src)
			require.Error(t, list.Err())
			require.LessOrEqual(t, len(list), 100)
			require.LessOrEqual(t, len(text.Bytes), 65<<20)
			require.Less(t, time.Since(start), 20*time.Second, "a bomb must end soon even on a busy machine")
		})
	}
}

func TestAMegabyteOfRubbish(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, alphabet := range []string{"#()\n\\'\"/*. ,aF", "#define F(x)##\n", "#if1&&(){}\n endif else", ""} {
		src := []byte("#define F(a, b) a##b F(b, a)\n#define a F\n")
		for len(src) < 1<<20 {
			if c := byte(1 + random.IntN(255)); alphabet == "" {
				src = append(src, c)
			} else {
				src = append(src, alphabet[random.IntN(len(alphabet))])
			}
		}
		start := time.Now()
		text, list := run(string(src))
		require.Error(t, list.Err())
		require.Less(t, time.Since(start), 20*time.Second)
		for off := 0; off <= len(text.Bytes); off += 1 + len(text.Bytes)/1000 {
			at, _ := text.At(off)
			require.Positive(t, at.Line)
			require.Positive(t, at.Col)
		}
	}
}

func TestManyLinesOfManyFiles(t *testing.T) {
	o := memory(map[string]string{"m.pml": strings.Repeat("#include \"a.h\"\n", 30000), "a.h": "x\n"})
	_, list := preproc.Run(t.Context(), "m.pml", o)
	require.Len(t, list, 1)
	require.Contains(t, list[0].Msg, "too much text is included")
}

// BenchmarkRun preprocesses models of 2,000 lines.
func BenchmarkRun(b *testing.B) {
	for _, c := range []struct{ name, line string }{
		{"usual", "\t:: (x%d > N) -> y = x + %d; c!x,y /* send */\n"},
		{"full of macros", "\t:: (x%d > N) -> SET(y, x + %d); c!x,N\n"},
	} {
		var src strings.Builder
		src.WriteString("#define N 5\n#define SET(v, x) v = x; skip\n")
		for i := range 2000 {
			fmt.Fprintf(&src, c.line, i%50, i)
		}
		o := memory(map[string]string{"m.pml": src.String()})
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(src.Len()))
			b.ReportAllocs()
			for b.Loop() {
				if _, list := preproc.Run(b.Context(), "m.pml", o); list.Err() != nil {
					b.Fatal(list)
				}
			}
		})
	}
}

func FuzzRun(f *testing.F) {
	for _, s := range []string{
		"#define F(a,b...) a##b #a\nF(1,2)\n", "#if 1 ? 2 : 3\n#elif\n#else\n#endif", "a\\\n/*", "#include \"m.pml\"", "'\"\\",
		"#define f(x) x f\nf(1)(2) f\n#undef f\n(", "#line 3 \"x\"\n__LINE__ %:%: <: ..\n", "#include X\n#define X <a>\n",
	} {
		f.Add([]byte(s))
	}
	for _, p := range []string{"testdata/blanks.pml", "testdata/promela.pml", "testdata/crlf.pml"} {
		s, err := os.ReadFile(p)
		require.NoError(f, err)
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		late := time.AfterFunc(20*time.Second, func() { panic(fmt.Sprintf("no end for %q", src)) })
		defer late.Stop()
		o := memory(map[string]string{"m.pml": string(src), "a": "x\n#define A 1\n"})
		text, list := preproc.Run(t.Context(), "m.pml", o)
		for off := 0; off <= len(text.Bytes); off += 1 + len(text.Bytes)/100 {
			pos, _ := text.At(off)
			_ = text.Line(pos)
			require.GreaterOrEqual(t, pos.Col, 0)
		}
		for _, d := range list {
			require.NotEmpty(t, d.String())
		}
	})
}
