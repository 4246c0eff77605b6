package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"gospin/promela/diag"
	"gospin/verifier"
	"gospin/verifier/formats"
	"gospin/verifier/limit"
	"gospin/verifier/report"
	"gospin/verifier/source"
)

// modelsIn are the models that arguments name: files, and those of folders and all below, in order.
func modelsIn(args []string) (out []string, err error) {
	for _, a := range args {
		st, err := os.Stat(a)
		if err != nil || !st.IsDir() {
			out = append(out, a)
			continue
		}
		before := len(out)
		err = filepath.WalkDir(a, func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && strings.HasPrefix(d.Name(), ".") && path != a:
				return filepath.SkipDir
			case !d.IsDir() && strings.HasSuffix(path, ".pml"):
				out = append(out, path)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		if len(out) == before {
			return nil, fmt.Errorf("there is no model (*.pml) in the folder %s", a)
		}
	}
	return out, nil
}

// many reports whether the arguments name more than one model, or a folder.
func many(c *cli.Context) bool {
	if c.NArg() != 1 {
		return c.NArg() > 1
	}
	st, err := os.Stat(c.Args().First())
	return err == nil && st.IsDir()
}

// one is a model of many, with what came of it.
type one struct {
	*formats.Outcome
	unmet []string // what is not as the model expects; nil: all is, or it expects nothing
	met   bool     // it expects something, and all is so
}

// exit is the exit code that a model of many is due.
func (m *one) exit() int {
	switch {
	case m.Report == nil && m.RanOut:
		return report.Inconclusive.ExitCode()
	case m.Report == nil && m.Failed:
		return failedCode
	case m.Report == nil:
		return usageCode
	case m.met:
		return 0
	case len(m.unmet) > 0:
		return report.Violated.ExitCode()
	}
	return m.Report.Exit
}

// worse are the exit codes, the worst first.
var worse = []int{failedCode, usageCode, 1, 3, 0}

// verifyMany verifies models one after the other, in a table: a line for each. The exit code is the worst
// one.
func verifyMany(c *cli.Context) error {
	models, err := modelsIn(c.Args().Slice())
	if err != nil {
		return err
	}
	to, err := targets(c.StringSlice("report"), c.Bool("json"))
	if err != nil {
		return err
	}
	for _, t := range to {
		if t.format != "junit" {
			return fmt.Errorf("-report %s is of one model; of many, there is junit", t.format)
		}
	}
	for _, name := range []string{"trace", "open", "pan"} {
		if c.Bool(name) {
			return fmt.Errorf("-%s is of one model, not of %d", name, len(models))
		}
	}
	if _, err := levels(c.StringSlice("W")); err != nil {
		return err
	}
	width, exit, instead := len("model"), 0, printed(to)
	for _, path := range models {
		width = max(width, len(path))
	}
	var all []*formats.Outcome
	for _, path := range models {
		m, err := verifyOne(c, path)
		if err != nil {
			return err
		}
		all = append(all, m.Outcome)
		if slices.Index(worse, m.exit()) < slices.Index(worse, exit) {
			exit = m.exit()
		}
		if !instead && (!c.Bool("quiet") || m.exit() != 0) {
			fmt.Fprintf(c.App.Writer, "%-*s  %s\n", width, path, m.line(colored(c.App.Writer)))
		}
		if limit.Cause(c.Context) != "" {
			break
		}
	}
	for _, t := range to {
		if err := formats.WriteJUnit(t.path, c.App.Writer, all); err != nil {
			return fmt.Errorf("-report %s: %w", t.format, err)
		}
	}
	if exit != 0 {
		return cli.Exit("", exit)
	}
	return nil
}

// verifyOne verifies one model of many. An error is about the flags; what is wrong with the model is in the
// outcome.
func verifyOne(c *cli.Context, path string) (*one, error) {
	m := &one{Outcome: &formats.Outcome{
		Source: source.Source{Model: path}, Version: commit(), Command: commandLine(), Start: time.Now(),
	}}
	o, err := optionsFor(c, path)
	if err != nil {
		return nil, err
	}
	m.Source = o.Source
	text, err := os.ReadFile(path)
	if err == nil {
		m.Expect, err = expectations(string(text))
	}
	if err == nil {
		ctx, stop := limit.Process(c.Context, limit.Budget{Time: o.Time, Memory: o.Memory})
		m.Report, err = verifier.Run(ctx, *o)
		stop()
	}
	if m.Err = err; err != nil {
		m.RanOut, m.Failed = ranOut(err), hasFailed(err)
		return m, nil
	}
	if m.Expect != nil {
		m.unmet = unmet(m.Report, m.Expect)
		m.met = len(m.unmet) == 0
	}
	return m, nil
}

// line tells of a model of many.
func (m *one) line(color bool) string {
	if m.Report == nil {
		text := m.Err.Error()
		var list diag.List
		if errors.As(m.Err, &list) && len(list) > 0 {
			text = list.Sorted()[0].String()
		}
		return painted(color, report.Violated, "refused") + ": " + strings.ReplaceAll(text, "\n", " ")
	}
	r := m.Report
	states, took := uint64(0), 0.0
	for _, s := range r.All {
		states, took = states+s.States.Stored, took+s.Time.Compile+s.Time.Search
	}
	text := painted(color, r.Verdict, string(r.Verdict))
	var names []string
	for _, p := range r.Properties {
		if p.Verdict == report.Violated {
			names = append(names, p.Name)
		}
	}
	switch {
	case m.met:
		text += ", as expected"
	case len(m.unmet) > 0:
		text += ", not as expected: " + strings.Join(m.unmet, "; ")
	case r.Verdict == report.Inconclusive:
		text += ": " + r.Reason
	case len(names) > 0:
		text += ": " + strings.Join(names, ", ")
	}
	unit := "states"
	if states == 1 {
		unit = "state"
	}
	return fmt.Sprintf("%s (%d %s, %.2f s)", text, states, unit, took)
}

// painted is a text in the color of a verdict.
func painted(color bool, v report.Verdict, text string) string {
	if !color {
		return text
	}
	return map[report.Verdict]string{
		report.Holds: "\x1b[32m", report.Violated: "\x1b[1;31m", report.Inconclusive: "\x1b[33m",
	}[v] + text + "\x1b[0m"
}
