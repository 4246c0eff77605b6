package query

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"gospin/verifier/graph"
	"gospin/verifier/limit"
	"gospin/verifier/source"
	"gospin/vm"
)

// Task is a graph in a file, with its model.
type Task struct {
	File string
	source.Source
	Formulas Formulas
	Trail    string // path for a run's trail; "" for MODEL.trail. Trails of further formulas are numbered
	Violated bool   // show only formulas that do not hold
}

// open reads the graph and its model, which must match.
func (t *Task) open(ctx context.Context) (*graph.Graph, *Model, error) {
	g, err := Read(ctx, t.File)
	if err != nil {
		return nil, nil, err
	}
	m, err := Open(ctx, t.Source, t.Formulas, g.Strict)
	if err != nil {
		return nil, nil, err
	}
	return g, m, m.fits(g, t.File)
}

// Read reads a graph from a file.
func Read(ctx context.Context, path string) (*graph.Graph, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	g, err := graph.Read(bufio.NewReaderSize(limit.Reader(ctx, f), 1<<16))
	var reached limit.Reached
	if errors.As(err, &reached) {
		return nil, reached
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return g, nil
}

// Stats has the figures of a graph in a file.
type Stats struct {
	Model string `json:"model"`
	*graph.Stats
	Of     graph.Tail `json:"of"`
	Spread float64    `json:"bits_per_edge"`       // in memory
	Least  float64    `json:"least_bits_per_edge"` // by the paper
}

// Stat computes the figures of a graph in a file.
func Stat(ctx context.Context, path string) (*Stats, error) {
	g, err := Read(ctx, path)
	if err != nil {
		return nil, err
	}
	s := &Stats{Model: g.Model, Stats: g.Stat(), Of: g.Tail}
	if at, err := os.Stat(path); err == nil {
		s.File = at.Size()
	}
	s.Spread, s.Least = s.EdgeBits(), s.LeastBits()
	return s, nil
}

// Export writes a graph in a format. With the model, it prints moves as statements.
func Export(ctx context.Context, out io.Writer, t Task, format string) error {
	var names graph.Names
	var g *graph.Graph
	var err error
	if t.Model == "" {
		g, err = Read(ctx, t.File)
	} else {
		var m *Model
		if g, m, err = t.open(ctx); err == nil {
			names.Move = func(row uint32) string { return statements(m.prog, g.Moves(row)) }
			if format == "dot" {
				var texts []string
				texts, err = variables(ctx, g, m.prog)
				names.Node = func(i uint32) string { return texts[i] }
			}
		}
	}
	if err != nil {
		return err
	}
	return g.Export(limit.Writer(ctx, out), format, names)
}

// statements describes a row of moves: each process with its statement.
func statements(p *vm.Program, row []vm.Move) string {
	var parts []string
	say := func(pid uint8, trans uint32) string {
		t := &p.Trans[trans]
		return fmt.Sprintf("%s(%d): %s", p.Procs[t.Proc].Name, pid, p.Stmts[t.Stmt].Written())
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
