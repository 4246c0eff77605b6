package compare

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gospin/verifier/way"
)

func sampleTable() *Table {
	rows := []Row{
		{Model: "a<b", Mode: "none", Vector: 40, Stored: 1000, Bytes: 80000, PeakRSS: 9000000, Seconds: 0.5},
		{Model: "a<b", Mode: "mask", Vector: 30, Stored: 1000, Bytes: 40000, PeakRSS: 8000000, Seconds: 0.25},
		{Model: "a<b", Mode: "collapse", Vector: 30, Stored: 1000, Bytes: 10000, PeakRSS: 7000000, Seconds: 0.5},
		{Model: "c", Mode: "none", Vector: 80, Stored: 500, Bytes: 50000, PeakRSS: 9000000, Seconds: 1},
		{Model: "c", Mode: "mask", Vector: 60, Stored: 500, Bytes: 20000, PeakRSS: 8000000, Seconds: 1},
		{Model: "c", Mode: "collapse", Vector: 60, Stored: 499, Bytes: 5000, PeakRSS: 7000000, Seconds: 1},
	}
	Stores.relate(rows)
	growth := []Row{
		{Model: "c", Defines: "N=2", Mode: "mask", Stored: 10, Bytes: 1000, Seconds: 0.1},
		{Model: "c", Defines: "N=3", Mode: "mask", Stored: 100, Bytes: 9000, Seconds: 0.9},
	}
	return &Table{Modes: []string{"none", "mask", "collapse"}, Rows: rows, Growth: growth, subject: Stores}
}

func TestFiguresAreRelativeToTheBaseline(t *testing.T) {
	table := sampleTable()
	a := table.Rows[0]
	require.InDelta(t, 2.0, a.Memory, 1e-9)
	require.InDelta(t, 2.0, a.Time, 1e-9)
	require.InDelta(t, 10.0, table.Rows[2].PerState(), 1e-9)
	require.NotEmpty(t, table.Rows[5].Note, "a run that stores other states does not count")
	memory := table.grid(&Stores.figures[0])
	require.Equal(t, "average", memory.Lines[2][0].Text)
	require.Equal(t, "225.0 %", memory.Lines[2][3].Text, "none")
	require.Equal(t, "25.0 %", memory.Lines[2][5].Text, "collapse")
}

func TestFormats(t *testing.T) {
	table := sampleTable()
	out := map[string]string{}
	for _, f := range Formats {
		var b bytes.Buffer
		require.NoError(t, table.Write(&b, f))
		out[f] = b.String()
	}
	require.Contains(t, out["text"], "25.0 %*")
	require.Contains(t, out["markdown"], "**25.0 %**")
	records, err := csv.NewReader(strings.NewReader(out["csv"])).ReadAll()
	require.NoError(t, err)
	require.Len(t, records, 1+len(table.Rows)+len(table.Growth))
	var again Table
	require.NoError(t, json.Unmarshal([]byte(out["json"]), &again))
	require.Equal(t, table.Rows, again.Rows)
	page := out["html"]
	require.Equal(t, 7, strings.Count(page, "<svg viewBox"), "memory against time of all and of each of two, the vector's "+
		"chart and three of growth")
	require.NotContains(t, page, "a<b", "names are escaped")
	require.NotContains(t, page, "http", "nothing is loaded from elsewhere")
	for _, svg := range strings.SplitAfter(page, "</svg>")[:7] {
		d := xml.NewDecoder(strings.NewReader(svg[strings.Index(svg, "<svg"):]))
		for err = nil; err == nil; {
			_, err = d.Token()
		}
		require.ErrorIs(t, err, io.EOF)
	}
}

// TestOneModel: its figures are in one table, its points rank by all the memory of a mode, and the modes are
// explained.
func TestOneModel(t *testing.T) {
	rows := []Row{
		{Model: "m", Mode: Raw, Stored: 40000, Bytes: 1200000, Seconds: 0.5, Verdict: "holds"},
		{Model: "m", Mode: "computed", Stored: 100, Bytes: 120000, Seconds: 0.1, Verdict: "holds"},
	}
	Reductions.relate(rows)
	table := &Table{Modes: []string{Raw, "computed"}, Rows: rows, subject: Reductions}
	c := table.scatter(&rows[0])
	require.Greater(t, rows[1].PerState(), rows[0].PerState(), "for each state it takes more")
	require.Less(t, c.Series[1].Points[0].Y, c.Series[0].Points[0].Y, "but it is below")
	var b bytes.Buffer
	require.NoError(t, table.Write(&b, "html"))
	require.Equal(t, 1, strings.Count(b.String(), "<table>"))
	require.Contains(t, b.String(), `raw</button></dt><dd>all states and all orders of steps`)
	b.Reset()
	require.NoError(t, table.Write(&b, "text"))
	require.Contains(t, b.String(), "\ncomputed: a process goes alone where ")
	first, _ := (&Table{Modes: []string{"mask"}, Rows: sampleTable().Rows[:3], subject: Stores}).charts()
	require.Len(t, first, 1, "memory against the vector says nothing of one model")
}

