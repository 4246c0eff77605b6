//go:build conformance

package conformance

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	spin "gospin/verifier/pan"
)

// panAnswer is what SPIN's verifier gave; if why is set, it gave nothing to compare with.
type panAnswer struct {
	figures
	why string
}

func run(limit time.Duration, dir, name string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if ctx.Err() != nil {
		err = fmt.Errorf("no end within %v", limit)
	}
	return string(out), err
}

// timed is a context for a program that may take that long.
func timed(t *testing.T, limit time.Duration) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	t.Cleanup(cancel)
	return ctx
}

// pan verifies a model with SPIN in raw mode:
//
//	spin -a -o1 -o2 -o3 MODEL
//	gcc OPT -DSAFETY -DNOREDUCE -DNOCLAIM -DNOCOMP -o pan pan.c
//	./pan -c0 -n -w18 -m1000000
//
// With macros, -DNAME=VALUE, it may have ten times the depth.
func pan(t *testing.T, model, opt string, limit time.Duration, macros ...string) panAnswer {
	t.Helper()
	return panTo(t, 0, model, opt, limit, macros...)
}

// panTo is pan with the depth limit -mDEPTH. The answer of a search that is cut there counts; 0 is no such
// limit.
func panTo(t *testing.T, depth int, model, opt string, limit time.Duration, macros ...string) panAnswer {
	t.Helper()
	return panWith(t, spin.Raw, depth, model, opt, limit, macros...)
}

// panWith is panTo with other options of spin than those of raw mode.
func panWith(
	t *testing.T, options []string, depth int, model, opt string, limit time.Duration, macros ...string,
) panAnswer {
	t.Helper()
	model, err := filepath.Abs(model)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := spin.Generate(timed(t, limit), dir, model, slices.Concat(options, macros)...); err != nil {
		return panAnswer{why: "spin refuses: " + outputOf(err)}
	}
	first, most := 10000, 1000000
	switch {
	case depth > 0:
		first, most = depth, depth
	case len(macros) > 0:
		most *= 10
	}
	var r *spin.Report
	for _, vector := range []int{1024, 65536} {
		flags := append([]string{"-DNOCOMP", fmt.Sprintf("-DVECTORSZ=%d", vector)}, spin.Safety...)
		if err := compilePan(timed(t, limit), dir, opt, flags...); err != nil {
			return panAnswer{why: "pan.c does not compile: " + outputOf(err)}
		}
		r, err = spin.RunDeepening(timed(t, limit), dir, "pan", first, most, "-c0", "-n", small)
		if !strings.Contains(r.Text, "VECTORSZ") {
			break
		}
	}
	switch {
	case r.DepthLimit && depth == 0:
		return panAnswer{why: "pan is cut at depth 1000000"}
	case r.Incomplete:
		said, _, _ := strings.Cut(r.Text, "(Spin Version")
		return panAnswer{why: "pan gives up: " + tail(said)}
	case err != nil:
		return panAnswer{why: fmt.Sprintf("pan gives no figures (%v): %s", err, tail(r.Text))}
	case r.Rounded:
		return panAnswer{why: "pan rounds its figures"}
	}
	return panAnswer{figures: figuresOf(r)}
}

// figuresOf are the figures of a report of pan.
func figuresOf(r *spin.Report) figures {
	return figures{
		int64(r.Stored),
		int64(r.Matched),
		int64(r.Transitions),
		int64(r.Atomic),
		int64(r.Depth),
		int64(r.Errors),
	}
}

// outputOf is what the program said that an error of package pan is about.
func outputOf(err error) string {
	var e *spin.Error
	if errors.As(err, &e) {
		return tail(e.Output)
	}
	return err.Error()
}

// small is pan's option for a table of 2^18 chains. To clear its own 2^24, 128 MiB, takes longer than most
// searches here.
const small = "-w18"

// compilePan compiles pan.c with an optimisation, such as -O2. For most models it takes longer to compile
// than to search: -O0 is for them.
func compilePan(ctx context.Context, dir, opt string, flags ...string) error {
	if opt == "-O0" {
		return spin.CompileQuickly(ctx, dir, "pan", flags...)
	}
	return spin.Compile(ctx, dir, "pan", append([]string{opt}, flags...)...)
}

// buildPan has SPIN build a verifier of a model in raw mode, with macros.
func buildPan(t *testing.T, dir, model string, flags ...string) {
	t.Helper()
	err := spin.Generate(timed(t, time.Minute), dir, model, spin.Raw...)
	if err != nil { // of a claim's variables SPIN says that they are an error, but goes on
		require.FileExists(t, filepath.Join(dir, "pan.c"), "%s", outputOf(err))
	}
	err = compilePan(timed(t, time.Minute), dir, "-O0", append([]string{spin.NoReduce}, flags...)...)
	if err != nil {
		t.Fatalf("%v\n%s", err, outputOf(err))
	}
}

// runPan runs a verifier that buildPan has built.
func runPan(t *testing.T, dir string, flags ...string) *spin.Report {
	t.Helper()
	r, err := spin.Run(timed(t, time.Minute), dir, "pan", append(flags, "-n", small, "-m100000")...)
	require.NoError(t, err, r)
	return r
}
