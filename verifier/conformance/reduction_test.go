package conformance

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gospin/verifier"
	"gospin/verifier/ask"
	"gospin/verifier/thorough"
)

// reduced is a search of pan's with partial order reduction, as testdata/reduction.tsv has it.
type reduced struct {
	model   string
	defines []string
	flags   string
	figures figures
}

// asPan are the options with which gospin does what pan does.
func (r *reduced) asPan() []string {
	spins, gccs, _ := strings.Cut(r.flags, "; ")
	rule := map[string]string{"-DSAFETY": "-por=spin", "none": "-por=spin-liveness"}[gccs]
	args := []string{"verify", "-noclaim", "-c", "0", "-json", rule}
	if spins != "none" {
		args = append(args, strings.Fields(spins)...)
	}
	return append(args, r.defines...)
}

// options are those of asPan.
func (r *reduced) options() (o verifier.Options) {
	spins, gccs, _ := strings.Cut(r.flags, "; ")
	o.POR = map[string]string{"-DSAFETY": "spin", "none": "spin-liveness"}[gccs]
	o.NoClaim, o.Merging = true, ask.MergingBeside(o.POR)
	o.NoDataflow, o.NoDropUnread = strings.Contains(spins, "-o1"), strings.Contains(spins, "-o2")
	o.NoMerge = strings.Contains(spins, "-o3")
	for _, d := range r.defines {
		o.Defines = append(o.Defines, strings.TrimPrefix(d, "-D"))
	}
	return o
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

// compare runs gospin beside a recorded search, with the component engine, and where nothing is merged with
// the machine, too.
func (r *reduced) compare(t *testing.T, path string) {
	engines := []string{"collapse", "none"}
	if !strings.HasPrefix(r.flags, "-o1 -o2 -o3;") {
		engines = engines[:1]
	}
	copied, here := copyOf(t, path)
	for _, store := range engines {
		if here && !ownExclusions[r.model] {
			o := r.options()
			o.Model, o.Compress = copied, store
			require.Equal(t, r.figures.String(), searchHere(t, &o).String(), store)
			continue
		}
		got := replyTo(t, path, 5*time.Minute, append(r.asPan(), "-compress="+store)...)
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

// TestSpinReductionAsRecorded: -por=spin, with SPIN's merging of statements and without, makes the searches
// that pan makes, to the last count. The large ones take minutes: GOSPIN_LARGE=1 asks for them.
func TestSpinReductionAsRecorded(t *testing.T) {
	t.Parallel()
	gospin(t)
	list := reductions(t, func(r *reduced) bool {
		return !strings.HasPrefix(r.model, "debian/") && (r.isQuick() || os.Getenv("GOSPIN_LARGE") != "")
	})
	require.Greater(t, len(list), 1000)
	for i, r := range list {
		if !thorough.Every(3, i) {
			continue
		}
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
