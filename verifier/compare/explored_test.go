package compare

import (
	"bytes"
	"encoding/json"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/compare/tables"
	"gospin/verifier/way"
)

// TestPageHasAllFigures: every figure of every run is in the page, so that people can choose and sort.
func TestPageHasAllFigures(t *testing.T) {
	rows := []Row{
		{Model: "m", Mode: "mask", Vector: 20, Stored: 100, Seconds: 1, Bytes: 2000, PeakRSS: 9000},
		{Model: "m", Mode: "tree", Vector: 20, Stored: 100, Seconds: 2, Bytes: 500, PeakRSS: 8000},
		{Model: "m", Mode: way.Auto, Vector: 20, Stored: 100, Seconds: 1, Bytes: 2000, PeakRSS: 9000,
			Picked: "mask: the quickest"},
		{Model: "n", Mode: "mask", Vector: 20, Stored: 10, Seconds: 1, Bytes: 300, PeakRSS: 9000},
		{Model: "n", Mode: "tree", Note: "out of memory"},
	}
	Stores.relate(rows)
	table := &Table{Modes: []string{"mask", "tree", way.Auto}, Rows: rows, subject: Stores}
	var page bytes.Buffer
	require.NoError(t, table.Write(&page, "html"))
	text := regexp.MustCompile(`(?s)<script type="application/json" id="figures">(.*?)</script>`).FindSubmatch(page.Bytes())
	require.NotNil(t, text)
	var e tables.Explorer
	require.NoError(t, json.Unmarshal(text[1], &e))
	require.Equal(t, []string{"m", "n"}, e.Models)
	require.Equal(t, [][]float64{{1, 1}, {2, 0}, {1, 0}}, e.Seconds)
	require.Equal(t, [][]float64{{20, 30}, {5, 0}, {20, 0}}, e.Memory)
	last := e.Figures[len(e.Figures)-1]
	require.Equal(t, faster, last.Title)
	require.True(t, last.More)
	require.Equal(t, [][]string{{"100", "10"}, {"50", "-"}, {"100", "-"}}[0], last.Texts[0])
	for _, want := range []string{`class="keeps"`, "byte masking", `data-mode="tree"`, "m, auto has chosen mask: the quickest"} {
		require.Contains(t, page.String(), want)
	}
	require.NotContains(t, page.String(), "What to use for this model")
}

// TestAdviceForOneModel: the quickest way, the one that takes the least memory, and what auto chooses.
func TestAdviceForOneModel(t *testing.T) {
	table := &Table{subject: Stores, Rows: []Row{
		{Model: "m", Mode: "mask", Stored: 100, Seconds: 1, Bytes: 2000},
		{Model: "m", Mode: "tree", Stored: 100, Seconds: 2, Bytes: 500},
		{Model: "m", Mode: "ma", Seconds: 1, Note: "out of time"},
		{Model: "m", Mode: way.Auto, Stored: 100, Seconds: .5, Bytes: 2000, Picked: "mask: the quickest"},
	}}
	require.Equal(t, []string{
		"For speed: -compress=mask (1.000 s, 20.0 bytes per state).",
		"For memory: -compress=tree (2.000 s, 5.0 bytes per state).",
		"By itself: -compress=auto chooses mask: the quickest.",
	}, table.advice(&table.Rows[0]))
}

// TestEveryWayIsDrawn: a page says and draws what each way keeps.
func TestEveryWayIsDrawn(t *testing.T) {
	for _, name := range way.Names() {
		if name != way.Auto {
			require.Contains(t, keeps, name)
			require.NotEmpty(t, tables.Mode{Name: name, Keeps: keeps[name]}.Drawing())
		}
	}
}
