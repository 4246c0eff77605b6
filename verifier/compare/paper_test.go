package compare

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"gospin/verifier"
	"gospin/verifier/report"
	"gospin/verifier/store"
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

func made(t *testing.T, name string, c PaperConfig) *Sheets {
	t.Helper()
	if c.verify == nil {
		c.verify = faked
	}
	s, err := RunPaper(context.Background(), name, c)
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
					return l[c].String()
				}
			}
		}
	}
	t.Fatalf("no %q, %q, %q", title, line, column)
	return ""
}

func TestTablesOfPapersAreMadeAgain(t *testing.T) {
	d := made(t, "delta", PaperConfig{})
	require.Empty(t, d.Reasons[1:], "what is not run with small sizes apart")
	require.Equal(t, "200 % [109 %]", cellOf(t, d, "Table 1:", "dbm N=6", "k=5 T"))
	require.Equal(t, "17 % [24 %]", cellOf(t, d, "Table 1:", "dbm N=6", "S"), "17200 of 100000 bytes of records")
	require.Equal(t, "0.10 [9.45]", cellOf(t, d, "Table 2", "server N=2", "none"))
	require.Equal(t, "50 %", cellOf(t, d, "Chains", "dbm", "early"))
	require.Equal(t, "2.0", cellOf(t, d, "Chains", "dbm", "back"))
	require.Equal(t, "200 %", cellOf(t, d, "Beside", "dbm", "T"))

	d = made(t, "difference", PaperConfig{})
	require.Empty(t, d.Reasons)
	require.Equal(t, "5996 [5996]", cellOf(t, d, "Table 1: bytes", "4", "δ=2"))
	require.Equal(t, "60.0 (52.0)", cellOf(t, d, "Table 1 with", "4", "δ=7"))
	require.Equal(t, "250 [1490]", cellOf(t, d, "Table 2", "4", "δ=20"))
	require.Equal(t, "200 % [300 %]", cellOf(t, d, "Table 3", "Evangelista", "time"))

	d = made(t, "caching", PaperConfig{Models: []string{"bakery"}})
	require.Len(t, d.Reasons, 1, "no levels without a model")
	require.Equal(t, "30 %", cellOf(t, d, "Largest", "bakery", "CR"))
	require.Equal(t, "5/150 [20/271]", cellOf(t, d, "Table 2", "bakery", "DFS"))
	require.Equal(t, "5/150 1,1 [20/185 8,4]", cellOf(t, d, "Table 2", "bakery", "Alt"))
	d = made(t, "caching", PaperConfig{Models: []string{"brp"}})
	require.Equal(t, "5.0 [13.3]", cellOf(t, d, "Table 3", "brp", "SL S"))
	require.Equal(t, "5/150 [4.9/203]", cellOf(t, d, "Table 3", "brp", "SC S/V"))

	d = made(t, "sweepline", PaperConfig{})
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
	d := made(t, "delta", PaperConfig{verify: quick})
	require.Equal(t, "– [109 %]", cellOf(t, d, "Table 1:", "dbm N=6", "k=5 T"))
	require.Equal(t, "– [0:02]", cellOf(t, d, "Table 2", "  T", "none"))
	for i := range d.Charts {
		if strings.HasPrefix(d.Charts[i].title, "Time") {
			require.Contains(t, d.Charts[i].draw(), "Nothing to draw")
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
	d := made(t, "delta", PaperConfig{verify: fail})
	require.Equal(t, []string{"the states were not stored as Δ-states", "memory limit reached",
		"unknown compression \"delta\"", "not run with small sizes"}, d.Reasons)
	require.Equal(t, "(a) [109 %]", cellOf(t, d, "Table 1:", "dbm N=6", "k=5 T"))
	require.Equal(t, "(c) [173 %]", cellOf(t, d, "Table 1:", "dbm N=6", "k=50 T"))
	require.Equal(t, "200 % [171 %]", cellOf(t, d, "Table 1:", "dbm N=6", "k=20 T"))
	for _, format := range PaperFormats {
		var b bytes.Buffer
		require.NoError(t, d.Write(&b, format))
		require.Contains(t, b.String(), "memory limit reached", format)
	}

	for _, name := range Papers() {
		made(t, name, PaperConfig{verify: func(context.Context, verifier.Options) (*report.Report, error) {
			return nil, errors.New("no such thing")
		}})
	}

	ctx, stop := context.WithCancel(context.Background())
	stop()
	d, err := RunPaper(ctx, "difference", PaperConfig{verify: faked})
	require.NoError(t, err)
	require.True(t, d.Partial)
	require.Contains(t, d.footing(), "interrupted: figures are missing")
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
	d := made(t, "caching", PaperConfig{Models: []string{"dining"}, verify: verify})
	require.Equal(t, "20/110", cellOf(t, d, "Table 2", "dining", "BFS"))
	require.Equal(t, "10/110", cellOf(t, d, "Table 2", "dining", "DFS"))
	require.Contains(t, d.Reasons, "no such order")
}

func TestPapersArePrinted(t *testing.T) {
	for _, name := range Papers() {
		for _, large := range []bool{false, true} {
			s := made(t, name, PaperConfig{Large: large})
			require.NotEmpty(t, s.Charts, name)
			out := map[string]string{}
			for _, f := range PaperFormats {
				var b bytes.Buffer
				require.NoError(t, s.Write(&b, f))
				out[f] = b.String()
			}
			for line := range strings.Lines(out["text"]) {
				require.LessOrEqual(t, utf8.RuneCountInString(strings.TrimSuffix(line, "\n")), mostText, line)
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
	_, err := RunPaper(context.Background(), "nosuch", PaperConfig{})
	require.EqualError(t, err, `unknown paper "nosuch": there are delta, difference, caching, sweepline`)
	_, err = RunPaper(context.Background(), "sweepline", PaperConfig{Models: []string{"ring"}})
	require.EqualError(t, err, `-paper=sweepline has no model "ring": there are dbm, stopwait, dining`)
	_, err = PaperModels("")
	require.Error(t, err)
}

// TestFiguresOfDifferences: all figures of the paper's table 1 are one formula, and walks give them,
// whatever the seed.
func TestFiguresOfDifferences(t *testing.T) {
	figures := 0
	for _, n := range nets {
		for k, d := range intervals {
			d = max(d, 1)
			whole := (walkStates - 1 + d - 1) / d
			require.Equal(
				t,
				whole*4*n.tokens+(walkStates-1-whole)*4,
				n.bytes[k],
				"%d tokens, %d",
				n.tokens,
				d,
			)
			saved := 100 * (1 - float64(n.bytes[k])/float64(n.bytes[0]))
			require.InDelta(t, saved, n.saved[k], 0.51)
			for seed := range uint64(2) {
				require.Equal(t, n.bytes[k], tokenWalk(n.tokens, n.places, d, walkStates, seed))
			}
			figures++
		}
	}
	require.Equal(t, 36, figures)
}

// TestFiguresOfDeltas: bytes per state are what the megabytes and states of the paper's table 2 say, as far
// as two decimals tell; the averages of its table 1 are those of its rows but for one.
func TestFiguresOfDeltas(t *testing.T) {
	for _, a := range programs {
		times := strings.Fields(a.times)
		require.Len(t, times, 8)
		for k, m := range a.megabytes {
			require.Equal(t, m == 0, a.perState[k] == 0, a.title)
			require.False(t, m == 0 && times[k] != untold, a.title)
			perMegabyte := float64(1<<20) / float64(a.states)
			require.InDelta(
				t,
				m*perMegabyte,
				a.perState[k],
				0.006*perMegabyte+0.02,
				"%s, column %d",
				a.title,
				k,
			)
		}
	}
	for k, want := range [4][2]float64{{128, 48}, {150, 42}, {191, 37}, {271, 35}} { // 56 for 48
		var times, spaces []float64
		for _, a := range academics {
			times, spaces = append(times, float64(a.time[k])), append(spaces, float64(a.space[k]))
		}
		require.InDelta(t, want[0], mean(times), 1)
		require.InDelta(t, want[1], mean(spaces), 1)
	}
}

// TestFiguresOfSweeps: memory is by the paper's accounting, as far as whole bytes of the average vector
// tell; the database managers' states and peaks are formulas.
func TestFiguresOfSweeps(t *testing.T) {
	for _, rows := range [][]sweepRow{replication, stopAndWait} {
		for _, r := range rows {
			full, swept := accounted(uint64(r.states), uint64(r.vector), uint64(r.nodes), uint64(r.peak))
			require.InDelta(t, full, r.memory, float64(r.states)/2+1)
			require.InDelta(t, swept, r.swept, float64(r.peak)/2+1)
			require.InDelta(t, 100*float64(r.swept)/float64(r.memory), r.share, 0.51)
			if r.times > 0 {
				require.InDelta(t, 100*float64(r.sweepSeconds)/float64(r.seconds), r.times, 1.1)
			}
		}
	}
	for _, r := range replication {
		power := int(math.Pow(3, float64(r.n-2)))
		require.Equal(t, 2+r.n*3*power, r.states)
		require.Equal(t, 2*r.states-1, r.nodes, "all but the first twice")
		require.Equal(t, power+r.n+1, r.peak)
	}
	for i, r := range stopAndWait[1:] {
		require.Equal(t, 271*20, r.states-stopAndWait[i].states)
	}
}

// TestFiguresOfCaches: they are what the paper tried, and none is left out.
func TestFiguresOfCaches(t *testing.T) {
	require.Len(t, instances, 25)
	told := [4][]string{{""}, {""}, {"4", "16", "256"}, {"1,1", "1,8", "4,1", "4,4", "8,1", "8,4", "8,8"}}
	sum := 0
	for i := range instances {
		in := &instances[i]
		for k := range 4 {
			for _, chains := range []bool{false, true} {
				b := in.best(k, chains)
				require.Zero(t, b.cache%cacheStep, in.name)
				require.GreaterOrEqual(t, b.visits, 100, in.name)
				require.LessOrEqual(t, b.visits, 100*mostVisits, in.name)
				require.Contains(t, told[k], b.order, in.name)
				sum += b.cache
			}
		}
	}
	require.Equal(t, 3490, sum, "of all cache sizes in the paper's text")
	require.Len(t, sweptWithCache, 25)
	for _, c := range cached {
		require.True(t, c.instance == "" || instanceOf(c.instance) != nil, c.instance)
	}
}
