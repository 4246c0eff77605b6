package compare

import (
	"fmt"
	"math/bits"
	"path/filepath"
	"strings"

	"gospin/verifier"
	"gospin/verifier/report"
)

var sweepPaper = &paper{
	name: "sweepline",
	source: "T. Mailund, M. Westergaard: Obtaining memory-efficient reachability graph representations using the " +
		"sweep-line method, 2004",
	models: []string{"dbm", "stopwait", "dining"},
	sheets: (*paperRun).sweepline,
}

// sweepRow is a row of table 1 or 2: of a full search states, bytes of a vector, and seconds; of the
// sweep-line nodes, the most states in memory, and seconds.
type sweepRow struct {
	n                      int
	states, vector, memory int
	seconds                int
	nodes, peak, swept     int // swept: bytes
	share                  int // of swept, in per cent of memory
	sweepSeconds, times    int // times: in per cent of seconds; 0: none is told
}

var replication = []sweepRow{
	{4, 110, 122, 13420, 0, 219, 14, 2584, 19, 0, 0},
	{5, 407, 146, 59422, 0, 813, 33, 8070, 14, 0, 0},
	{6, 1460, 169, 246740, 0, 2919, 88, 26548, 11, 2, 0},
	{7, 5105, 191, 975055, 4, 10209, 251, 88777, 9, 11, 275},
	{8, 17498, 214, 3744572, 23, 34995, 738, 297912, 8, 51, 222},
	{9, 59051, 237, 13995087, 105, 118101, 2197, 993093, 7, 229, 218},
}

var stopAndWait = []sweepRow{
	{20, 5286, 145, 766470, 17, 5286, 287, 62759, 8, 24, 141},
	{40, 10706, 146, 1563076, 35, 10706, 287, 84726, 5, 50, 143},
	{60, 16126, 146, 2354396, 53, 16126, 287, 106406, 5, 77, 145},
	{80, 21546, 146, 3145716, 71, 21546, 287, 128086, 4, 103, 145},
	{100, 26966, 146, 3937036, 89, 26966, 287, 149766, 4, 129, 145},
}

// managers are macros and progress of so many database managers: whether they have begun, who changes the
// database, then how far each message has come.
func managers(n int) (defines []string, progress string) {
	parts := []string{"going", fmt.Sprintf("(changes == %d -> 0 : changes + 1)", n)}
	for i := range n {
		mail := fmt.Sprintf("mail[(changes %% %d) * %d + %d]", n, n, i)
		parts = append(parts, fmt.Sprintf("(changes == %d -> 0 : %s)", n, mail))
	}
	return []string{fmt.Sprintf("N=%d", n), "START"}, strings.Join(parts, ", ")
}

// packets are macros and progress of so many packets.
func packets(n int) (defines []string, progress string) {
	return []string{fmt.Sprintf("N=%d", n)}, "received"
}

func needSweep(r *report.Report) string {
	if r.Sweep == nil {
		return "the states were not swept"
	}
	return ""
}

// sweep runs a model with the sweep-line; graph is where the graph is written to, "" if none is built.
func (p *paperRun) sweep(o verifier.Options, progress, graph string) outcome {
	o.Order, o.Sweep, o.Graph = "", progress, graph
	return p.verifyOnce(o, needSweep)
}

func (p *paperRun) sweepline() {
	sizes := 4
	if p.Large {
		sizes = len(replication)
	}
	if p.wanted("dbm") {
		p.sweepTable("Table 1: database replication", "dbm", replication[:sizes], managers)
	}
	if p.wanted("stopwait") {
		p.sweepTable("Table 2: stop and wait", "stopwait", stopAndWait, packets)
	}
	if p.wanted("dining") {
		p.sweepWithout()
	}
}

// accounted is what a full search and a sweep take by the paper's accounting.
func accounted(states, vector, nodes, peak uint64) (full, swept uint64) {
	return states * vector, 4*nodes + vector*peak
}

// sweepTable makes a table, a second one with all bytes, and a chart.
func (p *paperRun) sweepTable(title, model string, rows []sweepRow, of func(int) ([]string, string)) {
	s := Sheet{
		Title: title,
		Notes: []string{
			"Memory by the paper's accounting: the vectors in memory at most, and 4 bytes for each node; edges are left " +
				"out on both sides. In bytes with the paper's average vector; %: of the full search. Ours %: with our " +
				"vectors, which are smaller, and as many bits for a node's number as all of them need.",
		},
		Head: []string{"N", "states", "memory", "s", "nodes", "peak", "swept", "%", "ours %", "s", "T"},
		lead: 1,
	}
	whole := Sheet{
		Title: title + ", all bytes",
		Notes: []string{
			"Tables of the full search and of the sweep where they were largest; the graph with its edges, and " +
				"how many bits it has for an edge. The paper tells nothing of that.",
		},
		Head: strings.Split("N,vector,full,sweep,%,sweeps,persistent,regress,edges,bits,graph", ","),
	}
	c := chart{
		title: title + ": states in memory at most, and states",
		xName: "N",
		yName: "states",
		logY:  true,
	}
	total, peak := series{name: "states", joined: true}, series{name: "peak", joined: true}
	for i := range rows {
		r := &rows[i]
		defines, progress := of(r.n)
		o := p.raw(model, defines)
		full, swept := p.verifyOnce(o, nil), p.sweep(o, progress, "")
		graph := p.sweep(o, progress, filepath.Join(p.Dir, model+".graph"))
		s.Lines = append(s.Lines, p.sweepLine(r, full, swept))
		whole.Lines = append(whole.Lines, p.sweepBytes(r, full, swept, graph))
		if full.why == "" {
			total.points = append(total.points, point{x: float64(r.n), y: float64(full.States.Stored)})
		}
		if swept.why == "" {
			peak.points = append(peak.points, point{x: float64(r.n), y: float64(swept.Sweep.Peak)})
		}
	}
	c.series = []series{total, peak}
	p.add(s)
	p.add(whole)
	p.out.Charts = append(p.out.Charts, c)
}

