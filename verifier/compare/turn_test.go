package compare

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"gospin/verifier/compare/tables"
)

// TestTextFitsTheScreen, however many models there are: modes stand below each other.
func TestTextFitsTheScreen(t *testing.T) {
	table := &Table{Modes: []string{"none", "mask", "collapse+huffman"}, subject: Stores}
	for i := range 25 {
		for k, mode := range table.Modes {
			table.Rows = append(
				table.Rows,
				Row{Model: fmt.Sprintf("model-%d", i*i*i*i), Mode: mode, Vector: 10 + i,
					Stored: 1000,
					Bytes:  int64(1000 * (i + k + 1)), Seconds: 1 + float64(k), PeakRSS: 12345678},
			)
		}
	}
	table.Rows[7].Note = strings.Repeat("this run has failed ", 30)
	table.About = About{Date: "today", Command: strings.Repeat("gospin compare ", 30)}
	Stores.relate(table.Rows)
	var b bytes.Buffer
	require.NoError(t, table.Write(&b, "text"))
	for line := range strings.Lines(b.String()) {
		require.LessOrEqual(t, utf8.RuneCountInString(strings.TrimSuffix(line, "\n")), tables.Width, line)
	}
	require.Contains(t, b.String(), "\ncollapse+huffman ")
	for i := range 25 {
		require.Regexp(t, fmt.Sprintf(` model-%d\b`, i*i*i*i), b.String())
	}
}

// TestFailingModesAreCells: what fails has its reason in the table, even if it is the first of all.
func TestFailingModesAreCells(t *testing.T) {
	c := Config{
		Subject: Stores,
		Models:  []Model{{Name: "m", Path: "m.pml"}},
		Modes:   []string{"none", "rle", "tree", "ma", "unmove", "huffman", "mask"},
	}
	c.Binary = stub(t, `case "$*" in
		*=none*) echo '{"error":{"file":"","message":"out of memory: the system gives no block"}}'; exit 3;;
		*=tree*) echo '{"verdict":"inconclusive","reason":"no time","incomplete":["out of time"]}'; exit 3;;
		*=ma\ *) echo '{"verdict":"inconclusive","reason":"deep","incomplete":["depth limit reached"]}'; exit 3;;
		*=unmove*) echo '{"error":{"line":0,"message":"it is none of its kind"}}'; exit 2;;
		*=huffman*) echo '{"error":{"line":4,"message":"this is for that"}}'; exit 2;;
		*=rle*) echo broken >&2; kill -SEGV $$;; esac
		echo '{"verdict":"holds","states":{"stored":7},"time":{"search_seconds":0.5},"memory":{"store_bytes":70}}'`)
	table, err := Run(context.Background(), c)
	require.NoError(t, err)
	var text, page bytes.Buffer
	require.NoError(t, table.Write(&text, "text"))
	require.Regexp(t, `(?m)^none +memory$\n^rle +failed$\n^tree +time$\n^ma +depth$\n^unmove +refused$\n^huffman +failed$\n^mask +10.0$`, text.String())
	require.Contains(
		t,
		text.String(),
		"m, none: m.pml, mode none: out of memory: the system gives no block\n",
	)
	require.Contains(t, text.String(), "m, rle: m.pml, mode rle: signal: segmentation fault broken\n")
	require.NoError(t, table.Write(&page, "html"))
	require.Contains(t, page.String(), "<td>memory</td>")
}

// TestQuickSearchesAreRepeated, until two times agree; where none do, there is no ratio.
func TestQuickSearchesAreRepeated(t *testing.T) {
	n := filepath.Join(t.TempDir(), "n")
	run := func(seconds string) (*Table, int) {
		require.NoError(t, os.WriteFile(n, nil, 0o600))
		c := Config{
			Subject: Stores,
			Models:  []Model{{Name: "m", Path: "m.pml"}},
			Modes:   []string{"mask", "none"},
		}
		c.Binary = stub(t, `echo . >>`+n+`; n=$(wc -l <`+n+`)
			echo '{"verdict":"holds","states":{"stored":7},"time":{"search_seconds":'`+seconds+`'}}'`)
		table, err := Run(context.Background(), c)
		require.NoError(t, err)
		text, err := os.ReadFile(n)
		require.NoError(t, err)
		return table, len(text) / 2
	}
	table, runs := run("0.06")
	require.Equal(t, 2, runs, "they are long enough")
	require.InDelta(t, 1, table.Rows[1].Time, 1e-9)
	table, runs = run("0.02")
	require.Equal(t, 2*fewest, runs, "all times agree")
	require.False(t, table.Rows[0].Vague)
	require.InDelta(t, 1, table.Rows[1].Time, 1e-9)
	table, runs = run("0.0001")
	require.Equal(t, 2*maxRuns, runs)
	require.True(t, table.Rows[0].Vague)
	require.Zero(t, table.Rows[1].Time, "there is too little to compare")
	require.Contains(t, table.notes()[0], "have no time relative to others (–)")
	require.True(t, vague([]float64{.02, .03, .04}))
	require.False(t, vague([]float64{.02, .04, .021}))
}
