package verifier

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"gospin/verifier/graph"
	"gospin/verifier/report"
	"gospin/vm"
)

// WriteText tells what was built.
func (b *GraphBuilt) WriteText(out io.Writer) error {
	w := bufio.NewWriter(out)
	s := b.Sweep
	fmt.Fprintf(w, "wrote %s: %s, %s, %s, %.1f bits an edge, %s\n", b.File, report.Count(s.Nodes, "node"),
		report.Count(s.Edges, "edge"), report.Count(s.Moves, "move"), s.EdgeBits, report.Size(s.GraphBytes))
	if len(b.Atoms) > 0 {
		fmt.Fprintf(w, "conditions of each node: %s\n", strings.Join(b.Atoms, ", "))
	}
	if s.Regress > 0 {
		fmt.Fprintln(w, "an unfolding: nodes may stand for the same state, as progress goes back sometimes")
	}
	fmt.Fprint(w, s.Line())
	m := &b.Memory
	fmt.Fprintf(w, "memory: states %s at most, search %s, peak RSS %s\n", report.Size(m.Store), report.Size(m.Stack), report.Size(m.PeakRSS))
	fmt.Fprintf(w, "time: %.3f s to compile, %.3f s to search\n", b.Time.Compile, b.Time.Search)
	if b.Errors > 0 {
		fmt.Fprintf(w, "errors of the model: %d", b.Errors)
		for _, p := range b.Properties {
			if p.Trail != "" {
				fmt.Fprintf(w, "; %s, trail in %s\n\treplay: %s", p.Message, p.Trail, p.Replay)
			}
		}
		fmt.Fprintln(w)
	}
	if !b.Complete {
		fmt.Fprintf(w, "not whole: %s\n", b.Reason)
	}
	return w.Flush()
}

// WriteText tells of a formula.
func (r *GraphChecked) WriteText(out io.Writer) error {
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, "%s %s: %s", r.Kind, r.Formula, r.Verdict)
	if r.Reason != "" {
		fmt.Fprintf(w, " (%s)", r.Reason)
	}
	fmt.Fprintln(w)
	switch {
	case r.Reason != "":
	case r.Kind == "ctl":
		fmt.Fprintf(w, "\tit holds in %d nodes; %d passes over all\n", r.HoldsIn, r.Passes)
	default:
		fmt.Fprintf(w, "\t%d pairs of nodes and states of the automaton, which has %d\n", r.Pairs, r.States)
	}
	if r.Walked {
		fmt.Fprintln(w, "\tstates were made again to see what holds in them: gospin graph -"+r.Kind+
			" FORMULA keeps it in the graph")
	}
	if r.Shows != "" {
		fmt.Fprintf(w, "\t%s", r.Shows)
		if r.Trail != "" {
			fmt.Fprintf(w, ", in %s\n\treplay: %s", r.Trail, r.Replay)
		}
		fmt.Fprintln(w)
	}
	return w.Flush()
}

// WriteText tells of a walk.
func (r *GraphWalked) WriteText(out io.Writer) error {
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, "walk: %d nodes, %d edges, longest path %d nodes\n", r.Nodes, r.Edges, r.Longest)
	if r.Checked {
		fmt.Fprintf(w, "every state made again is that of its number; they are %d different ones\n", r.Different)
	}
	fmt.Fprintf(w, "errors: %d, of these invalid end states: %d\n", r.Errors, r.Invalid)
	if r.Errors > 0 {
		fmt.Fprintf(w, "first: %s, trail in %s\n\treplay: %s\n", r.First, r.Trail, r.Replay)
	}
	if r.Reason != "" {
		fmt.Fprintf(w, "not whole: %s\n", r.Reason)
	}
	return w.Flush()
}

// GraphStats are figures of a graph in a file.
type GraphStats struct {
	Model string `json:"model"`
	*graph.Stats
	Of     graph.Tail `json:"of"`
	Spread float64    `json:"bits_per_edge"`       // in memory
	Least  float64    `json:"least_bits_per_edge"` // by the paper
}

// StatGraph finds the figures of a graph in a file.
func StatGraph(path string) (*GraphStats, error) {
	g, err := ReadGraph(path)
	if err != nil {
		return nil, err
	}
	s := &GraphStats{Model: g.Model, Stats: g.Stat(), Of: g.Tail}
	if at, err := os.Stat(path); err == nil {
		s.File = at.Size()
	}
	s.Spread, s.Least = s.EdgeBits(), s.LeastBits()
	return s, nil
}

