package verifier

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"gospin/verifier/graph"
	"gospin/verifier/search"
	"gospin/verifier/system"
	"gospin/vm"
)

// graphFile is a file that a graph is written to while it is built.
type graphFile struct {
	*graph.Writer
	path string
	file *os.File
	buf  *bufio.Writer
}

func createGraph(path string, h graph.Head, label graph.Labeller) (*graphFile, error) {
	f, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	out := &graphFile{path: path, file: f, buf: bufio.NewWriterSize(f, 1<<16)}
	if out.Writer, err = graph.NewWriter(out.buf, h, label); err != nil {
		f.Close()
		return nil, err
	}
	return out, nil
}

// finish ends the file.
func (g *graphFile) finish(t graph.Tail) error {
	return errors.Join(g.Close(t), g.buf.Flush(), g.file.Close())
}

// abandon leaves the file as one that is cut short.
func (g *graphFile) abandon() { g.buf.Flush(); g.file.Close() }

// GraphBuilt is what came of building a graph.
type GraphBuilt struct {
	Model     string   `json:"model"`
	File      string   `json:"file"`
	Nodes     uint64   `json:"nodes"`
	Edges     uint64   `json:"edges"`
	Moves     int      `json:"moves"`     // |T|
	EdgeBits  float64  `json:"edge_bits"` // of the edge arrays, headers included, by edges
	Bytes     int64    `json:"bytes"`     // of the file
	Atoms     []string `json:"atoms,omitempty"`
	Reason    string   `json:"reason,omitempty"` // why it is not whole
	Errors    int      `json:"errors"`           // met on the way
	Depth     int      `json:"depth"`            // edges from the first node, at most
	MaxVector int      `json:"state_vector_bytes"`
	Memory    int64    `json:"memory_bytes"` // of the states known while the graph was built
	PeakRSS   int64    `json:"peak_rss_bytes"`
	Time      Times    `json:"time"`
	Exit      int      `json:"exit"`
}

// BuildGraph writes the graph of a model's states to Options.Graph, labelled with the conditions of formulas.
// Errors of the model do not end it.
func BuildGraph(ctx context.Context, o Options, f GraphFormulas) (*GraphBuilt, error) {
	start := time.Now()
	if o.Graph == "" {
		return nil, errors.New("a graph needs a file: -o FILE")
	}
	if o.Graph == o.Model {
		return nil, fmt.Errorf("-o %s would overwrite the model", o.Graph)
	}
	g, err := openGraphModel(o.Source, f, o.Strict)
	if err != nil {
		return nil, err
	}
	if o.Memory == 0 {
		o.Memory = machineMemory() / 4 * 3
	}
	compiled := time.Now()
	w := &watch{ctx: ctx, tell: o.Progress, start: compiled, enough: machineMemory() / 10 * 9}
	task := &graph.Task{Limits: search.Limits{Memory: o.Memory, States: o.States}}
	if o.Time > 0 {
		task.Limits.Deadline = compiled.Add(o.Time)
	}
	task.Progress = func(res *search.Result) {
		if w.look(res) {
			task.Limits.Deadline = compiled
		}
	}
	out, _, err := g.build(task, o.Graph, w)
	if err != nil {
		return nil, err
	}
	out.Time = Times{Compile: compiled.Sub(start).Seconds(), Search: time.Since(compiled).Seconds()}
	return out, nil
}

// build writes the graph to a file, as a task has it but for the graph and the system.
func (g *graphModel) build(t *graph.Task, path string, w *watch) (*GraphBuilt, *graph.Explored, error) {
	file, err := createGraph(path, g.head(""), g.label())
	if err != nil {
		return nil, nil, err
	}
	t.Sys, t.Graph = system.Of(vm.NewMachine(g.prog)), file
	res, err := graph.Explore(t)
	if err != nil {
		file.abandon()
		return nil, nil, err
	}
	out := &GraphBuilt{Model: g.source.Model, File: path, Atoms: g.texts, Errors: res.Errors, Depth: res.Depth,
		MaxVector: res.MaxVector, Memory: res.Memory, PeakRSS: peakRSS()}
	out.Reason = cutShort(&res.Result, w.stopped)
	if res.Stopped && out.Reason == "" {
		out.Reason = "the search ended at an error: -c0 goes on"
	}
	if out.Reason != "" {
		out.Exit = Inconclusive.ExitCode()
	}
	if err := file.finish(graph.Tail{Reason: out.Reason, Cut: res.Cut}); err != nil {
		return nil, nil, err
	}
	bits := uint64(0)
	if out.Nodes, out.Edges, bits, out.Bytes = file.Size(); out.Edges > 0 {
		out.EdgeBits = float64(bits) / float64(out.Edges)
	}
	out.Moves = file.Moves()
	return out, res, nil
}

// cutShort says why a search was ended before its time; "": it was not.
func cutShort(res *search.Result, stopped string) string {
	var out []string
	for _, why := range res.Incomplete {
		switch {
		case why == search.MemoryLimit:
			why += ": give more with -mem"
		case why == search.TimeLimit && stopped != "":
			why = stopped
		case why == search.TimeLimit:
			why += ": give more with -time"
		}
		out = append(out, why)
	}
	return strings.Join(out, "; ")
}

// ReadGraph reads a graph from a file.
func ReadGraph(path string) (*graph.Graph, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	g, err := graph.Read(bufio.NewReaderSize(f, 1<<16))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return g, nil
}
