package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"gospin/verifier/host"
	"gospin/verifier/pan"
	"gospin/verifier/report"
)

// result is the output of a process with its costs.
type result struct {
	stdout    []byte
	stderr    []byte
	peak      float64 // bytes
	cpu, wall float64 // seconds
}

// call runs a program. The caller interprets its exit code.
func call(dir, name string, args ...string) (result, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	begin := time.Now()
	err := cmd.Run()
	r := result{stdout: stdout.Bytes(), stderr: stderr.Bytes(), wall: time.Since(begin).Seconds()}
	r.peak = float64(host.PeakOf(cmd.ProcessState))
	r.cpu = (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
	if err != nil {
		err = fmt.Errorf("%s: %w\n%s%s", filepath.Base(name), err, stdout.Bytes(), stderr.Bytes())
	}
	return r, err
}

// withFormula copies the model with the formula added, and returns the copy's path.
func (m model) withFormula(work, path string) (string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	path = filepath.Join(work, "claimed.pml")
	return path, os.WriteFile(path, append(text, "\nltl held { "+m.formula+" }\n"...), 0o600)
}

// generatePan makes spin write the model's verifier.
func (m model) generatePan(work, path string) error {
	return pan.Generate(context.Background(), work, path, slices.Concat(pan.Raw, m.defines)...)
}

// buildPans compiles the model's verifier, with default options and with collapse compression, and returns
// the programs' names.
func (m model) buildPans(work, path string) (map[string]string, error) {
	if err := m.generatePan(work, path); err != nil {
		return nil, err
	}
	ctx := context.Background()
	flags := append([]string{"-O2", "-DVECTORSZ=4096"}, pan.Safety...)
	pans := map[string]string{"default": "pan-default", "collapse": "pan-collapse"}
	if err := pan.Compile(ctx, work, pans["default"], flags...); err != nil {
		return nil, err
	}
	return pans, pan.Compile(ctx, work, pans["collapse"], append(flags, "-DCOLLAPSE")...)
}

// prepare compiles pan for a model in a folder of its own. If there is a formula, it adds it to a copy of the
// model.
func (b *bench) prepare(m model) (work, path, depth string, err error) {
	if work, err = os.MkdirTemp(b.dir, "model"); err != nil {
		return "", "", "", err
	}
	if path, err = filepath.Abs(m.path); err == nil && m.formula != "" {
		path, err = m.withFormula(work, path)
	}
	if err == nil {
		depth, err = m.buildPan(work, path)
	}
	return work, path, depth, err
}

// buildPan compiles the model's verifier, for a safety search only if nothing else is requested, and
// determines the depth of stack that it needs.
func (m model) buildPan(work, path string) (depth string, err error) {
	if err := m.generatePan(work, path); err != nil {
		return "", err
	}
	flags := slices.Concat([]string{"-O2"}, pan.Safety, m.macros)
	if m.formula != "" || m.cycles {
		flags = slices.Concat([]string{"-O2", pan.NoReduce}, m.macros)
	}
	if err := pan.Compile(context.Background(), work, "pan", flags...); err != nil {
		return "", err
	}
	for steps := 10_000; steps < 1e9; steps *= 10 {
		depth = fmt.Sprintf("-m%d", steps)
		if m.endless && steps < 1e7 {
			continue
		}
		if s, err := m.runPan(work, "pan", depth); err != nil || !s.cut {
			return depth, err
		}
	}
	return "", errors.New("pan's stack is never deep enough")
}

// runPan runs a verifier. If the model is endless, it stops the run and uses the figures so far.
func (m model) runPan(work, name, depth string) (sample, error) {
	args := slices.Concat([]string{filepath.Join(work, name), "-c0", "-n", depth}, m.flags)
	if m.formula != "" || m.cycles {
		args = append(args, "-a")
	}
	if m.endless {
		args = append([]string{"timeout", "-s", "INT", fmt.Sprint(atMost.Seconds())}, args...)
	}
	ran, failed := call(work, args[0], args[1:]...)
	r, err := pan.Parse(string(ran.stdout))
	if err != nil || r.Stored == 0 { // only missing figures count, not the exit code
		return sample{}, fmt.Errorf("pan gives no figures: %w", errors.Join(err, failed))
	}
	s := sample{
		states: float64(r.Stored), transitions: float64(r.Transitions),
		peak: ran.peak, cpu: ran.cpu, wall: ran.wall,
		seconds: max(r.Seconds, 0.005), // it prints hundredths
		cut:     r.DepthLimit,
		errors:  r.Errors,
	}
	s.perState = float64(r.Memory.Total-r.Memory.Stack) / s.states
	s.bare = s.perState - float64(r.Memory.HashTable)/s.states
	return s, nil
}

// report runs gospin and returns its report.
func (m model) report(work, binary, path string, flags ...string) (*report.Report, result, error) {
	args := slices.Concat([]string{"verify", "-o1", "-o2", "-o3", "-noreduce", "-n", "-json"}, flags, m.flags)
	args = append(args, m.defines...)
	if m.formula == "" {
		args = append(args, "-noclaim")
	}
	if m.cycles {
		args = append(args, "-a")
	}
	if m.formula != "" || m.cycles {
		args = append(args, "-only=claims")
	}
	if m.endless {
		args = append(args, "-time="+atMost.String())
	}
	ran, err := call(work, binary, append(args, path)...)
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

func (m model) runGospin(work, binary, path string, flags ...string) (sample, error) {
	r, ran, err := m.report(work, binary, path, flags...)
	if err != nil {
		return sample{}, err
	}
	return sample{
		states: float64(r.States.Stored), transitions: float64(r.States.Transitions), seconds: r.Time.Search,
		peak: ran.peak, perState: r.Memory.BytesPerState, cpu: ran.cpu, wall: ran.wall, engine: r.Engine,
		errors: uint64(r.Errors),
	}, nil
}
