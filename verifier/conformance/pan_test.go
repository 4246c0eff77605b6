//go:build conformance

package conformance

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// two at a time: models run beside each other, but no more of them than a small machine bears.
var two = make(chan struct{}, 2)

func inTurn(t *testing.T) {
	t.Parallel()
	two <- struct{}{}
	t.Cleanup(func() { <-two })
}

var panFigures = []*regexp.Regexp{
	regexp.MustCompile(`(?m)^\s*(\S+) states, stored`),
	regexp.MustCompile(`(?m)^\s*(\S+) states, matched`),
	regexp.MustCompile(`(?m)^\s*(\S+) transitions \(= stored\+matched\)`),
	regexp.MustCompile(`(?m)^\s*(\S+) atomic steps`),
	regexp.MustCompile(`depth reached (\S+), errors`),
	regexp.MustCompile(`errors: (\S+)`),
}

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

// pan verifies a model with SPIN in raw mode:
//
//	spin -a -o1 -o2 -o3 MODEL
//	gcc OPT -DSAFETY -DNOREDUCE -DNOCLAIM -DNOCOMP -o pan pan.c
//	./pan -c0 -n -m1000000
//
// With macros, -DNAME=VALUE, it may have ten times the depth.
func pan(t *testing.T, model, opt string, limit time.Duration, macros ...string) panAnswer {
	t.Helper()
	model, err := filepath.Abs(model)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	out, err := run(limit, dir, "spin", append(append([]string{"-a", "-o1", "-o2", "-o3"}, macros...), model)...)
	if _, missing := os.Stat(filepath.Join(dir, "pan.c")); missing != nil || err != nil {
		return panAnswer{why: "spin refuses: " + tail(out)}
	}
	for _, vector := range []int{1024, 65536} {
		out, err = run(limit, dir, "gcc", opt, "-w", "-DSAFETY", "-DNOREDUCE", "-DNOCLAIM", "-DNOCOMP",
			fmt.Sprintf("-DVECTORSZ=%d", vector), "-o", "pan", "pan.c")
		if err != nil {
			return panAnswer{why: "pan.c does not compile: " + tail(out)}
		}
		out, err = run(limit, dir, "./pan", "-c0", "-n", "-m1000000")
		if !strings.Contains(out, "VECTORSZ") {
			break
		}
	}
	if len(macros) > 0 && strings.Contains(out, "max search depth too small") {
		out, err = run(limit, dir, "./pan", "-c0", "-n", "-m10000000")
	}
	if strings.Contains(out, "max search depth too small") {
		return panAnswer{why: "pan is cut at depth 1000000"}
	}
	if strings.Contains(out, "Search not completed") {
		return panAnswer{why: "pan gives up: " + tail(out[:strings.Index(out, "(Spin Version")])}
	}
	var n [6]int64
	for i, figure := range panFigures {
		found := figure.FindStringSubmatch(out)
		if found == nil {
			return panAnswer{why: fmt.Sprintf("pan gives no figures (%v): %s", err, tail(out))}
		}
		v, err := strconv.ParseFloat(found[1], 64)
		if err != nil {
			t.Fatal(err)
		}
		if n[i] = int64(v); v >= 1e8 {
			return panAnswer{why: "pan rounds its figures"}
		}
	}
	return panAnswer{figures: figures{n[0], n[1], n[2], n[3], n[4], n[5]}}
}
