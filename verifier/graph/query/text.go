package query

import (
	"bufio"
	"fmt"
	"io"
	"slices"

	"gospin/verifier/report"
)

// WriteText prints the answer for a formula.
func (r *Checked) WriteText(out io.Writer) error {
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, "%s %s: %s", r.Kind, r.Formula, r.Verdict)
	if r.Reason != "" {
		fmt.Fprintf(w, " (%s)", r.Reason)
	}
	fmt.Fprintln(w)
	switch {
	case r.Reason != "":
	case r.Kind == "ctl":
		fmt.Fprintf(w, "\tit holds in %d nodes; computed in %d passes over all\n", r.HoldsIn, r.Passes)
	default:
		fmt.Fprintf(w, "\t%d pairs of nodes and states of the automaton, which has %d\n", r.Pairs, r.States)
	}
	if r.Walked {
		fmt.Fprintln(w, "\tstates were computed again, since the graph does not keep what the formula asks: gospin graph -"+
			r.Kind+" FORMULA does")
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

// WriteText prints the result of a walk.
func (r *Walked) WriteText(out io.Writer) error {
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

// WriteText prints the figures.
func (s *Stats) WriteText(out io.Writer) error {
	w := bufio.NewWriter(out)
	line := func(what, format string, a ...any) { fmt.Fprintf(w, "%-22s %s\n", what+":", fmt.Sprintf(format, a...)) }
	line("model", "%s", s.Model)
	line("nodes", "%d", s.Nodes)
	line("edges", "%d, with %d different moves", s.Edges, s.Moves)
	line("edges out of a node", "%d to %d, %.2f on average; into one at most %d", s.OutLeast, s.OutMost,
		float64(s.Edges)/float64(s.Nodes), s.InMost)
	line("edges back", "%d to smaller numbers, %d to where they begin", s.Back, s.Loops)
	line("levels", "depth %d, the widest %d nodes", s.Depth, slices.Max(s.Levels))
	line("components", "%d strongly connected, %d of them a node without a loop, the largest %d nodes", s.Components,
		s.Trivial, s.Largest)
	line("terminal components", "%d; home nodes, reachable from all: %d", s.Terminal, s.Home)
	line("dead nodes", "%d, of these invalid end states: %d", s.Dead, s.InvalidEnds)
	if s.Of.Regress > 0 {
		line("unfolding", "%d sweeps, %d regress edges, %d persistent nodes: nodes may stand for the same state",
			s.Of.Sweeps, s.Of.Regress, s.Of.Persistent)
	}
	if s.Of.Reason != "" {
		line("not whole", "%s; %d nodes have no edges yet", s.Of.Reason, s.Nodes-s.Expanded)
	}
	s.storage(line)
	return w.Flush()
}

// storage prints how large the graph is. JSON has more: what each part takes, and what it takes at least.
func (s *Stats) storage(line func(what, format string, a ...any)) {
	if s.Edges == 0 {
		line("file", "%s", report.Size(s.File))
		line("in memory", "%s", report.Size(s.Memory.Sum()))
		return
	}
	n := float64(s.Edges)
	line("file", "%s, %.1f bits an edge", report.Size(s.File), 8*float64(s.File)/n)
	line("in memory", "%s, %.1f bits an edge; its move and target take %.1f, and %d where all have the same width",
		report.Size(s.Memory.Sum()), s.Spread, float64(s.ArrayBits-s.HeaderBits)/n, s.StateBits+s.MoveBits)
}
