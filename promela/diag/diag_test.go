package diag_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/promela/diag"
)

func at(file string, line, col int) diag.Pos { return diag.Pos{File: file, Line: line, Col: col} }

func render(t *testing.T, d *diag.Diagnostic, colour bool) string {
	t.Helper()
	var b strings.Builder
	require.NoError(t, d.Render(&b, colour))
	return b.String()
}

func TestOnlyErrorsMakeAnError(t *testing.T) {
	var l diag.List
	require.NoError(t, l.Err())
	l.Add(diag.Warningf(at("a", 1, 1), "odd"))
	require.NoError(t, l.Err())
	l.Add(diag.Errorf(at("a", 2, 3), "no %s", "good"))
	require.EqualError(t, l.Err(), "a:2:3: error: no good")
	l.Add(diag.Errorf(at("a", 3, 1), "bad"))
	require.EqualError(t, l.Err(), "a:2:3: error: no good (and 1 more error)")
	l.Add(diag.Errorf(at("a", 4, 1), "bad"))
	require.EqualError(t, l.Err(), "a:2:3: error: no good (and 2 more errors)")
	require.Equal(t, 3, l.Errors())

	var back diag.List
	require.ErrorAs(t, errors.Join(l.Err()), &back)
	require.Len(t, back, 4)
}

func TestSorted(t *testing.T) {
	l := diag.List{
		diag.Errorf(at("m.pml", 9, 1), "c"),
		diag.Warningf(at("m.pml", 2, 5), "b"),
		diag.Errorf(at("a.h", 1, 1), "inc"),
		diag.Errorf(at("m.pml", 2, 5), "b"),
		diag.Errorf(at("m.pml", 2, 1), "a"),
		diag.Errorf(at("m.pml", 9, 1), "c"),
	}
	var got []string
	for _, d := range l.Sorted() {
		got = append(got, d.String())
	}
	require.Equal(t, []string{
		"m.pml:2:1: error: a",
		"m.pml:2:5: error: b",
		"m.pml:2:5: warning: b",
		"m.pml:9:1: error: c",
		"a.h:1:1: error: inc",
	}, got)
	require.Equal(t, "m.pml:9:1: error: c", l[0].String(), "the original keeps its order")
}

func TestRender(t *testing.T) {
	d := diag.Errorf(at("phils.pml", 12, 7), `"frok" is not declared`)
	d.Source = "\tif\t:: frok > 0"
	d.Hint = `did you mean "fork"?`
	d.Notes = []diag.Note{{Pos: at("phils.pml", 30, 2), Msg: "called from here"}}
	require.Equal(t, "phils.pml:12:7: error: \"frok\" is not declared\n"+
		"\tif\t:: frok > 0\n"+
		"\t  \t  ^\n"+
		"hint: did you mean \"fork\"?\n"+
		"phils.pml:30:2: note: called from here\n", render(t, d, false))

	bright := render(t, d, true)
	require.Contains(t, bright, "\x1b[1;31merror: \x1b[0m")
	require.Contains(t, bright, "\t  \t  \x1b[1;32m^")
}

func TestRenderWithoutPlace(t *testing.T) {
	require.Equal(t, "m.pml: error: is a directory\n",
		render(t, diag.Errorf(diag.Pos{File: "m.pml"}, "is a directory"), false))
	require.Equal(t, "error: no model\n", render(t, diag.Errorf(diag.Pos{}, "no model"), false))
	d := diag.Errorf(at("m.pml", 3, 0), "x")
	d.Source = "line"
	require.Equal(t, "m.pml:3: error: x\nline\n", render(t, d, false))
}

func TestCaretPlaces(t *testing.T) {
	for _, c := range []struct {
		name, source string
		col          int
		want         string
	}{
		{"characters of several bytes count once", "é = x", 6, "é = x\n    ^\n"},
		{"inside a character", "é", 2, "é\n^\n"},
		{"past the end", "ab", 9, "ab\n  ^\n"},
		{"escapes are not obeyed", "\x1b[31m x", 7, "?[31m x\n      ^\n"},
		{"a carriage return is dropped", "ab\r", 2, "ab\n ^\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := diag.Errorf(at("f", 1, c.col), "m")
			d.Source = c.source
			require.Equal(t, "f:1:"+string(rune('0'+c.col))+": error: m\n"+c.want, render(t, d, false))
		})
	}
}

func TestLongLinesAreCutAroundTheCaret(t *testing.T) {
	d := diag.Errorf(at("f", 1, 5001), "m")
	d.Source = strings.Repeat("a", 5000) + "X" + strings.Repeat("é", 5000)
	lines := strings.Split(render(t, d, false), "\n")
	require.Less(t, len(lines[1]), 200)
	require.Equal(t, strings.IndexByte(lines[1], 'X'), strings.IndexByte(lines[2], '^'))
	require.True(t, strings.HasPrefix(lines[1], "...") && strings.HasSuffix(lines[1], "é..."), lines[1])
}

func TestMessagesStayOnTheirLine(t *testing.T) {
	require.Equal(t, "f:1:1: error: unexpected a b?c",
		diag.Errorf(at("f", 1, 1), "unexpected %s", "a\nb\x07c").String())
}

func TestNearest(t *testing.T) {
	names := []string{"forks", "fork", "state", "x", "nr_leaders", "INIT"}
	for written, want := range map[string]string{
		"frok": "fork", "forkss": "forks", "statte": "state", "nr_leader": "nr_leaders",
		"INTI": "INIT", "init": "INIT", "y": "", "zz": "", "table": "", "nrleadrs": "nr_leaders", "": "", "fork": "forks",
	} {
		require.Equal(t, want, diag.Nearest(written, names), "%q", written)
	}
	require.Equal(t, `did you mean "fork"?`, diag.DidYouMean("frok", names))
	require.Empty(t, diag.DidYouMean("table", names))
	require.Equal(t, "fork", diag.Meant(diag.DidYouMean("frok", names)))
	require.Empty(t, diag.Meant("write x == 1"))
}
