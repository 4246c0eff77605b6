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
	"syscall"

	"gospin/verifier"
	"gospin/verifier/pan"
)

// result is what a finished process leaves: its output and its peak of memory.
type result struct {
	stdout []byte
	peak   float64 // bytes
}

// call runs a program to its end. Exit codes are left to the caller, who knows what the program means
// by them.
func call(dir, name string, args ...string) (result, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	r := result{stdout: stdout.Bytes(), peak: peakMemory(cmd.ProcessState)}
	if err != nil {
		err = fmt.Errorf("%s: %w\n%s%s", filepath.Base(name), err, stdout.Bytes(), stderr.Bytes())
	}
	return r, err
}

// peakMemory is the kernel's figure for a process that has ended, in bytes.
func peakMemory(ended *os.ProcessState) float64 {
	usage, ok := ended.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	return float64(usage.Maxrss) * 1024 // kilobytes on Linux
}

// withFormula returns the path of a copy of the model with the formula.
func (m model) withFormula(work, path string) (string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	path = filepath.Join(work, "claimed.pml")
	return path, os.WriteFile(path, append(text, "\nltl held { "+m.formula+" }\n"...), 0o600)
}

// buildPans compiles the model's verifier as it is by default and with collapse compression. It returns
// their names.
func (m model) buildPans(work, path string) (map[string]string, error) {
	original, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(work, "model.pml"), original, 0o600); err != nil {
		return nil, err
	}
	ctx := context.Background()
	if err := pan.Generate(ctx, work, "model.pml", slices.Concat(pan.Raw, m.defines)...); err != nil {
		return nil, err
	}
	flags := []string{"-O2", pan.NoReduce, "-DVECTORSZ=4096"}
	if m.formula == "" {
		flags = append([]string{"-O2", "-DVECTORSZ=4096"}, pan.Safety...)
	}
	pans := map[string]string{"default": "pan-default", "collapse": "pan-collapse"}
	if err := pan.Compile(ctx, work, pans["default"], flags...); err != nil {
		return nil, err
	}
	return pans, pan.Compile(ctx, work, pans["collapse"], append(flags, "-DCOLLAPSE")...)
}

func (m model) runPan(work, name string) (sample, error) {
	flags := []string{"-c0", "-n", "-m1000000"}
	if m.formula != "" {
		flags = append(flags, "-a")
	}
	r, err := pan.Run(context.Background(), work, name, flags...)
	if err != nil {
		return sample{}, err
	}
	s := sample{states: float64(r.Stored), seconds: r.Seconds, peak: peakMemory(r.Process)}
	if s.states == 0 {
		return s, fmt.Errorf("pan gives no figures:\n%s", r.Text)
	}
	s.seconds = max(s.seconds, 0.005) // it prints hundredths
	s.perState = float64(r.Memory.Total-r.Memory.Stack) / s.states
	s.bare = s.perState - float64(r.Memory.HashTable)/s.states
	return s, nil
}

func (m model) runGospin(work, binary, path, store string) (sample, error) {
	args := []string{"verify", "-o1", "-o2", "-o3", "-noreduce", "-c", "0", "-json", "-compress=" + store}
	args = append(args, m.defines...)
	if m.formula == "" {
		args = append(args, "-noclaim")
	} else {
		args = append(args, "-only=claims")
	}
	r, err := call(work, binary, append(args, path)...)
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
		return sample{}, err
	}
	var report verifier.Report
	if err := json.Unmarshal(r.stdout, &report); err != nil {
		return sample{}, fmt.Errorf("gospin's report: %w\n%s", err, r.stdout)
	}
	return sample{
		states: float64(report.States.Stored), seconds: report.Time.Search, peak: r.peak,
		perState: report.Memory.BytesPerState,
	}, nil
}
