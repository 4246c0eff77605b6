package compare

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gospin/verifier/pan"
	"gospin/verifier/report"
)

// panMode is a way of compiling pan.
type panMode struct {
	name    string
	defines func(vector int) []string
}

func safely(more ...string) []string { return append(slices.Clone(pan.Safety), more...) }

// storePans are pan's ways of storing states.
var storePans = []panMode{
	{"pan", func(int) []string { return safely() }},
	{"pan COLLAPSE", func(int) []string { return safely("-DCOLLAPSE") }},
	{"pan MA", func(vector int) []string { return safely(fmt.Sprintf("-DMA=%d", vector)) }},
	{"pan HC", func(int) []string { return safely("-DHC4") }},
}

// reductionPans have pan's default reductions. They allow vectors above the usual 1024 bytes.
var reductionPans = []panMode{
	{panDefault, func(int) []string { return []string{"-DSAFETY", "-DNOCLAIM", "-DVECTORSZ=16384"} }},
}

// inexact reports whether a mode of pan may lose states, as hash compaction does.
func inexact(mode string) bool { return mode == "pan HC" }

func (s *Subject) panModeNames() []string {
	var out []string
	for _, p := range s.pans {
		out = append(out, p.name)
	}
	return out
}

// panMode returns pan's mode of a name, or nil if there is none.
func (s *Subject) panMode(name string) *panMode {
	if i := slices.Index(s.panModeNames(), name); i >= 0 {
		return &s.pans[i]
	}
	return nil
}

// HasPan returns an error if spin or gcc is missing.
func HasPan() error {
	if err := pan.Available(); err != nil {
		return fmt.Errorf("%w: -against pan needs spin and gcc", err)
	}
	return nil
}

// panRuns runs pan's modes on a model, in a directory of their own.
type panRuns struct {
	config *Config
	model  Model
	dir    string
	vector int           // length of the vector, if known
	spin   time.Duration // time that spin took
	err    error         // spin's error
}

func (p *panRuns) clean() {
	if p.dir != "" {
		_ = os.RemoveAll(p.dir)
	}
}

// generate runs spin to write the verifier, once.
func (p *panRuns) generate(ctx context.Context) error {
	if p.dir != "" {
		return p.err
	}
	path, err := filepath.Abs(p.model.Path)
	if err == nil {
		p.dir, err = os.MkdirTemp("", "gospin-compare")
	}
	if err != nil {
		return err
	}
	options := slices.Clone(p.config.options)
	for _, d := range p.model.Defines {
		options = append(options, "-D"+d)
	}
	start := time.Now()
	p.err = pan.Generate(ctx, p.dir, path, options...)
	p.spin = time.Since(start)
	return p.err
}

// brokenPromise are messages of a pan whose model breaks its own xr and xs, which pan counts as errors.
var brokenPromise = []string{"xs assertion violated", "xr assertion violated", "partial order reduction invalid"}

// minTime replaces a time of 0, since pan prints hundredths of a second.
const minTime = 0.005

// run compiles and runs one mode. The first run determines the vector's length, which the minimised automaton
// needs.
func (p *panRuns) run(ctx context.Context, mode *panMode, r *Row) error {
	if err := p.generate(ctx); err != nil {
		return err
	}
	start := time.Now()
	flags := append([]string{"-O2"}, mode.defines(p.vector+8)...)
	if err := pan.Compile(ctx, p.dir, "pan", flags...); err != nil {
		return err
	}
	gcc := time.Since(start)
	depth, most := p.config.Depth, p.config.Depth
	if depth == 0 {
		depth, most = 1000000, 10000000
	}
	var got *pan.Report
	err := p.config.quickest(r, 1, func(r *Row) (err error) {
		ctx := ctx
		if p.config.Time > 0 {
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeout(ctx, p.config.Time)
			defer cancel()
		}
		got, err = pan.RunDeepening(ctx, p.dir, "pan", depth, most, "-c0", "-n")
		if err == nil {
			r.Total = (p.spin + gcc + got.Elapsed).Seconds()
			r.Seconds = max(got.Seconds, minTime)
		}
		return err
	})
	if errors.Is(err, context.DeadlineExceeded) {
		return failure{fmt.Errorf("pan: given up after %s", p.config.Time), OutOfTime}
	}
	if err != nil {
		return err
	}
	p.vector = max(p.vector, got.Vector)
	r.Vector, r.Stored, r.Transitions = got.Vector, got.Stored, got.Transitions
	r.Bytes, r.PeakRSS = got.Memory.States, got.Memory.Total
	if r.Verdict = report.Holds; got.Errors > 0 {
		r.Verdict = report.Violated
	}
	broken := func(line string) bool { return strings.Contains(got.Text, line) }
	switch {
	case got.DepthLimit:
		return failure{errors.New("pan's stack is too small"), TooDeep}
	case slices.ContainsFunc(brokenPromise, broken):
		return errors.New("breaks its own xr or xs, which pan counts as errors")
	}
	return nil
}
