package conformance

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"gospin/verifier/report"
)

// figures are what gospin and pan must agree on.
type figures struct {
	Stored, Matched, Transitions, Atomic, Depth, Errors int64
}

func (f figures) String() string {
	return fmt.Sprintf("stored=%d matched=%d transitions=%d atomic=%d depth=%d errors=%d",
		f.Stored, f.Matched, f.Transitions, f.Atomic, f.Depth, f.Errors)
}

// built is gospin, compiled once for all tests into a directory that TestMain removes.
var built struct {
	once sync.Once
	dir  string
	path string
	err  error
}

func TestMain(m *testing.M) {
	code := m.Run()
	if built.dir != "" {
		_ = os.RemoveAll(built.dir)
	}
	os.Exit(code)
}

// number is that of an environment variable.
func number(t *testing.T, name string, otherwise int) int {
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return n
}

// two at a time: models run beside each other, but no more of them than a small machine bears.
var two = make(chan struct{}, 2)

func inTurn(t *testing.T) {
	t.Parallel()
	two <- struct{}{}
	t.Cleanup(func() { <-two })
}

func gospin(t *testing.T) string {
	t.Helper()
	built.once.Do(func() {
		if built.path = os.Getenv("GOSPIN_BINARY"); built.path != "" {
			return
		}
		if built.dir, built.err = os.MkdirTemp("", "gospin-conformance"); built.err != nil {
			return
		}
		built.path = filepath.Join(built.dir, "gospin")
		build := exec.Command("go", "build", "-tags", tags, "-o", built.path, "gospin/cmd/gospin")
		out, err := build.CombinedOutput()
		if err != nil {
			built.err = errors.New("gospin does not build")
			t.Errorf("go build: %v\n%s", err, out)
		}
	})
	if built.err != nil {
		t.Fatal(built.err) // the reason stands with the first test that asked
	}
	return built.path
}

// verdict is told by the exit code.
func (a answer) verdict() string {
	return [...]string{"holds", "violated", "refused", "inconclusive"}[a.exit]
}

// answer is what one call of gospin gave.
type answer struct {
	figures
	exit       int
	components string // the counts of a collapse
	vector     int    // bytes of the longest vector
	output     string // everything it wrote
	wrong      string // crash, hang or silence, which no model may cause
	json       bool   // a report came
}

var raw = []string{"verify", "-o1", "-o2", "-o3", "-noreduce", "-noclaim", "-c", "0", "-order", "dfs", "-json"}

// verify runs gospin in raw mode.
func verify(t *testing.T, model string, limit time.Duration, more ...string) answer {
	t.Helper()
	return replyTo(t, model, limit, append(append([]string{}, raw...), more...)...)
}

// replyTo runs gospin in a directory of its own, for it may leave a trail.
func replyTo(t *testing.T, model string, limit time.Duration, args ...string) answer {
	t.Helper()
	model, err := filepath.Abs(model)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, gospin(t), append(args, model)...)
	cmd.Dir = t.TempDir()
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err = cmd.Run()

	a := answer{output: stdout.String() + stderr.String(), exit: cmd.ProcessState.ExitCode()}
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		a.wrong = fmt.Sprintf("hangs (%v)", limit)
		return a
	case err != nil && !errors.As(err, &exit):
		t.Fatal(err)
	case a.exit < 0 || a.exit > 3 || strings.Contains(a.output, "panic:") || strings.Contains(a.output, "goroutine "):
		a.wrong = fmt.Sprintf("crashes (exit %d): %s", a.exit, tail(a.output))
		return a
	}
	var report report.Report
	if err := json.Unmarshal(stdout.Bytes(), &report); err != nil {
		if a.exit != 2 {
			a.wrong = "no JSON on stdout: " + tail(a.output)
		}
		return a
	}
	a.json, a.components, a.vector = true, report.Components, report.Memory.StateVector
	a.figures = figuresIn(&report)
	return a
}

// figuresIn are those of a report.
func figuresIn(r *report.Report) figures {
	s := &r.States
	return figures{
		int64(s.Stored), int64(s.Matched), int64(s.Transitions), int64(s.AtomicSteps), int64(s.Depth),
		int64(r.Errors),
	}
}

func tail(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	return s[max(0, len(s)-300):]
}
