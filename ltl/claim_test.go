package ltl

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write testdata/*.golden anew")

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".golden")
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(want), got)
}

func TestWriteClaim(t *testing.T) {
	var b strings.Builder
	for _, text := range []string{"[] p", "<> p", "[] (p -> <> q)", "p U (q U r)", "!([] <> p -> [] <> (x > 0))", "true", "false",
		"[] (P[1]@lab -> X !(a + b == c))", "<> [] !p"} {
		f, atoms, err := Parse(text)
		require.NoError(t, err, text)
		a, err := Translate(t.Context(), f)
		require.NoError(t, err, text)
		require.NoError(t, a.WriteClaim(&b, text, atoms))
	}
	golden(t, "claims", b.String())
}

func TestWriteDot(t *testing.T) {
	f, atoms, err := Parse(`[] (p -> <> (c == '"'))`)
	require.NoError(t, err)
	a, err := Translate(t.Context(), f)
	require.NoError(t, err)
	var b strings.Builder
	require.NoError(t, a.WriteDot(&b, f.Text(atoms), atoms))
	golden(t, "dot", b.String())
}

func TestClaimTitleEndsNoComment(t *testing.T) {
	var b strings.Builder
	a, err := Translate(t.Context(), True())
	require.NoError(t, err)
	require.NoError(t, a.WriteClaim(&b, "a */\n b", nil))
	require.Equal(t, 1, strings.Count(b.String(), "*/"))
}

func TestTranslateBounds(t *testing.T) {
	wide := Atom(0)
	for i := 1; i <= maxAtoms; i++ {
		wide = Or(wide, Atom(i))
	}
	_, err := Translate(t.Context(), wide)
	require.ErrorIs(t, err, ErrTooLarge)
	parity := Atom(0)
	for i := 1; i < 20; i++ {
		parity = Equiv(parity, Atom(i))
	}
	_, err = Translate(t.Context(), parity)
	require.ErrorIs(t, err, ErrTooLarge)
	deep := Always(Atom(0))
	for i := 1; i <= maxUntils+1; i++ {
		deep = And(deep, Until(Atom(i), Atom(i+1)))
	}
	_, err = Translate(t.Context(), deep)
	require.ErrorIs(t, err, ErrTooLarge)
}

func TestSparseAtoms(t *testing.T) {
	a, err := Translate(t.Context(), Until(Atom(700), Not(Atom(3))))
	require.NoError(t, err)
	require.Equal(t, &Automaton{States: []State{
		{Edges: []Edge{{Guard{{{700, false}}}, 0}, {Guard{{{3, true}}}, 1}}},
		{Accepting: true, Edges: []Edge{{Guard{{}}, 1}}},
	}}, a)
	require.True(t, a.AcceptsAll(1))
	require.False(t, a.AcceptsAll(0))
}

func TestSimplify(t *testing.T) {
	for in, want := range map[string]string{
		"!(p U q)":                         "!p V !q",
		"p U (p U q)":                      "p U q",
		"(p U q) U q":                      "p U q",
		"<> <> p":                          "<> p",
		"[] <> [] p":                       "<> ([] p)",
		"p U <> q":                         "<> q",
		"[] X <> p":                        "[] (<> p)",
		"X p && X q":                       "X (p && q)",
		"X p U X q":                        "X (p U q)",
		"[] p && [] q":                     "[] (p && q)",
		"[] <> p || [] <> q":               "[] (<> (p || q))",
		"(p U r) && (q U r)":               "(p && q) U r",
		"p && (!p || q)":                   "p && q",
		"p -> p":                           "true",
		"p && !p":                          "false",
		"!p U p":                           "<> p",
		"p W q":                            "q V (p || q)",
		"<> p && [] p":                     "[] p",
		"<> (p && [] <> q)":                "([] (<> q)) && (<> p)",
		"!(<> <> p <-> <> p)":              "false",
		"[] (p -> <> q) && [] (p -> <> q)": "[] ((<> q) || !p)",
	} {
		f, atoms, err := Parse(in)
		require.NoError(t, err, in)
		require.Equal(t, want, Simplify(f).Text(atoms), in)
	}
}

func TestStutterInvariant(t *testing.T) {
	for in, want := range map[string]bool{"[] (p -> <> q)": true, "X p": false, "X [] <> p": true, "[] X <> p": true, "p U X q": false} {
		f, _, err := Parse(in)
		require.NoError(t, err)
		is, err := StutterInvariant(t.Context(), f)
		require.NoError(t, err)
		require.Equal(t, want, is, in)
	}
}

// TestLists compares the automata of published formulas with the formulas' semantics, and with the recorded
// sizes.
func TestLists(t *testing.T) {
	sizes, err := os.ReadFile("testdata/sizes.txt")
	require.NoError(t, err)
	for _, list := range []string{"dwyer", "etessami-holzmann", "somenzi-bloem"} {
		for i, text := range formulas(t, list+".txt") {
			f, _, err := Parse(text)
			require.NoError(t, err, text)
			for _, sign := range []string{" ", "!"} {
				g := f
				if sign == "!" {
					g = Not(f)
				}
				a, err := Translate(t.Context(), g)
				require.NoError(t, err, text)
				s, n := a.Size()
				line := ""
				for l := range strings.Lines(string(sizes)) {
					if strings.HasPrefix(l, fmt.Sprintf("%-18s %2d%s ", list, i+1, sign)) {
						line = l
					}
				}
				require.Contains(t, line, fmt.Sprintf("  %3d %3d", s, n), "%s %d%s: %s", list, i+1, sign,
					text)
			}
		}
	}
}
