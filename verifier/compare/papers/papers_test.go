package papers

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"gospin/verifier"
	"gospin/verifier/compare/tables"
	"gospin/verifier/files/faulty"
	"gospin/verifier/report"
	"gospin/verifier/store"
	"gospin/verifier/thorough"
)

// faked answers for a search with figures that depend on what it was asked.
func faked(_ context.Context, o verifier.Options) (*report.Report, error) {
	r := &report.Report{Verdict: report.Holds, Order: o.Order}
	r.States.Stored = 1000
	r.Memory = report.Memory{StateVector: 100, BytesPerState: 110, Store: 110000,
		Parts: []store.Part{{Name: "slots", Bytes: 10000}, {Name: "keys", Bytes: 100000}}}
	r.Time.Search = 0.25
	switch o.Compress {
	case "delta":
		r.Delta = &report.Delta{
			K:           o.KDelta,
			Whole:       100,
			Deltas:      900,
			WholeBytes:  10000,
			DeltaBytes:  7200,
			SlotBytes:   8000,
			Comparisons: 500,
			Back:        1000,
			Longest:     o.KDelta - 1,
			Early:       250,
			Shortened:   10,
			Moves:       7,
		}
		r.Time.Search = 0.5
	case "diff":
		r.Diff = &report.Diff{
			K:           o.KDiff,
			Whole:       500,
			Differences: 500,
			WholeBytes:  50000,
			DiffBytes:   2000,
			SlotBytes:   8000,
			Comparisons: 10,
			Back:        20,
			Longest:     6,
			Early:       5,
		}
		r.States.Stored = max(o.States, 1000)
	case "tree":
		r.Time.Search = 0.01
	}
	if o.Cache != "" {
		r.Cache = &report.Cache{Tree: 300, Visits: 1500}
	}
	if o.Sweep != "" {
		r.Sweep = &report.Sweep{Sweeps: 2, Nodes: 2000, Peak: 50, Persistent: 1, Regress: 3}
		if o.Graph != "" {
			r.Sweep.Edges, r.Sweep.EdgeBits, r.Sweep.GraphBytes = 4000, 17.5, 8750
		}
	}
	return r, nil
}

func made(t *testing.T, name string, c Config) *Sheets {
	t.Helper()
	if c.verify == nil {
		c.verify = faked
	}
	c.Charts = true
	s, err := Run(context.Background(), name, c)
	require.NoError(t, err)
	return s
}

// cellOf is what stands in a table where a line and a column meet.
func cellOf(t *testing.T, s *Sheets, title, line, column string) string {
	t.Helper()
	for i := range s.Sheets {
		sheet := &s.Sheets[i]
		if !strings.HasPrefix(sheet.Title, title) {
			continue
		}
		for _, l := range sheet.Lines {
			for c, head := range sheet.Head {
				if head == column && strings.HasPrefix(l[0].Ours, line) {
					return l[c].cell().String()
				}
			}
		}
	}
	t.Fatalf("no %q, %q, %q", title, line, column)
	return ""
}

func TestTablesOfPapersAreMadeAgain(t *testing.T) {
	d := made(t, "delta", Config{})
	require.Empty(t, d.Reasons[1:], "what is not run with small sizes apart")
	require.Equal(t, "200 % [109 %]", cellOf(t, d, "Table 1:", "dbm N=6", "k=5 T"))
	require.Equal(t, "17 % [24 %]", cellOf(t, d, "Table 1:", "dbm N=6", "S"), "17200 of 100000 bytes of records")
	require.Equal(t, "0.10 [9.45]", cellOf(t, d, "Table 2", "server N=2", "none"))
	require.Equal(t, "50 %", cellOf(t, d, "Chains", "dbm", "early"))
	require.Equal(t, "2.0", cellOf(t, d, "Chains", "dbm", "back"))
	require.Equal(t, "200 %", cellOf(t, d, "Beside", "dbm", "T"))

	d = made(t, "difference", Config{})
	require.Empty(t, d.Reasons)
	require.Equal(t, "5996 [5996]", cellOf(t, d, "Table 1: bytes", "4", "δ=2"))
	require.Equal(t, "60.0 (52.0)", cellOf(t, d, "Table 1 with", "4", "δ=7"))
	require.Equal(t, "250 [1490]", cellOf(t, d, "Table 2", "4", "δ=20"))
	require.Equal(t, "200 % [300 %]", cellOf(t, d, "Table 3", "Evangelista", "time"))

	d = made(t, "caching", Config{Models: []string{"bakery"}})
	require.Len(t, d.Reasons, 1, "no levels without a model")
	require.Equal(t, "30 %", cellOf(t, d, "Largest", "bakery", "CR"))
	require.Equal(t, "5/150 [20/271]", cellOf(t, d, "Table 2", "bakery", "DFS"))
	require.Equal(t, "5/150 1,1 [20/185 8,4]", cellOf(t, d, "Table 2", "bakery", "Alt"))
	d = made(t, "caching", Config{Models: []string{"brp"}})
	require.Equal(t, "5.0 [13.3]", cellOf(t, d, "Table 3", "brp", "SL S"))
	require.Equal(t, "5/150 [4.9/203]", cellOf(t, d, "Table 3", "brp", "SC S/V"))

	d = made(t, "sweepline", Config{})
	require.Empty(t, d.Reasons)
	require.Equal(t, "2000 [219]", cellOf(t, d, "Table 1", "4", "nodes"))
	require.Equal(t, "14100 [2584]", cellOf(t, d, "Table 1", "4", "swept"), "4 * 2000 + 122 * 50")
	require.Equal(t, "17.5", cellOf(t, d, "Table 2: stop and wait, all", "20", "bits"))
}

