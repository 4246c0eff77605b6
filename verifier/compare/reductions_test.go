package compare

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gospin/verifier/compare/tables"
	"gospin/verifier/report"
)

// reduced is a table in which the default rule does worse than pan on one model, and finds another verdict on
// one more.
func reduced() *Table {
	modes := []string{Raw, "computed", panDefault}
	var rows []Row
	for _, m := range []struct {
		name    string
		stored  [3]uint64
		verdict [3]report.Verdict
	}{
		{"a", [3]uint64{1000, 10, 40}, [3]report.Verdict{"holds", "holds", "holds"}},
		{"b", [3]uint64{1000, 360, 90}, [3]report.Verdict{"violated", "violated", "violated"}},
		{"c", [3]uint64{1000, 500, 500}, [3]report.Verdict{"violated", "violated", "holds"}},
	} {
		for i, mode := range modes {
			rows = append(rows, Row{Model: m.name, Mode: mode, Stored: m.stored[i], Verdict: m.verdict[i],
				Seconds: 0.5, Total: 1, Bytes: 1000})
		}
	}
	Reductions.relate(rows)
	t := &Table{Modes: modes, Rows: rows, subject: Reductions}
	for n, stored := range [][3]uint64{{100, 9, 20}, {10000, 16, 30}, {0, 25, 0}} {
		for i, mode := range modes {
			if stored[i] > 0 {
				t.Growth = append(t.Growth, Row{Model: "g", Defines: fmt.Sprintf("N=%d", n+3), Mode: mode,
					Stored: stored[i], Verdict: "holds", Seconds: 1, Bytes: 100})
			}
		}
	}
	return t
}

// column is the cell of mode number i in the column of a model, or of what sums them up.
func column(g tables.Table, model string, i int) tables.Cell {
	if k := slices.Index(g.Head, model); k >= 0 {
		return g.Lines[i][k]
	}
	return tables.Cell{Text: "no column " + model}
}

func gridOf(t *testing.T, table *Table, title string) tables.Table {
	for _, g := range table.grids() {
		if g.Title == title {
			return g
		}
	}
	t.Fatal("no grid " + title)
	return tables.Table{}
}

func TestReductionsAreToldBesidePan(t *testing.T) {
	table := reduced()
	states := gridOf(t, table, "States")
	require.Equal(t, tables.Cell{Text: "10", Best: true}, column(states, "a", 1))
	require.Equal(t, tables.Cell{Text: "360", Worse: true}, column(states, "b", 1))
	require.Equal(t, tables.Cell{Text: "differs"}, column(states, "c", 2), "another verdict does not count")
	require.Equal(t, "60", column(states, "geometric mean", 1).Text, "of a and b, which all have")
	toPan := gridOf(t, table, "States relative to pan")
	require.Equal(t, "1.0000", column(toPan, "geometric mean", 1).Text)
	require.Equal(t, "2.1250", column(toPan, "median", 1).Text)
	require.Equal(t, "4.0000", column(toPan, "largest", 1).Text)
	toRaw := gridOf(t, table, "States relative to raw")
	require.Equal(t, "0.5000", column(toRaw, "c", 1).Text)
	verdicts := gridOf(t, table, "Verdicts")
	require.Equal(t, tables.Cell{Text: "holds", Worse: true}, column(verdicts, "c", 2))
	require.Equal(t, []string{"c, pan: holds, but raw is violated"}, table.notes())
	degree := gridOf(t, table, "Growth: degree of states between the size before and this one")
	require.Equal(t, "2.00", column(degree, "g N=4", 1).Text, "the states are squares")
	require.Equal(t, "2.00", column(degree, "g N=5", 1).Text)
	require.Equal(t, tables.Nothing, column(degree, "g N=5", 0).Text)
}