func (p *paperRun) sweepLine(r *sweepRow, full, swept outcome) []Entry {
	both := either(swept, full)
	number := func(n int) string { return fmt.Sprint(n) }
	of := func(f func(*report.Sweep) uint64) func(*report.Report) string {
		return func(r *report.Report) string { return fmt.Sprint(f(r.Sweep)) }
	}
	theirTimes := untold
	if r.times > 0 {
		theirTimes = fmt.Sprintf("%d %%", r.times)
	}
	return []Entry{
		{Ours: number(r.n)},
		p.entry(full, storedStates, number(r.states)),
		p.entry(full, func(o *report.Report) string {
			return fmt.Sprint(o.States.Stored * uint64(r.vector))
		}, number(r.memory)),
		p.entry(full, searchTime, number(r.seconds)),
		p.entry(swept, of(func(s *report.Sweep) uint64 { return s.Nodes }), number(r.nodes)),
		p.entry(swept, of(func(s *report.Sweep) uint64 { return s.Peak }), number(r.peak)),
		p.entry(both, func(*report.Report) string {
			_, after := accounted(full.States.Stored, uint64(r.vector), swept.Sweep.Nodes, swept.Sweep.Peak)
			return fmt.Sprint(after)
		}, number(r.swept)),
		p.entry(both, func(*report.Report) string {
			before, after := accounted(
				full.States.Stored,
				uint64(r.vector),
				swept.Sweep.Nodes,
				swept.Sweep.Peak,
			)
			return share(after, before)
		}, fmt.Sprintf("%d %%", r.share)),
		p.entry(both, func(*report.Report) string { return ownShare(full.Report, swept.Report) }, ""),
		p.entry(swept, searchTime, number(r.sweepSeconds)),
		p.entry(both, func(*report.Report) string {
			return timeRatio(swept.Time.Search, full.Time.Search)
		}, theirTimes),
	}
}

// ownShare is that of a sweep by the paper's accounting, but with our vectors, and numbers that are no
// wider than they need to be.
func ownShare(full, swept *report.Report) string {
	vector := uint64(full.Memory.StateVector)
	width := uint64(bits.Len64(swept.Sweep.Nodes - 1))
	return share((swept.Sweep.Nodes*width+7)/8+vector*swept.Sweep.Peak, vector*full.States.Stored)
}

func (p *paperRun) sweepBytes(r *sweepRow, full, swept, graph outcome) []Entry {
	bytes := func(r *report.Report) string { return fmt.Sprint(r.Memory.Store) }
	line := []Entry{
		{Ours: fmt.Sprint(r.n)},
		p.entry(
			full,
			func(o *report.Report) string { return fmt.Sprint(o.Memory.StateVector) },
			fmt.Sprint(r.vector),
		),
		p.entry(full, bytes, ""), p.entry(swept, bytes, ""),
		p.entry(either(swept, full), func(*report.Report) string {
			return share(swept.Memory.Store, full.Memory.Store)
		}, ""),
	}
	for _, of := range []func(*report.Sweep) string{
		func(s *report.Sweep) string { return fmt.Sprint(s.Sweeps) },
		func(s *report.Sweep) string { return fmt.Sprint(s.Persistent) },
		func(s *report.Sweep) string { return fmt.Sprint(s.Regress) },
	} {
		line = append(line, p.entry(swept, func(r *report.Report) string { return of(r.Sweep) }, ""))
	}
	if graph.why == "" && graph.Sweep.Edges == 0 {
		graph.why = "no graph was built"
	}
	for _, of := range []func(*report.Sweep) string{
		func(s *report.Sweep) string { return fmt.Sprint(s.Edges) },
		func(s *report.Sweep) string { return fmt.Sprintf("%.1f", s.EdgeBits) },
		func(s *report.Sweep) string { return fmt.Sprint(s.GraphBytes) },
	} {
		line = append(line, p.entry(graph, func(r *report.Report) string { return of(r.Sweep) }, ""))
	}
	return line
}

// sweepWithout is the paper's example of a model without progress, of which it has no figures.
func (p *paperRun) sweepWithout() {
	s := Sheet{
		Title: "No progress: dining philosophers, by the chairs that are free",
		Notes: []string{"The paper has this as an example of what the method can't do, without figures."},
		Head:  []string{"N", "states", "nodes", "peak", "%", "persistent", "sweeps"},
	}
	sizes := []int{4, 5, 6}
	if p.Large {
		sizes = []int{6, 8, 10}
	}
	for _, n := range sizes {
		o := p.raw("dining", []string{fmt.Sprintf("N=%d", n)})
		full, swept := p.verifyOnce(o, nil), p.sweep(o, "chairs", "")
		line := []Entry{{Ours: fmt.Sprint(n)}, p.entry(full, storedStates, "")}
		for _, of := range []func(*report.Sweep) string{
			func(s *report.Sweep) string { return fmt.Sprint(s.Nodes) },
			func(s *report.Sweep) string { return fmt.Sprint(s.Peak) },
			func(s *report.Sweep) string { return share(s.Peak, full.States.Stored) },
			func(s *report.Sweep) string { return fmt.Sprint(s.Persistent) },
			func(s *report.Sweep) string { return fmt.Sprint(s.Sweeps) },
		} {
			line = append(
				line,
				p.entry(either(swept, full), func(*report.Report) string { return of(swept.Sweep) }, ""),
			)
		}
		s.Lines = append(s.Lines, line)
	}
	p.add(s)
}
