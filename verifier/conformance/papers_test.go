package conformance

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const paperModels = examples + "/papers"

// paperSize is a line of such a model's comment: a size, its macros, and pan's figures.
var paperSize = regexp.MustCompile(`(?m)^ \* (small|large): ((?:-D\S+ )+)(stored=.*)$`)

// sized is a model of the papers in one size.
type sized struct {
	model  string
	macros []string
	want   figures
}

func (s *sized) name() string {
	return strings.Join(
		append([]string{strings.TrimSuffix(filepath.Base(s.model), ".pml")}, s.macros...),
		" ",
	)
}

// paperSizes are all models of the papers, in their small or large sizes.
func paperSizes(t *testing.T, size string) (out []sized) {
	t.Helper()
	models, err := filepath.Glob(filepath.Join(paperModels, "*.pml"))
	require.NoError(t, err)
	require.Len(t, models, 15)
	for _, model := range models {
		text, err := os.ReadFile(model)
		require.NoError(t, err)
		n := len(out)
		for _, found := range paperSize.FindAllSubmatch(text, -1) {
			if string(found[1]) != size {
				continue
			}
			s := sized{model: model, macros: strings.Fields(string(found[2]))}
			_, err = fmt.Sscanf(
				string(found[3]),
				"stored=%d matched=%d transitions=%d atomic=%d depth=%d errors=%d",
				&s.want.Stored,
				&s.want.Matched,
				&s.want.Transitions,
				&s.want.Atomic,
				&s.want.Depth,
				&s.want.Errors,
			)
			require.NoError(t, err, model)
			out = append(out, s)
		}
		require.Greater(t, len(out), n, "%s records no figures of its %s size", model, size)
	}
	return out
}

// The figures stand in the models' comments, with the command that gave them.
func TestPaperModelsGiveRecordedFigures(t *testing.T) {
	t.Parallel()
	gospin(t)
	small := []string{"mask", "collapse"}
	t.Run("models", func(t *testing.T) {
		for _, s := range paperSizes(t, "small") {
			for _, mode := range small {
				t.Run(s.name()+"/"+mode, func(t *testing.T) {
					inTurn(t)
					got := verify(t, s.model, time.Minute, append(s.macros, "-compress="+mode)...)
					require.Empty(t, got.wrong)
					require.Equal(t, s.want.String(), got.figures.String())
				})
			}
		}
	})
	if os.Getenv("GOSPIN_LARGE") == "" {
		return
	}
	for _, s := range paperSizes(t, "large") {
		t.Run(s.name(), func(t *testing.T) {
			got := verify(t, s.model, 20*time.Minute, append(s.macros, "-compress=tree")...)
			require.Empty(t, got.wrong)
			require.Equal(t, s.want.String(), got.figures.String())
		})
	}
}

// Of some models it is known how many states they have, whatever the size.
func TestPaperModelsHaveAsManyStatesAsIsKnown(t *testing.T) {
	t.Parallel()
	gospin(t)
	for _, c := range []struct {
		model  string
		macros []string
		stored int64
	}{
		{"dbm", []string{"-DN=7"}, 1 + 7*729},
		{"dbm", []string{"-DN=7", "-DSTART"}, 2 + 7*729},
		{"mutex", []string{"-DN=6"}, 32 * 32},
		{"stopwait", []string{"-DN=40"}, 271*40 - 168},
		{"stopwait", []string{"-DN=260"}, 271*260 - 168}, // its numbers are no bytes any more
		{"peterson", []string{"-DN=3"}, 20754},
		{"tokens", []string{"-DM=12", "-DN=2"}, 4096},
	} {
		got := verify(
			t,
			filepath.Join(paperModels, c.model+".pml"),
			time.Minute,
			append(c.macros, "-compress=mask")...)
		require.Empty(t, got.wrong)
		require.Equal(t, c.stored, got.Stored, "%s %v", c.model, c.macros)
	}
}