// TestTimesThatAreChanceAreNotTold: neither they nor what is relative to them.
func TestTimesThatAreChanceAreNotTold(t *testing.T) {
	quick := func(ctx context.Context, o verifier.Options) (*report.Report, error) {
		r, err := faked(ctx, o)
		r.Time.Search = 0.049
		return r, err
	}
	d := made(t, "delta", Config{verify: quick})
	require.Equal(t, "– [109 %]", cellOf(t, d, "Table 1:", "dbm N=6", "k=5 T"))
	require.Equal(t, "– [0:02]", cellOf(t, d, "Table 2", "  T", "none"))
	for i := range d.Charts {
		if strings.HasPrefix(d.Charts[i].Title, "Time") {
			require.Contains(t, d.Charts[i].SVG(), "Nothing to draw")
		}
	}
}

// TestWhatFailsIsAFigureThatIsMissing: with its reason, once.
func TestWhatFailsIsAFigureThatIsMissing(t *testing.T) {
	fail := func(ctx context.Context, o verifier.Options) (*report.Report, error) {
		switch {
		case o.Compress == "delta" && o.KDelta == 50:
			return nil, errors.New("unknown compression\n\"delta\"")
		case o.Compress == "delta" && o.KDelta == 10:
			return &report.Report{Verdict: report.Inconclusive, Reason: "memory limit reached"}, nil
		case o.Compress == "delta" && o.KDelta == 5:
			o.Compress = "mask" // another method than was asked for
		}
		return faked(ctx, o)
	}
	d := made(t, "delta", Config{verify: fail})
	require.Equal(t, []string{"the states were not stored as Δ-states", "memory limit reached",
		"unknown compression \"delta\"", "not run with small sizes"}, d.Reasons)
	require.Equal(t, "(a) [109 %]", cellOf(t, d, "Table 1:", "dbm N=6", "k=5 T"))
	require.Equal(t, "(c) [173 %]", cellOf(t, d, "Table 1:", "dbm N=6", "k=50 T"))
	require.Equal(t, "200 % [171 %]", cellOf(t, d, "Table 1:", "dbm N=6", "k=20 T"))
	for _, format := range Formats {
		var b bytes.Buffer
		require.NoError(t, d.Write(&b, format))
		require.Contains(t, b.String(), "memory limit reached", format)
	}

	for _, name := range Names() {
		made(t, name, Config{verify: func(context.Context, verifier.Options) (*report.Report, error) {
			return nil, errors.New("no such thing")
		}})
	}

	ctx, stop := context.WithCancel(context.Background())
	stop()
	d, err := Run(ctx, "difference", Config{verify: faked})
	require.NoError(t, err)
	require.True(t, d.Partial)
	require.Contains(t, d.footing(), "cut short: figures are missing")
}

