package build

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"gospin/verifier/report"
)

// Built is the result of building a graph.
type Built struct {
	File           string   `json:"file"`
	Atoms          []string `json:"atoms,omitempty"`
	Complete       bool     `json:"complete"`
	Reason         string   `json:"reason,omitempty"` // why the graph is incomplete
	Exit           int      `json:"exit"`             // 0 if it is complete
	*report.Report `json:"report"`
}

// Of returns the result of building a graph in a file, given the conditions on nodes and the run's report.
func Of(file string, atoms []string, r *report.Report) *Built {
	out := &Built{File: file, Atoms: atoms, Complete: r.Complete, Reason: r.Cut, Report: r}
	if !r.Complete {
		out.File += partialEnding
		out.Exit = report.Inconclusive.ExitCode()
	}
	return out
}

// WriteText prints the result.
func (b *Built) WriteText(out io.Writer) error {
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
