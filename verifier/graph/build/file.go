package build

import (
	"bufio"

	"gospin/verifier/ask"
	"gospin/verifier/files"
	"gospin/verifier/graph"
	"gospin/verifier/graph/query"
	"gospin/verifier/report"
	"gospin/verifier/search"
	"gospin/vm"
)

// graphFile is a file to which a graph is being written.
type graphFile struct {
	*graph.Writer
	path string
	file *files.File
	buf  *bufio.Writer

	throwaway bool // temporary file
}

func create(path string, h graph.Head, label graph.Labeller) (*graphFile, error) {
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

// finish completes the file and renames it to its final name.
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

// partialEnding is added to the name of an incomplete graph, so that it does not replace a complete one.
const partialEnding = ".partial"

// Create creates the file for a program's graph. Call finish after the search has ended, with its report, to
// which it adds the result, or with nil if the search failed.
func Create(o *ask.Options, prog *vm.Program) (search.Graph, func(*report.Report) error, error) {
	m := query.Beside(o.Source, prog, o.Conditions)
	file, err := create(o.Graph, m.Head(o.Sweep), m.Label())
	if err != nil {
		return nil, nil, err
	}
	file.throwaway = o.Throwaway
	return file, func(r *report.Report) error {
		if r == nil {
			file.file.Discard()
			return nil
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
