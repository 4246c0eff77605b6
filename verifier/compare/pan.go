package compare

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"gospin/verifier/pan"
)

// panMode is a way to compile pan.
type panMode struct {
	name    string
	defines func(vector int) []string
}

var panModes = []panMode{
	{"pan", func(int) []string { return nil }},
	{"pan COLLAPSE", func(int) []string { return []string{"-DCOLLAPSE"} }},
	{"pan MA", func(vector int) []string { return []string{fmt.Sprintf("-DMA=%d", vector)} }},
	{"pan HC", func(int) []string { return []string{"-DHC4"} }},
}

func panModeNames() []string {
	var out []string
	for _, p := range panModes {
		out = append(out, p.name)
	}
	return out
}

// HasPan says whether spin and gcc are there.
func HasPan() error {
	if err := pan.Available(); err != nil {
		return fmt.Errorf("%w: -against pan needs spin and gcc", err)
	}
	return nil
}

// runPans runs pan's modes in a directory of their own. What pan makes of a model that it cannot do is
// a note.
func (c *Config) runPans(ctx context.Context, m Model, which string) ([]Row, error) {
	dir, err := os.MkdirTemp("", "gospin-compare")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	path, err := filepath.Abs(m.Path)
	if err != nil {
		return nil, err
	}
	options := slices.Clone(pan.Raw)
	for _, d := range m.Defines {
		options = append(options, "-D"+d)
	}
	err = pan.Generate(ctx, dir, path, options...)
	vector := 0
	var rows []Row
	for _, p := range panModes {
		if ctx.Err() != nil {
			return rows, ctx.Err()
		}
		c.tell(fmt.Sprintf("model %s: %s, %s", which, m.title(), p.name))
		r := m.row(p.name)
		if err != nil {
			r.Note = err.Error()
		} else if err := c.runPan(ctx, dir, p, &vector, &r); err != nil {
			r.Note = err.Error()
		}
		rows = append(rows, r)
	}
	return rows, ctx.Err()
}

// runPan compiles and runs one mode. The first run tells the length of the vector, which the minimised
// automaton asks for.
func (c *Config) runPan(ctx context.Context, dir string, p panMode, vector *int, r *Row) error {
	flags := append(append([]string{"-O2"}, pan.Safety...), p.defines(*vector+8)...)
	if err := pan.Compile(ctx, dir, "pan", flags...); err != nil {
		return err
	}
	depth, most := c.Depth, c.Depth
	if depth == 0 {
		depth, most = 1000000, 10000000
	}
	got, err := pan.RunDeepening(ctx, dir, "pan", depth, most, "-c0", "-n")
	if err != nil {
		return err
	}
	*vector = max(*vector, got.Vector)
	r.Vector, r.Stored, r.Transitions = got.Vector, got.Stored, got.Transitions
	r.Seconds, r.Bytes, r.PeakRSS = got.Seconds, got.Memory.States, got.Memory.Total
	if got.DepthLimit {
		return fmt.Errorf("pan's stack is too small")
	}
	return nil
}