// TestEachModeIsExplained in a line.
func TestEachModeIsExplained(t *testing.T) {
	for _, mode := range append(Stores.panModeNames(), way.Names()...) {
		require.NotEmpty(t, Stores.about(mode), mode)
	}
	for _, mode := range append(Reductions.panModeNames(), append(Ways(), "computed -o3")...) {
		require.NotEmpty(t, Reductions.about(mode), mode)
	}
}

// TestNothingIsRelativeToWhatWasNotRun: such tables are left out.
func TestNothingIsRelativeToWhatWasNotRun(t *testing.T) {
	rows := []Row{{Model: "m", Mode: "tree", Stored: 10, Bytes: 100, Seconds: 1}}
	table := &Table{Modes: []string{"tree"}, Rows: rows, subject: Stores}
	var b bytes.Buffer
	require.NoError(t, table.Write(&b, "text"))
	require.NotContains(t, b.String(), "relative")
	require.Contains(t, b.String(), "Bytes per state")
}

// stub is a program that answers as gospin does, or not at all.
func stub(t *testing.T, script string) string {
	path := filepath.Join(t.TempDir(), "gospin")
	require.NoError(t, os.WriteFile(path, []byte("#!/bin/sh\n"+script), 0o700))
	return path
}

func TestRunsAreProcesses(t *testing.T) {
	answer := `echo '{"verdict":"holds","states":{"stored":7,"transitions":9},"time":{"search_seconds":0.5},
		"memory":{"state_vector_bytes":12,"store_bytes":700,"peak_rss_bytes":1000}}'`
	models := []Model{{Name: "m", Path: "m.pml"}}
	c := Config{Subject: Stores, Binary: stub(t, answer), Models: models, Modes: []string{"mask", "none"}}
	table, err := Run(context.Background(), c)
	require.NoError(t, err)
	require.Len(t, table.Rows, 2)
	require.EqualValues(t, 7, table.Rows[1].Stored)
	require.InDelta(t, 1.0, table.Rows[1].Memory, 1e-9)

	c.Binary = stub(t, "echo no such model >&2; exit 2")
	_, err = Run(context.Background(), c)
	require.ErrorContains(t, err, "no such model")

	// What fails later does not take with it what has been run.
	c.Binary = stub(t, `case "$*" in *bad.pml) echo no such model >&2; exit 2;; esac; `+answer)
	c.Models = append(c.Models, Model{Name: "bad", Path: "bad.pml"},
		Model{Name: "n", Path: "n.pml", Defines: []string{"N=2"}})
	var progress bytes.Buffer
	c.Progress.To = &progress
	table, err = Run(context.Background(), c)
	require.NoError(t, err)
	require.Len(t, table.Rows, 6)
	require.Contains(t, table.notes()[0], "bad, mask: bad.pml, mode mask: exit status 2 no such model")
	require.Contains(t, table.notes()[1], "bad, none: bad.pml, mode none: exit status 2 no such model")
	require.Contains(t, progress.String(), "model 1 of 3: m, none\n")
	require.Contains(t, progress.String(), "model 3 of 3: n N=2, mask\n")

	ctx, stop := context.WithCancelCause(context.Background())
	stop(errors.New("interrupted"))
	table, err = Run(ctx, c)
	require.NoError(t, err)
	require.True(t, table.Partial)

	// An interruption keeps the rows that are there.
	ctx, cancel := context.WithCancel(context.Background())
	c.Binary = stub(t, `case "$*" in *-compress=none*) sleep 60;; esac; `+answer)
	c.Progress.To = writer(func(s string) {
		if strings.Contains(s, "none") {
			time.AfterFunc(50*time.Millisecond, cancel)
		}
	})
	table, err = Run(ctx, c)
	require.NoError(t, err)
	require.True(t, table.Partial)
	require.Len(t, table.Rows, 1)
	require.EqualValues(t, 7, table.Rows[0].Stored)
	require.Contains(t, table.notes(), "interrupted: rows are missing")
}

type writer func(string)

func (w writer) Write(b []byte) (int, error) {
	w(string(b))
	return len(b), nil
}
