package verifier

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strings"

	"gospin/verifier/ask"
	"gospin/verifier/files"
	"gospin/verifier/graph"
	"gospin/verifier/graph/query"
	"gospin/verifier/report"
	"gospin/verifier/search"
)

// graphFile is a file that a graph is written to while it is built.
type graphFile struct {
	*graph.Writer
	path string
	file *files.File
	buf  *bufio.Writer

	throwaway bool // nobody sees the file
}

func createGraph(path string, h graph.Head, label graph.Labeller) (*graphFile, error) {
	f, err := files.Create(path)
	if err != nil {
		return nil, err
	}
	out := &graphFile{path: path, file: f, buf: bufio.NewWriterSize(f, 1<<16)}
	if out.Writer, err = graph.NewWriter(out.buf, h, label); err != nil {
		f.Discard()
		return nil, err
	}
	return out, nil
}

// finish ends the file, which takes its place then.
func (g *graphFile) finish(t graph.Tail) error {
	err := g.Close(t)
	if err == nil {
		err = g.buf.Flush()
	}
	if err != nil {
		g.file.Discard()
		return err
	}
	if t.Reason != "" && !g.throwaway {
		return g.file.CommitAs(g.path + partialEnding)
	}
	return g.file.Commit()
}

// partialEnding is added to the name of a graph that is not whole: it takes no whole one's place.
const partialEnding = ".partial"

// abandon gives the file up. An older one stays as it was.
func (g *graphFile) abandon() error {
	g.file.Discard()
	return nil
}

// graph opens the file that a search's graph is written to. Finish is called when the search is over and
// reported, and adds to the report; without one, where the search has failed.
func (j *job) graph() (search.Graph, func(*report.Report) error, error) {
	m := query.Beside(j.o.Source, j.prog, j.o.Conditions)
	file, err := createGraph(j.o.Graph, m.Head(j.o.Sweep), m.Label())
	if err != nil {
		return nil, nil, err
	}
	file.throwaway = j.o.Throwaway
	return file, func(r *report.Report) error {
		if r == nil {
			return file.abandon()
		}
		r.Sweep.Moves = file.Moves()
		t := graph.Tail{Reason: r.Cut, Cut: r.Broken, Sweeps: r.Sweep.Sweeps, Persistent: r.Sweep.Persistent,
			Regress: r.Sweep.Regress}
		if !r.Complete && t.Reason == "" {
			t.Reason = "the search ended at an error: -c0 goes on"
		}
		if err := file.finish(t); err != nil {
			return err
		}
		if t.Reason != "" && !file.throwaway {
			r.Warnings = append(r.Warnings, "note: the graph is not whole: it is in "+file.path+partialEnding)
		}
		_, edges, bits, size := file.Size()
		r.Sweep.Edges = edges
		if r.Sweep.GraphBytes = size; edges > 0 {
			r.Sweep.EdgeBits = float64(bits) / float64(edges)
		}
		return nil
	}, nil
}

// GraphBuilt is what came of building a graph.
type GraphBuilt struct {
	File           string   `json:"file"`
	Atoms          []string `json:"atoms,omitempty"`
	Complete       bool     `json:"complete"`
	Reason         string   `json:"reason,omitempty"` // why it is not
	Exit           int      `json:"exit"`             // 0 if it is
	*report.Report `json:"report"`
}

// BuildGraph writes the graph of a model's states to Options.Graph. Errors of the model do not end it.
func BuildGraph(ctx context.Context, o Options) (*GraphBuilt, error) {
	m, err := query.Open(ctx, o.Source, o.Labels, o.Strict) // tells better what is wrong
	if err != nil {
		return nil, err
	}
	o.Only, o.Errors = []string{ask.OnlySafety}, 0
	r, err := Run(ctx, o)
	if err != nil {
		return nil, err
	}
	out := &GraphBuilt{File: o.Graph, Atoms: m.Texts, Complete: r.Complete, Reason: r.Cut, Report: r}
	if !r.Complete {
		out.File += partialEnding
		out.Exit = report.Inconclusive.ExitCode()
	}
	return out, nil
}

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
