package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"gospin/verifier/report"
)

// checkpoints measures the cost of checkpoints, written as often as possible, and of an interruption
// half-way. The last column is the time to read the checkpoint and to continue.
func (b *bench) checkpoints() error {
	models, err := largeModels(b.ours, "")
	if err != nil {
		return err
	}
	mutex := filepath.Join(b.ours, "papers", "mutex.pml")
	for _, n := range []string{"-DN=17", "-DN=18"} {
		models = append(models, model{name: "mutex " + n[2:], path: mutex, defines: []string{n}})
	}
	fmt.Printf("%-28s %9s | %8s %8s %6s | %5s %8s %8s | %8s %8s\n", "checkpoints", "states", "CPU s", "kept, s",
		"by", "times", "s", "MB", "twice, s", "more, s")
	for _, m := range models {
		if !strings.HasPrefix(m.name, b.only) {
			continue
		}
		if m.path, err = filepath.Abs(m.path); err == nil {
			err = b.keeping(m)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", m.name, err)
		}
	}
	return nil
}

// keeping measures a model, and reports the shortest of the rounds.
func (b *bench) keeping(m model) error {
	least := func(into *float64, s float64) {
		if *into == 0 || s < *into {
			*into = s
		}
	}
	var plain, kept, twice, wrote float64
	var states uint64
	times, size := 0, int64(0)
	for range b.rounds {
		work, err := os.MkdirTemp(b.dir, "checkpoints")
		if err != nil {
			return err
		}
		r, ran, err := m.report(work, b.binary, m.path, "-workers=1")
		if err != nil {
			return err
		}
		least(&plain, ran.cpu)
		states = r.States.Stored
		wall := ran.wall
		one := filepath.Join(work, "one")
		if r, ran, err = m.report(work, b.binary, m.path, "-workers=1", "-checkpoint="+one+",10ms"); err != nil {
			return err
		}
		if r.States.Stored != states {
			return fmt.Errorf("%d states with checkpoints, %d without", r.States.Stored, states)
		}
		least(&kept, ran.cpu)
		if c := r.Checkpoint; c != nil {
			times, wrote = c.Kept, c.Seconds
		}
		two := filepath.Join(work, "two")
		half := time.Duration(wall / 2 * float64(time.Second))
		_, first, err := m.report(work, b.binary, m.path, "-workers=1", "-checkpoint="+two, "-time="+half.String())
		if err != nil {
			return err
		}
		if st, err := os.Stat(filepath.Join(two, "state-1")); err == nil {
			size = st.Size()
		}
		r, second, err := resume(work, b.binary, two)
		if err != nil {
			return err
		}
		if r.States.Stored != states {
			return fmt.Errorf("%d states after being interrupted, %d without", r.States.Stored, states)
		}
		least(&twice, first.cpu+second.cpu)
		if err := os.RemoveAll(work); err != nil {
			return err
		}
	}
	fmt.Printf("%-28s %9d | %8.2f %8.2f %5.1f%% | %5d %8.2f %8.1f | %8.2f %8.2f\n", m.name, states, plain, kept,
		100*(kept/plain-1), times, wrote, float64(size)/1e6, twice, twice-plain)
	return nil
}

// resume continues a run.
func resume(work, binary, folder string) (*report.Report, result, error) {
	ran, err := call(work, binary, "verify", "-resume="+folder, "-time=1h")
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() == 2) {
		return nil, ran, err
	}
	r := &report.Report{}
	if err := json.Unmarshal(ran.stdout, r); err != nil {
		return nil, ran, fmt.Errorf("gospin's report: %w\n%s", err, ran.stdout)
	}
	return r, ran, nil
}
