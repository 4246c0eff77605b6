package papers

import (
	"fmt"
	"math/bits"
	"path/filepath"
	"strings"

	"gospin/verifier"
	"gospin/verifier/compare/tables"
	"gospin/verifier/report"
)

var sweepPaper = &paper{
	name: "sweepline",
	source: "T. Mailund, M. Westergaard: Obtaining memory-efficient reachability graph representations using the " +
		"sweep-line method, 2004",
	models: []string{"dbm", "stopwait", "dining"},
	sheets: (*maker).sweepline,
}

// managers returns the macros and the progress measure for a number of database managers: whether they have
// begun, who changes the database, then how far each message has come.
func managers(n int) (defines []string, progress string) {
	parts := []string{"going", fmt.Sprintf("(changes == %d -> 0 : changes + 1)", n)}
	for i := range n {
		parts = append(parts, fmt.Sprintf("mail[(changes %% %d) * %d + %d]", n, n, i)) // 0 if there is no change
	}
	return []string{fmt.Sprintf("N=%d", n), "START"}, strings.Join(parts, ", ")
}

// packets returns the macros and the progress measure for a number of packets.
func packets(n int) (defines []string, progress string) {
	return []string{fmt.Sprintf("N=%d", n)}, "received"
}

func needSweep(r *report.Report) string {
	if r.Sweep == nil {
		return "the states were not swept"
	}
	return ""
}

// sweep runs a model with the sweep-line. graph is the file for the graph; "" if none is built.
func (p *maker) sweep(o verifier.Options, progress, graph string) outcome {
	o.Order, o.Sweep, o.Graph = "", progress, graph
	return p.verifyOnce(o, needSweep)
}

func (p *maker) sweepline() {
	if rows := figures("sweepline_dbm"); p.wants("dbm") {
		if !p.Large {
			rows = rows[:4]
		}
		p.sweepTable("Table 1: database replication", "dbm", rows, managers)
	}
	if p.wants("stopwait") {
		p.sweepTable("Table 2: stop and wait", "stopwait", figures("sweepline_stopwait"), packets)
	}
	if p.wants("dining") {
		p.sweepWithout()
	}
}

// accounted returns the bytes of a full search and of a sweep by the paper's accounting.
func accounted(states, vector, nodes, peak uint64) (full, swept uint64) {
	return states * vector, 4*nodes + vector*peak
}

// sweepTable makes a table, another one with all bytes, and a chart.
func (p *maker) sweepTable(title, model string, rows []line, of func(int) ([]string, string)) {
	s := Sheet{
		Title: title,
		Notes: []string{
			"Memory by the paper's accounting: the vectors in memory at most, and 4 bytes for each node; edges are left " +
				"out on both sides. In bytes with the paper's average vector; %: of the full search. Ours %: with our " +
				"vectors, which are smaller, and no more bits for a node's number than all nodes need.",
		},
		Head: []string{"N", "states", "memory", "s", "nodes", "peak", "swept", "%", "ours %", "s", "T"},
		lead: 1,
	}
	whole := Sheet{
		Title: title + ", all bytes",
		Notes: []string{
			"Tables of the full search and of the sweep where they were largest; the graph with its edges, and " +
				"how many bits it has for an edge. The paper has no such figures.",
		},
		Head: strings.Split("N,vector,full,sweep,%,sweeps,persistent,regress,edges,bits,graph", ","),
	}
	c := tables.Chart{
		Title: title + ": states in memory at most, and states",
		XName: "N",
		YName: "states",
		LogY:  true,
	}
	total, peak := tables.Series{Name: "states", Joined: true}, tables.Series{Name: "peak", Joined: true}
	for _, r := range rows {
		n := r.number("N")
		defines, progress := of(n)
		o := p.raw(model, defines)
		full, swept := p.verifyOnce(o, nil), p.sweep(o, progress, "")
		graph := p.sweep(o, progress, filepath.Join(p.Dir, model+".graph"))
		s.Lines = append(s.Lines, p.sweepLine(r, full, swept))
		whole.Lines = append(whole.Lines, p.sweepBytes(r, full, swept, graph))
		if full.why == "" {
			total.Points = append(total.Points, tables.Point{X: float64(n), Y: float64(full.States.Stored)})
		}
		if swept.why == "" {
			peak.Points = append(peak.Points, tables.Point{X: float64(n), Y: float64(swept.Sweep.Peak)})
		}
	}
	c.Series = []tables.Series{total, peak}
	p.add(s)
	p.add(whole)
	p.out.Charts = append(p.out.Charts, c)
}

func (p *maker) sweepLine(r line, full, swept outcome) []Entry {
	both := either(swept, full)
	of := func(f func(*report.Sweep) uint64) func(*report.Report) string {
		return func(r *report.Report) string { return fmt.Sprint(f(r.Sweep)) }
	}
	theirTimes := r["T"]
	if theirTimes != tables.Nothing {
		theirTimes += " %"
	}
	vector := uint64(r.number("vector"))
	var before, after uint64
	if both.why == "" {
		before, after = accounted(full.States.Stored, vector, swept.Sweep.Nodes, swept.Sweep.Peak)
	}
	return []Entry{
		{Ours: r["N"]},
		p.entry(full, storedStates, r["states"]),
		p.entry(full, func(o *report.Report) string { return fmt.Sprint(o.States.Stored * vector) }, r["memory"]),
		p.entry(full, searchTime, r["s"]),
		p.entry(swept, of(func(s *report.Sweep) uint64 { return s.Nodes }), r["nodes"]),
		p.entry(swept, of(func(s *report.Sweep) uint64 { return s.Peak }), r["peak"]),
		p.entry(both, func(*report.Report) string { return fmt.Sprint(after) }, r["swept"]),
		p.entry(both, func(*report.Report) string { return share(after, before) }, r["%"]+" %"),
		p.entry(both, func(*report.Report) string { return ownShare(full.Report, swept.Report) }, ""),
		p.entry(swept, searchTime, r["swept s"]),
		p.timeBeside(swept, full, theirTimes),
	}
}

// ownShare returns the share of a sweep by the paper's accounting, but with our vectors, and with numbers no
// wider than necessary.
func ownShare(full, swept *report.Report) string {
	vector := uint64(full.Memory.StateVector)
	width := uint64(bits.Len64(swept.Sweep.Nodes - 1))
	return share((swept.Sweep.Nodes*width+7)/8+vector*swept.Sweep.Peak, vector*full.States.Stored)
}

func (p *maker) sweepBytes(r line, full, swept, graph outcome) []Entry {
	bytes := func(r *report.Report) string { return fmt.Sprint(r.Memory.Store) }
	line := []Entry{
		{Ours: r["N"]},
		p.entry(full, func(o *report.Report) string { return fmt.Sprint(o.Memory.StateVector) }, r["vector"]),
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

// sweepWithout runs the paper's example of a model without progress, for which it has no figures.
func (p *maker) sweepWithout() {
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
			line = append(line,
				p.entry(either(swept, full), func(*report.Report) string { return of(swept.Sweep) }, ""))
		}
		s.Lines = append(s.Lines, line)
	}
	p.add(s)
}
