package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"syscall"
)

// result is what a finished process leaves: its output and its peak of memory.
type result struct {
	stdout []byte
	peak   float64 // bytes
}

// call runs a program to its end. Exit codes are left to the caller, who knows what the program means by them.
func call(dir, name string, args ...string) (result, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	r := result{stdout: stdout.Bytes()}
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		r.peak = float64(usage.Maxrss) * 1024 // kilobytes on Linux
	}
	if err != nil {
		err = fmt.Errorf("%s: %w\n%s%s", filepath.Base(name), err, stdout.Bytes(), stderr.Bytes())
	}
	return r, err
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

// buildPans compiles the model's verifier as it is by default and with collapse compression.
func (m model) buildPans(work, path string) (map[string]string, error) {
	text := filepath.Join(work, "model.pml")
	original, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(text, original, 0o600); err != nil {
		return nil, err
	}
	args := append([]string{"-a", "-o1", "-o2", "-o3"}, m.defines...)
	if _, err := call(work, "spin", append(args, text)...); err != nil {
		return nil, err
	}
	pans := map[string]string{"default": "", "collapse": "-DCOLLAPSE"}
	for kind, define := range pans {
		pan := filepath.Join(work, "pan-"+kind)
		args := []string{"-O2", "-w", "-DNOREDUCE", "-DVECTORSZ=4096"}
		if m.formula == "" {
			args = append(args, "-DSAFETY", "-DNOCLAIM")
		}
		if define != "" {
			args = append(args, define)
		}
		if _, err := call(work, "gcc", append(args, "-o", pan, filepath.Join(work, "pan.c"))...); err != nil {
			return nil, err
		}
		pans[kind] = pan
	}
	return pans, nil
}

var (
	panStored  = regexp.MustCompile(`(?m)^\s*(\S+) states, stored`)
	panElapsed = regexp.MustCompile(`elapsed time (\S+) seconds`)
	panTotal   = regexp.MustCompile(`(?m)^\s*(\S+)\s+(?:total actual memory usage|memory usage \(Mbyte\))`)
	panTable   = regexp.MustCompile(`(?m)^\s*(\S+)\s+memory used for hash table`)
	panStack   = regexp.MustCompile(`(?m)^\s*(\S+)\s+memory used for DFS stack`)
)

func (m model) runPan(work, pan string) (sample, error) {
	args := []string{"-c0", "-n", "-m1000000"}
	if m.formula != "" {
		args = append(args, "-a")
	}
	r, err := call(work, pan, args...)
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return sample{}, err
	}
	figure := func(in *regexp.Regexp) float64 {
		found := in.FindSubmatch(r.stdout)
		if found == nil {
			return 0
		}
		v, err := strconv.ParseFloat(string(found[1]), 64)
		if err != nil {
			return 0
		}
		return v
	}
	s := sample{states: figure(panStored), seconds: figure(panElapsed), peak: r.peak}
	if s.states == 0 {
		return s, fmt.Errorf("pan gives no figures:\n%s", r.stdout)
	}
	s.seconds = max(s.seconds, 0.005) // it prints hundredths
	s.perState = (figure(panTotal) - figure(panStack)) * (1 << 20) / s.states
	s.bare = s.perState - figure(panTable)*(1<<20)/s.states
	return s, nil
}

func (m model) runGospin(work, binary, path, store string) (sample, error) {
	args := append([]string{"verify", "-o1", "-o2", "-o3", "-noreduce", "-c", "0", "-json", "-compress=" + store}, m.defines...)
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
	var report struct {
		States struct{ Stored float64 }
		Memory struct {
			PerState float64 `json:"bytes_per_state"`
		}
		Time struct {
			Search float64 `json:"search_seconds"`
		}
	}
	if err := json.Unmarshal(r.stdout, &report); err != nil {
		return sample{}, fmt.Errorf("gospin's report: %w\n%s", err, r.stdout)
	}
	return sample{
		states: report.States.Stored, seconds: report.Time.Search, peak: r.peak, perState: report.Memory.PerState,
	}, nil
}
