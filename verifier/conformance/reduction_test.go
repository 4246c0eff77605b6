package conformance

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// reduced is a search of pan's with partial order reduction, as testdata/reduction.tsv has it.
type reduced struct {
	model   string
	defines []string
	flags   string
	figures figures
}

// asPan are the options with which gospin does what pan does when built with flags.
var asPan = map[string][]string{
	"-o1 -o2 -o3; -DSAFETY": {"-o1", "-o2", "-o3", "-por=spin"},
	"-o1 -o2 -o3; none":     {"-o1", "-o2", "-o3", "-por=spin-liveness"},
}

// ownExclusions are the errors that pan tells of in models that break their own xr and xs: it counts each
// time. Here it makes the search inconclusive.
var ownExclusions = map[string]bool{"debian/cambridge.pml": true}

func reductions(t *testing.T, wanted func(r *reduced) bool) (out []reduced) {
	text, err := os.ReadFile("testdata/reduction.tsv")
	require.NoError(t, err)
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		field := strings.Split(strings.TrimSpace(line), "\t")
		r := reduced{field[0], strings.Fields(field[1]), field[2], readFigures(t, field[3:])}
		if wanted(&r) {
			out = append(out, r)
		}
	}
	return out
}

// isQuick tells of searches of less than a second.
func (r *reduced) isQuick() bool { return r.figures.Stored <= 20000 }

// compare runs gospin beside a recorded search, with the machine and with the component engine.
func (r *reduced) compare(t *testing.T, path string) {
	for _, store := range []string{"none", "collapse"} {
		args := append([]string{"verify", "-noclaim", "-c", "0", "-json", "-compress=" + store}, asPan[r.flags]...)
		got := ask(t, path, 5*time.Minute, append(args, r.defines...)...)
		require.Empty(t, got.wrong)
		want := r.figures
		if ownExclusions[r.model] {
			require.Equal(t, "inconclusive", got.verdict())
			require.Contains(t, got.output, "partial order reduction invalid")
			want.Errors = 0
		}
		require.Equal(t, want.String(), got.figures.String(), store)
	}
}

// TestSpinReductionAsRecorded: -por=spin makes the searches that pan makes, to the last count. The large ones
// take minutes: GOSPIN_LARGE=1 asks for them.
func TestSpinReductionAsRecorded(t *testing.T) {
	gospin(t)
	list := reductions(t, func(r *reduced) bool {
		return !strings.HasPrefix(r.model, "debian/") && (r.isQuick() || os.Getenv("GOSPIN_LARGE") != "")
	})
	require.Greater(t, len(list), 400)
	for _, r := range list {
		t.Run(strings.Join(append([]string{r.model, r.flags}, r.defines...), " "), func(t *testing.T) {
			inTurn(t)
			dir := "testdata"
			if strings.HasPrefix(r.model, "examples/") {
				dir = filepath.Dir(examples)
			}
			r.compare(t, filepath.Join(dir, r.model))
		})
	}
}