// TestWhatIsCutShort: the first models have all their figures then, each told as soon as it has them, and
// what is not known is not there.
func TestWhatIsCutShort(t *testing.T) {
	for _, name := range []string{"delta", "caching"} {
		ctx, stop := context.WithCancel(context.Background())
		defer stop()
		verify := func(ctx context.Context, o verifier.Options) (*report.Report, error) {
			if strings.HasSuffix(o.Model, "mutex.pml") && (o.Compress == "delta" || o.Order == "bfs") {
				stop()
			}
			return faked(ctx, o)
		}
		var made []*Sheets
		d, err := Run(ctx, name, Config{
			Models: []string{"dining", "mutex", "dbm"}, verify: verify,
			Made: func(s *Sheets) error { made = append(made, s); return nil },
		})
		require.NoError(t, err)
		require.Len(t, made, 1)
		require.True(t, made[0].Partial)
		for i, s := range []*Sheets{made[0], d} {
			why := []string{"not run yet", "interrupted"}[i]
			require.Equal(t, why, s.Reasons[len(s.Reasons)-1])
			missing := mark(len(s.Reasons))
			if name == "delta" {
				require.Equal(t, "200 % [137 %]", cellOf(t, s, "Table 1:", "dining", "k=5 T"))
				require.Equal(t, missing+" [130 %]", cellOf(t, s, "Table 1:", "mutex", "k=5 T"))
				require.Equal(t, missing+" [2125765]", cellOf(t, s, "Table 1:", "dbm", "states"))
				continue
			}
			require.Equal(t, "5/150", cellOf(t, s, "Table 2", "dining", "BFS"))
			require.Equal(t, missing, cellOf(t, s, "Table 2", "mutex", "BFS"))
			require.Equal(t, missing, cellOf(t, s, "Table 2", "dbm", "DFS"))
		}
	}
}

// TestRunsAreKept: those in the file are not made again, for no paper, and are all that there was.
func TestRunsAreKept(t *testing.T) {
	path, runs := filepath.Join(t.TempDir(), "runs"), 0
	verify := func(ctx context.Context, o verifier.Options) (*report.Report, error) {
		if runs++; o.KDelta == 50 {
			return &report.Report{Verdict: report.Inconclusive, Reason: "time limit reached"}, nil
		}
		return faked(ctx, o)
	}
	c := Config{Dir: t.TempDir(), Models: []string{"dbm"}, Keep: path, Version: "one", verify: verify}
	first := made(t, "delta", c)
	c.Models = []string{"dbm", "ring"}
	made(t, "delta", c)
	both := runs
	c.Dir = t.TempDir()
	again := made(t, "delta", c)
	require.Equal(t, both, runs)
	require.Equal(t, first.Sheets[0].Lines[0], again.Sheets[0].Lines[0])
	require.Contains(t, again.Reasons, "time limit reached")
	made(t, "difference", c)
	require.Less(t, runs, 2*both)

	c.Version = "another"
	_, err := Run(context.Background(), "delta", c)
	require.ErrorContains(t, err, "has runs of another gospin, one: this is another")
	require.NoError(t, os.WriteFile(path, []byte("{\"version\":\"another\"}\nnothing"), 0o600))
	_, err = Run(context.Background(), "delta", c)
	require.ErrorContains(t, err, "the runs kept in "+path)
}

// TestKeptRunsWhateverFails: the file is whole at any time, and it is said if not all runs are in it.
func TestKeptRunsWhateverFails(t *testing.T) {
	sys := faulty.Use(t)
	for n := 1; ; n += thorough.Of(6, 1) {
		path := filepath.Join(t.TempDir(), "runs")
		c := Config{Dir: t.TempDir(), Models: []string{"dbm"}, Keep: path, Version: "one", verify: faked}
		sys.FailAt(n)
		sys.Forever = true
		_, err := Run(context.Background(), "sweepline", c)
		failed := sys.HasFailed()
		sys.Forever = false
		sys.FailAt(0)
		if !failed {
			require.NoError(t, err)
			break
		}
		require.ErrorIs(t, err, faulty.Err)
		if _, err := os.Stat(path); err != nil {
			continue
		}
		_, err = Run(context.Background(), "sweepline", c)
		require.NoError(t, err, "what has been kept is read")
	}
}

// TestSmallestCaches: sizes are tried from below, and a run counts if it visits at most five times the
// states.
func TestSmallestCaches(t *testing.T) {
	verify := func(ctx context.Context, o verifier.Options) (*report.Report, error) {
		r, err := faked(ctx, o)
		if o.Cache == "" {
			return r, err
		}
		r.Cache.Visits = 1100
		size, err := strconv.Atoi(o.Cache)
		require.NoError(t, err)
		switch {
		case o.Order == "bfs" && size < 200: // of 1000 states
			return &report.Report{Verdict: report.Inconclusive, Reason: "the cache is full"}, nil
		case o.Order == "dfs" && (size < 100 || !slices.Contains(o.Evict, "fifo")):
			r.Cache.Visits = 5001
		case o.Order == "bbfs:16":
			return nil, errors.New("no such order")
		}
		return r, err
	}
	d := made(t, "caching", Config{Models: []string{"dining"}, verify: verify})
	require.Equal(t, "20/110", cellOf(t, d, "Table 2", "dining", "BFS"))
	require.Equal(t, "10/110", cellOf(t, d, "Table 2", "dining", "DFS"))
	require.Contains(t, d.Reasons, "no such order")
}