// WriteText tells the figures.
func (s *GraphStats) WriteText(out io.Writer) error {
	w := bufio.NewWriter(out)
	line := func(what, format string, a ...any) { fmt.Fprintf(w, "%-22s %s\n", what+":", fmt.Sprintf(format, a...)) }
	line("model", "%s", s.Model)
	line("nodes", "%d, of %d bits (ceil log2 R)", s.Nodes, s.StateBits)
	line("edges", "%d, with %d different moves, of %d bits (ceil log2 |T|)", s.Edges, s.Moves, s.MoveBits)
	if s.Edges > 0 {
		n := float64(s.Edges)
		arrays := float64(s.ArrayBits-s.HeaderBits) / n
		line("bits per edge", "%.2f in memory: move and target %.2f, headers %.2f, places %.2f, moves %.2f", s.Spread,
			arrays, float64(s.HeaderBits)/n, 8*float64(s.Memory.Places)/n, 8*float64(s.Memory.Moves)/n)
		line("least in theory", "%.2f: |E|(ceil log2 |T| + ceil log2 R) + 2wR with w = 32; factor %.3f", s.Least,
			s.Spread/s.Least)
		least := float64(s.Fixed) / n
		line("", "%.2f without 2wR: factor %.3f; move and target alone: factor %.3f", least, s.Spread/least,
			arrays/least)
		line("bits per edge in file", "%.2f (%s)", 8*float64(s.File)/n, report.Size(s.File))
	}
	line("bits per node", "%.1f in memory, in theory numbers take %d", 8*float64(s.Memory.Sum())/float64(s.Nodes),
		s.StateBits)
	line("memory", "%s: arrays %s, places %s, moves %s, labels %s", report.Size(s.Memory.Sum()), report.Size(s.Memory.Edges),
		report.Size(s.Memory.Places), report.Size(s.Memory.Moves), report.Size(s.Memory.Labels))
	line("edges out of a node", "%d to %d, %.2f on average; into one at most %d", s.OutLeast, s.OutMost,
		float64(s.Edges)/float64(s.Nodes), s.InMost)
	line("edges back", "%d to smaller numbers, %d to where they begin", s.Back, s.Loops)
	line("levels", "depth %d, the widest %d nodes", s.Depth, slices.Max(s.Levels))
	line("components", "%d strongly connected, %d of them a node without a loop, the largest %d nodes", s.Components,
		s.Trivial, s.Largest)
	line("terminal components", "%d; home nodes, which can be come to from everywhere: %d", s.Terminal, s.Home)
	line("dead nodes", "%d, of these invalid end states: %d", s.Dead, s.InvalidEnds)
	if s.Of.Regress > 0 {
		line("unfolding", "%d sweeps, %d regress edges, %d persistent nodes: nodes may stand for the same state",
			s.Of.Sweeps, s.Of.Regress, s.Of.Persistent)
	}
	if s.Of.Reason != "" {
		line("not whole", "%s; %d nodes have no edges yet", s.Of.Reason, s.Nodes-s.Expanded)
	}
	return w.Flush()
}

// ExportGraph writes a graph in a format; with its model, moves are told as statements.
func ExportGraph(out io.Writer, t GraphTask, format string) error {
	var names graph.Names
	var g *graph.Graph
	var err error
	if t.Model == "" {
		g, err = ReadGraph(t.File)
	} else {
		var m *graphModel
		if g, m, err = openGraph(&t); err == nil {
			names.Move = func(row uint32) string { return statements(m.prog, g.Moves(row)) }
		}
	}
	if err != nil {
		return err
	}
	return g.Export(out, format, names)
}

// statements tells a row of moves: who does what.
func statements(p *vm.Program, row []vm.Move) string {
	var parts []string
	say := func(pid uint8, trans uint32) string {
		t := &p.Trans[trans]
		return fmt.Sprintf("%s(%d): %s", p.Procs[t.Proc].Name, pid, p.Stmts[t.Stmt].Text)
	}
	for _, mv := range row {
		s := say(mv.Pid, mv.Trans)
		if mv.Partner != 0 {
			s += " | " + say(mv.Peer, mv.Partner)
		}
		parts = append(parts, s)
	}
	return strings.Join(parts, "; ")
}
