package conformance

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gospin/verifier/thorough"
)

// TestMicroModels: the models of testdata/micro give the figures of testdata/micro.tsv, which are pan's.
func TestMicroModels(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/micro.tsv")
	require.NoError(t, err)
	gospin(t)
	tb := &table{}
	t.Run("micro", func(t *testing.T) {
		i := 0
		for line := range strings.Lines(string(text)) {
			if i++; strings.HasPrefix(line, "#") || !thorough.Every(9, i) {
				continue
			}
			field := strings.Split(strings.TrimRight(line, "\n"), "\t")
			t.Run(field[0], func(t *testing.T) {
				inTurn(t)
				micro(t, tb, field)
			})
		}
	})
	tb.print("micro-models")
}

func micro(t *testing.T, tb *table, field []string) {
	name, note := field[0], field[len(field)-1]
	class, verdict, _ := strings.Cut(field[1], ":")
	model := filepath.Join("testdata/micro", name)
	got := verify(t, model, time.Minute)
	fail := func(format string, args ...any) {
		tb.add(differs, name, format, args...)
		t.Errorf(format, args...)
	}
	switch {
	case got.wrong != "":
		fail("%s", got.wrong)
	case class == "reject" && got.exit != 2, class == "kinder" && got.exit == 2:
		fail("exit %d: %s", got.exit, note)
	case class == "reject":
		tb.add(equal, name, "")
	case class == "kinder":
		tb.add(kinder, name, "%s", note)
	case class == "waived" && got.verdict() != verdict:
		fail("%s, not %s: %s", got.verdict(), verdict, note)
	case class == "waived":
		tb.add(waived, name, "%s; %s", verdict, note)
	case class != "exact":
		t.Fatalf("class %q", class)
	case !got.json:
		fail("refused: %s", got.output)
	default:
		want := readFigures(t, field[2:8])
		if got.figures != want {
			fail("gospin %v\npan    %v", got.figures, want)
			return
		}
		everyMode(t, model, want)
		tb.add(equal, name, "")
	}
}

// readFigures reads numbers as pan prints them: large ones have an exponent.
func readFigures(t *testing.T, field []string) figures {
	t.Helper()
	var n [6]int64
	for i := range n {
		v, err := strconv.ParseFloat(field[i], 64)
		require.NoError(t, err)
		n[i] = int64(v)
	}
	return figures{n[0], n[1], n[2], n[3], n[4], n[5]}
}
