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

	"gospin/promela"
	"gospin/promela/diag"
	"gospin/promela/lint"
	"gospin/verifier"
	"gospin/verifier/formats"
	"gospin/verifier/limit"
	"gospin/verifier/report"
	"gospin/verifier/summary"
)

// modelsIn returns the models that arguments name: files, and the models in folders, recursively, in order.
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
	if c.NArg() != 1 || carried != nil {
		return c.NArg() > 1
	}
	st, err := os.Stat(c.Args().First())
	return err == nil && st.IsDir()
}

// verifyMany verifies models one after the other, and prints a table with a line for each. It returns the
// worst exit code.
func verifyMany(c *cli.Context) error {
	if onCluster(c) {
		return errors.New("verify -cluster takes one model: gospin sweep -cluster takes several")
	}
	models, err := modelsIn(c.Args().Slice())
	if err != nil {
		return err
	}
	to, err := targets(c.StringSlice("report"), c.Bool("json"))
	if err != nil {
		return err
	}
	for _, t := range to {
		if !slices.Contains(formats.OfMany, t.format) {
			return fmt.Errorf("-report %s is of one model; of many, there are %s", t.format, list(formats.OfMany))
		}
		if err := t.check(models); err != nil {
			return err
		}
	}
	for _, name := range []string{"trace", "open", "pan"} {
		if c.Bool(name) {
			return fmt.Errorf("-%s is of one model, not of %d", name, len(models))
		}
	}
	outlast(c, to)
	covers := c.Bool("coverage") || c.Bool("counts")
	if covers && c.Bool("quiet") {
		return errors.New("-coverage and -counts are not for -quiet")
	}
	width, instead := len("model"), printed(to)
	for _, path := range models {
		width = max(width, len(path))
	}
	var all []*formats.Outcome
	for _, path := range models {
		m, err := verifyOne(c, path)
		if err != nil {
			return err
		}
		if m.AsExpected() && c.String("trail") == "" {
			withoutTrails(m.Report)
		}
		all = append(all, m)
		if !instead && (!c.Bool("quiet") || m.Exit() != 0) {
			fmt.Fprintf(c.App.Writer, "%-*s  %s\n", width, path, lineOf(m, colored(c.App.Writer)))
			if covers && m.Report != nil && m.Report.Coverage != nil {
				w := summary.Writer{W: c.App.Writer, Color: colored(c.App.Writer), Source: m.Source}
				if err := w.Coverage(m.Report.Coverage); err != nil {
					return err
				}
			}
		}
		if limit.Cause(c.Context) != "" {
			break
		}
	}
	if err := write(all, to, c.App.Writer, c.App.ErrWriter); err != nil {
		return err
	}
	if exit := formats.Worst(all); exit != 0 {
		return cli.Exit("", exit)
	}
	return nil
}

// withoutTrails removes the trails of a model whose violations are expected: nobody will replay them. Reports
// keep the runs.
func withoutTrails(r *report.Report) {
	for i := range r.Properties {
		p := &r.Properties[i]
		if p.Trail == "" {
			continue
		}
		if run, err := p.Run(); err == nil && os.Remove(p.Trail) == nil {
			p.Unwritten, p.Trail, p.Replay = run, "", ""
		}
	}
}

// outcomeOf returns the outcome of a run that begins now.
func outcomeOf(c *cli.Context, o *verifier.Options) *formats.Outcome {
	return &formats.Outcome{
		Source: o.Source, Version: commit(), Command: commandLine(), Start: time.Now(),
		Root: os.Getenv(workspace), Traces: c.Bool("trace"), Coverage: o.Coverage,
		Partial: len(o.Only) > 0 || o.NoClaim || o.NoEnd || o.NoAssert,
	}
}

// workspace is the variable with the folder of the repository in a GitHub workflow.
const workspace = "GITHUB_WORKSPACE"

// verifyOne verifies one model of many. Errors are about flags; errors in the model are in the outcome.
func verifyOne(c *cli.Context, path string) (*formats.Outcome, error) {
	o, err := optionsFor(c, path)
	if err != nil {
		return nil, err
	}
	m := outcomeOf(c, o)
	levels, err := levels(c.StringSlice("W"))
	if err != nil {
		return nil, err
	}
	o.Look = func(tree *promela.Model) (diag.List, error) {
		found, err := lint.Check(c.Context, tree, levels)
		if err != nil {
			return nil, err
		}
		warnings, bad := bySeverity(found)
		m.Lints = warnings
		return warnings, bad.Err()
	}
	text, err := os.ReadFile(path)
	if err == nil {
		m.Expect, err = expectations(path, string(text))
	}
	if err == nil {
		ctx, stop := limit.Process(c.Context, limit.Budget{Time: o.Time, Memory: o.Memory})
		m.Report, err = verifier.Run(ctx, *o)
		stop()
	}
	if m.Err = err; err != nil {
		m.RanOut, m.Failed = ranOut(err), hasFailed(err)
	}
	return m, nil
}

// lineOf returns the table's line for a model.
func lineOf(m *formats.Outcome, color bool) string {
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
	case m.Expect != nil:
		text += ", " + asExpected(m)
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

// asExpected returns in words that a model meets its expectations, or which it does not.
func asExpected(m *formats.Outcome) string {
	if m.AsExpected() {
		return "as expected"
	}
	return "not as expected: " + strings.Join(m.Unmet(), "; ")
}

// painted returns a text in the color of a verdict.
func painted(color bool, v report.Verdict, text string) string {
	if !color {
		return text
	}
	return map[report.Verdict]string{
		report.Holds: "\x1b[32m", report.Violated: "\x1b[1;31m", report.Inconclusive: "\x1b[33m",
	}[v] + text + "\x1b[0m"
}