func TestPapersArePrinted(t *testing.T) {
	for _, name := range Names() {
		for _, large := range thorough.Of([]bool{false}, []bool{false, true}) {
			s := made(t, name, Config{Large: large})
			require.NotEmpty(t, s.Charts, name)
			out := map[string]string{}
			for _, f := range Formats {
				var b bytes.Buffer
				require.NoError(t, s.Write(&b, f))
				out[f] = b.String()
			}
			for line := range strings.Lines(out["text"]) {
				require.LessOrEqual(t, utf8.RuneCountInString(strings.TrimSuffix(line, "\n")), tables.Width, line)
			}
			columns := 0
			for line := range strings.Lines(out["markdown"]) {
				n := strings.Count(strings.ReplaceAll(line, "\\|", ""), "|")
				if n > 0 && columns > 0 {
					require.Equal(t, columns, n, line)
				}
				columns = n
			}
			var again Sheets
			require.NoError(t, json.Unmarshal([]byte(out["json"]), &again))
			require.Len(t, again.Sheets, len(s.Sheets))
			page := out["html"]
			require.Equal(
				t,
				len(s.Charts),
				strings.Count(page, "<svg")+strings.Count(page, "Nothing to draw"),
			)
			require.NotContains(t, page, "http", "nothing is loaded from elsewhere")
			for _, svg := range strings.SplitAfter(page, "</svg>")[:strings.Count(page, "</svg>")] {
				d, err := xml.NewDecoder(strings.NewReader(svg[strings.Index(svg, "<svg"):])), error(nil)
				for err == nil {
					_, err = d.Token()
				}
				require.ErrorIs(t, err, io.EOF)
			}
		}
	}
}

func TestWhatPapersThereAre(t *testing.T) {
	_, err := Run(context.Background(), "nosuch", Config{})
	require.EqualError(t, err, `unknown paper "nosuch": there are delta, difference, caching, sweepline`)
	_, err = Run(context.Background(), "sweepline", Config{Models: []string{"ring"}})
	require.EqualError(t, err, `-paper=sweepline has no model "ring": there are dbm, stopwait, dining`)
	_, err = Models("")
	require.Error(t, err)
}

// numbers are those of a list.
func numbers(t *testing.T, list string) (out []float64) {
	for word := range strings.FieldsSeq(list) {
		n, err := strconv.ParseFloat(word, 64)
		if word == tables.Nothing {
			n, err = 0, nil
		}
		require.NoError(t, err)
		out = append(out, n)
	}
	return out
}

// TestFiguresAreRead: each file has all of its columns in each line, and models that are searched.
func TestFiguresAreRead(t *testing.T) {
	list, err := tablesOf.ReadDir("figures")
	require.NoError(t, err)
	for _, f := range list {
		name := strings.TrimSuffix(f.Name(), ".tsv")
		text, err := tablesOf.ReadFile("figures/" + f.Name())
		require.NoError(t, err)
		columns := strings.Count(strings.SplitN(string(text), "\n", 2)[0], "\t")
		for l := range strings.Lines(string(text)) {
			require.Equal(t, columns, strings.Count(l, "\t"), "%s: %s", name, l)
		}
		paper, _, _ := strings.Cut(name, "_")
		models, err := Models(paper)
		require.NoError(t, err)
		for _, l := range figures(name) {
			if m, has := l["model"]; has {
				require.Contains(t, models, m, name)
			}
		}
	}
}

// TestFiguresOfDifferences: all figures of the paper's table 1 are one formula, and walks give them,
// whatever the seed.
func TestFiguresOfDifferences(t *testing.T) {
	tried := 0
	for _, n := range figures("difference_nets") {
		bytes, saves := numbers(t, n["bytes"]), numbers(t, n["saved"])
		for k, d := range intervals {
			d = max(d, 1)
			whole := (walkStates - 1 + d - 1) / d
			want := whole*4*n.number("tokens") + (walkStates-1-whole)*4
			require.EqualValues(t, want, bytes[k], "%s tokens, %d", n["tokens"], d)
			require.InDelta(t, 100*(1-bytes[k]/bytes[0]), saves[k], 0.51)
			for seed := range uint64(2) {
				require.EqualValues(t, bytes[k], tokenWalk(n, d, seed))
			}
			tried++
		}
	}
	require.Equal(t, 36, tried)
}

