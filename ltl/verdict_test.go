//go:build conformance

package ltl

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var panErrors = regexp.MustCompile(`errors: (\d+)`)

// walk is a model that walks through a random graph for ever, with random values of the atoms at each place.
func walk(r *rand.Rand) string {
	var b strings.Builder
	for i, atom := range []string{"p", "q", "r", "s"} {
		fmt.Fprintf(&b, "#define %s (v >> %d & 1)\n", atom, i)
	}
	b.WriteString("byte v;\nactive proctype P() {\n")
	const places = 6
	for i := range places {
		fmt.Fprintf(&b, "L%d:\tv = %d;\n\tif\n", i, r.IntN(16))
		for range 1 + r.IntN(2) {
			fmt.Fprintf(&b, "\t:: goto L%d\n", r.IntN(places))
		}
		b.WriteString("\tfi;\n")
	}
	return b.String() + "}\n"
}

// violated returns pan's verdict on a model with a claim: spin -a -o1 -o2 -o3, then pan -a in raw mode.
func violated(t *testing.T, model, claim string) bool {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "m.pml"), []byte(model+claim), 0o644))
	cmd := exec.Command("sh", "-c", "spin -a -o1 -o2 -o3 m.pml && gcc -w -DNOREDUCE -o pan pan.c && ./pan -a")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	m := panErrors.FindSubmatch(out)
	require.NotNil(t, m, "%v\n%s\n%s", err, claim, out)
	return string(m[1]) != "0"
}

// TestVerdictsOfClaims verifies random models with gospin's claim and with SPIN's for the same formula; only
// a third of them in the short form.
func TestVerdictsOfClaims(t *testing.T) {
	verdicts := map[bool]int{}
	list := append(formulas(t, "dwyer.txt")[:30], "[] p", "<> p", "p U q", "<> [] p", "[] <> q",
		"[] <> p -> [] <> q")
	for i, text := range list {
		if !long && i%3 != 0 {
			continue
		}
		f, atoms, err := Parse(text)
		require.NoError(t, err)
		f = Not(f)
		if states, _, why := spinSize(t, f.withoutWeak().Text(atoms)); why != "" || states > 30 {
			continue
		}
		theirs, err := exec.Command("spin", "-f", f.withoutWeak().Text(atoms)).Output()
		require.NoError(t, err)
		a, err := Translate(t.Context(), f)
		require.NoError(t, err)
		var ours strings.Builder
		require.NoError(t, a.WriteClaim(&ours, text, atoms))
		model := walk(rand.New(rand.NewPCG(uint64(i), 2)))
		want := violated(t, model, string(theirs))
		require.Equal(t, want, violated(t, model, ours.String()), "%s\n%s", text, model)
		verdicts[want]++
	}
	require.Greater(t, verdicts[true], 1)
	require.Greater(t, verdicts[false], 1)
}
