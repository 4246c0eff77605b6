package compare

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// panMode is a way to compile pan.
type panMode struct {
	name    string
	defines func(vector int) []string
}

var pans = []panMode{
	{"pan", func(int) []string { return nil }},
	{"pan COLLAPSE", func(int) []string { return []string{"-DCOLLAPSE"} }},
	{"pan MA", func(vector int) []string { return []string{fmt.Sprintf("-DMA=%d", vector)} }},
	{"pan HC", func(int) []string { return []string{"-DHC4"} }},
}

func panModes() []string {
	var out []string
	for _, p := range pans {
		out = append(out, p.name)
	}
	return out
}

// HasPan says whether spin and gcc are there.
func HasPan() error {
	for _, program := range []string{"spin", "gcc"} {
		if _, err := exec.LookPath(program); err != nil {
			return errors.New(program + " is not there: -against pan needs spin and gcc")
		}
	}
	return nil
}

// pans runs pan's modes in a directory of their own. What pan makes of a model that it cannot do is a note.
func (c *Config) pans(ctx context.Context, m Model, which string) ([]Row, error) {
	dir, err := os.MkdirTemp("", "gospin-compare")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	path, err := filepath.Abs(m.Path)
	if err != nil {
		return nil, err
	}
	args := []string{"-a", "-o1", "-o2", "-o3"}
	for _, d := range m.Defines {
		args = append(args, "-D"+d)
	}
	made, err := in(ctx, dir, "spin", append(args, path)...)
	vector := 0
	var rows []Row
	for _, p := range pans {
		if ctx.Err() != nil {
			return rows, ctx.Err()
		}
		c.tell(fmt.Sprintf("model %s: %s, %s", which, m.title(), p.name))
		r := m.row(p.name)
		if err != nil {
			r.Note = "spin: " + firstLine(made)
		} else if err := c.pan(ctx, dir, p, &vector, &r); err != nil {
			r.Note = err.Error()
		}
		rows = append(rows, r)
	}
	return rows, ctx.Err()
}

var (
	panStored  = regexp.MustCompile(`(?m)^\s*(\S+) states, stored`)
	panTrans   = regexp.MustCompile(`(?m)^\s*(\S+) transitions \(= stored`)
	panVector  = regexp.MustCompile(`State-vector (\d+) byte`)
	panMemory  = regexp.MustCompile(`(?m)^\s*(\S+)\s+actual memory usage for states`)
	panTotal   = regexp.MustCompile(`(?m)^\s*(\S+)\s+total actual memory usage`)
	panElapsed = regexp.MustCompile(`pan: elapsed time (\S+) seconds`)
)

// pan compiles and runs one mode. The first run tells the length of the vector, which the minimised automaton asks for.
func (c *Config) pan(ctx context.Context, dir string, p panMode, vector *int, r *Row) error {
	flags := append([]string{"-O2", "-w", "-DSAFETY", "-DNOREDUCE", "-DNOCLAIM", "-o", "pan"}, p.defines(*vector+8)...)
	if out, err := in(ctx, dir, "gcc", append(flags, "pan.c")...); err != nil {
		return errors.New("gcc: " + firstLine(out))
	}
	depth := c.Depth
	if depth == 0 {
		depth = 1000000
	}
	const small = "max search depth too small"
	out, err := in(ctx, dir, "./pan", "-c0", "-n", fmt.Sprintf("-m%d", depth))
	if c.Depth == 0 && strings.Contains(out, small) {
		out, err = in(ctx, dir, "./pan", "-c0", "-n", fmt.Sprintf("-m%d", 10*depth))
	}
	if err != nil && !panStored.MatchString(out) {
		return errors.New("pan: " + firstLine(out))
	}
	figure := func(re *regexp.Regexp) float64 {
		m := re.FindStringSubmatch(out)
		if m == nil {
			return 0
		}
		v, _ := strconv.ParseFloat(m[1], 64)
		return v
	}
	*vector = max(*vector, int(figure(panVector)))
	r.Vector, r.Stored, r.Transitions = int(figure(panVector)), uint64(figure(panStored)), uint64(figure(panTrans))
	r.Seconds, r.Bytes = figure(panElapsed), int64(figure(panMemory)*(1<<20))
	r.PeakRSS = int64(figure(panTotal) * (1 << 20))
	if strings.Contains(out, small) {
		return errors.New("pan's stack is too small")
	}
	return nil
}

func in(ctx context.Context, dir, program string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir = dir
	cmd.WaitDelay = patience
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return line
}