func TestFormatsOfReductions(t *testing.T) {
	table := reduced()
	out := map[string]string{}
	for _, f := range Formats {
		var b bytes.Buffer
		require.NoError(t, table.Write(&b, f))
		out[f] = b.String()
	}
	require.Contains(t, out["text"], "States (best marked *) (!: more than pan)\n")
	require.Contains(t, out["text"], " 360!  ")
	require.Contains(t, out["markdown"], "### States ((!): more than pan)\n")
	require.Contains(t, out["markdown"], "| computed | **10** | 360 (!) | **500** | **60** |\n")
	require.Contains(t, out["markdown"], "### Verdicts ((!): not that of raw)\n")
	require.Contains(t, out["html"], `<td class="worse">360</td>`)
	require.Equal(t, 7, strings.Count(out["html"], "<svg viewBox"),
		"memory against time of all and of each of three; growth of states, memory and time")
	records, err := csv.NewReader(strings.NewReader(out["csv"])).ReadAll()
	require.NoError(t, err)
	require.Len(t, records, 1+len(table.Rows)+len(table.Growth))
	require.Equal(t, "verdict", records[0][12])
	require.Equal(t, "violated", records[4][12])
	var again Table
	require.NoError(t, json.Unmarshal([]byte(out["json"]), &again))
	require.Equal(t, table.Rows, again.Rows)
	require.Equal(t, table.Growth, again.Growth)
}

func TestWays(t *testing.T) {
	require.Equal(t, Raw, Ways()[0])
	require.Equal(t, "computed", Reductions.ours)
	require.Equal(t, []string{"-noreduce", "-o1", "-o2", "-o3"}, Reductions.flags(Raw))
	require.Equal(t, []string{"-por=off", "-o3"}, Reductions.flags("off -o3"))
	require.NoError(t, CheckWay("off -o1 -o2"))
	for _, way := range []string{"", "foo", "off o1"} {
		require.Error(t, CheckWay(way), way)
	}
}

// TestGrowthEnds: each way by itself, at its bound.
func TestGrowthEnds(t *testing.T) {
	answer := `n=$(echo "$*" | sed 's/.*-DN=\([0-9]*\).*/\1/'); stored=$n
		case "$*" in *noreduce*) stored=$((n * n * n));; esac
		echo '{"verdict":"holds","states":{"stored":'$stored'},"time":{"search_seconds":0.'$n'}}'`
	c := Config{Subject: Reductions, Binary: stub(t, answer), Modes: []string{Raw, "off"},
		Growth: []Series{{Model{Name: "m", Path: "m.pml"}, 2, 9}}, Until: Bounds{States: 60}}
	sizes := func() map[string][]string {
		table, err := Run(context.Background(), c)
		require.NoError(t, err)
		out := map[string][]string{}
		for _, r := range table.Growth {
			require.Positive(t, r.Total)
			out[r.Mode] = append(out[r.Mode], r.Defines)
		}
		return out
	}
	all := []string{"N=2", "N=3", "N=4", "N=5", "N=6", "N=7", "N=8", "N=9"}
	require.Equal(t, map[string][]string{Raw: all[:3], "off": all}, sizes(), "64 is the first above 60")
	c.Until = Bounds{Time: 500 * time.Millisecond}
	require.Equal(t, map[string][]string{Raw: all[:4], "off": all[:4]}, sizes())
}

// TestQuickestRunCounts: of the three, the second one.
func TestQuickestRunCounts(t *testing.T) {
	n := filepath.Join(t.TempDir(), "n")
	answer := `echo . >>` + n + `; n=$(wc -l <` + n + `); test $n = 2 || sleep 1
		echo '{"verdict":"holds","states":{"stored":7},"time":{"search_seconds":'$n'}}'`
	c := Config{Subject: Reductions, Binary: stub(t, answer), Modes: []string{Raw}, Runs: 3,
		Models: []Model{{Name: "m", Path: "m.pml"}}}
	table, err := Run(context.Background(), c)
	require.NoError(t, err)
	require.InDelta(t, 2, table.Rows[0].Seconds, 1e-9)
	runs, err := os.ReadFile(n)
	require.NoError(t, err)
	require.Len(t, string(runs), 6)
}