// TestFiguresOfDeltas: bytes per state are what the megabytes and states of the paper's table 2 say, as far
// as two decimals tell; the averages of its table 1 are those of its rows but for one.
func TestFiguresOfDeltas(t *testing.T) {
	for _, a := range figures("delta_programs") {
		times, perState := strings.Fields(a["T"]), numbers(t, a["V"])
		require.Len(t, times, 8)
		for k, m := range numbers(t, a["M"]) {
			require.Equal(t, m == 0, perState[k] == 0, a["title"])
			require.False(t, m == 0 && times[k] != tables.Nothing, a["title"])
			perMegabyte := float64(1<<20) / float64(a.number("states"))
			require.InDelta(t, m*perMegabyte, perState[k], 0.006*perMegabyte+0.02, "%s, column %d", a["title"], k)
		}
	}
	for k, want := range [4][2]float64{{128, 48}, {150, 42}, {191, 37}, {271, 35}} { // 56 for 48
		var times, spaces []float64
		for _, a := range figures("delta_models") {
			times, spaces = append(times, numbers(t, a["T"])[k]), append(spaces, numbers(t, a["S"])[k])
		}
		require.InDelta(t, want[0], mean(times), 1)
		require.InDelta(t, want[1], mean(spaces), 1)
	}
}

// TestFiguresOfSweeps: memory is by the paper's accounting, as far as whole bytes of the average vector
// tell; the database managers' states and peaks are formulas.
func TestFiguresOfSweeps(t *testing.T) {
	replication, stopAndWait := figures("sweepline_dbm"), figures("sweepline_stopwait")
	for _, r := range slices.Concat(replication, stopAndWait) {
		states, vector, peak := r.number("states"), uint64(r.number("vector")), r.number("peak")
		full, swept := accounted(uint64(states), vector, uint64(r.number("nodes")), uint64(peak))
		require.InDelta(t, full, r.number("memory"), float64(states)/2+1)
		require.InDelta(t, swept, r.number("swept"), float64(peak)/2+1)
		require.InDelta(t, 100*float64(r.number("swept"))/float64(r.number("memory")), r.number("%"), 0.51)
		if times := r.number("T"); times > 0 {
			require.InDelta(t, 100*float64(r.number("swept s"))/float64(r.number("s")), times, 1.1)
		}
	}
	for _, r := range replication {
		n, states := r.number("N"), r.number("states")
		power := int(math.Pow(3, float64(n-2)))
		require.Equal(t, 2+n*3*power, states)
		require.Equal(t, 2*states-1, r.number("nodes"), "all but the first twice")
		require.Equal(t, power+n+1, r.number("peak"))
	}
	for i, r := range stopAndWait[1:] {
		require.Equal(t, 271*20, r.number("states")-stopAndWait[i].number("states"))
	}
}

// TestFiguresOfCaches: they are what the paper tried, and none is left out.
func TestFiguresOfCaches(t *testing.T) {
	instances := figures("caching_instances")
	require.Len(t, instances, 26)
	told := map[string][]string{
		"DFS": {""}, "BFS": {""}, "BBFS": {"4", "16", "256"},
		"Alt": {"1,1", "1,8", "4,1", "4,4", "8,1", "8,4", "8,8"},
	}
	sum := 0
	for _, in := range instances[:25] {
		for order, parameters := range told {
			for _, chains := range []bool{false, true} {
				figure, parameter, _ := strings.Cut(in[chained(order, chains)], " ")
				of := numbers(t, strings.Replace(figure, "/", " ", 1))
				cache, visits := int(of[0]), int(of[1])
				require.Zero(t, cache%cacheStep, in["name"])
				require.GreaterOrEqual(t, visits, 100, in["name"])
				require.LessOrEqual(t, visits, 100*maxVisits, in["name"])
				require.Contains(t, parameters, parameter, in["name"])
				sum += cache
			}
		}
	}
	require.Equal(t, 3490, sum, "of all cache sizes in the paper's text")
	require.NotNil(t, instanceOf(average))
	require.Len(t, figures("caching_sweeps"), 25)
	for _, c := range figures("caching_models") {
		require.True(t, c["instance"] == "" || instanceOf(c["instance"]) != nil, c["instance"])
	}
}
