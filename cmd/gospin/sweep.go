//go:build !js

package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gospin/cmd/sweeps"
	"gospin/verifier/files"
	"gospin/verifier/formats"
	"gospin/verifier/host"
	"gospin/verifier/limit"
	"gospin/verifier/report"
	"gospin/verifier/source"
)

// notPassed are the flags of verify that a sweep does not pass on: its own, and those about one run.
var notPassed = []string{"D", "mem", "report", "json", "trace", "quiet", "pan", "open", "watch", "v", "trail",
	"graph", "k", "cpuprofile"}

func sweepCommand() *cli.Command {
	flags := slices.DeleteFunc(verifyFlags(), func(f cli.Flag) bool {
		return slices.Contains(notPassed, f.Names()[0])
	})
	return &cli.Command{
		Name: "sweep", ArgsUsage: "MODEL|FOLDER...",
		Usage: "verify models with every combination of values, as a table",
		Description: "A macro with several values, -D N=2..8, -D N=2..8:2 or -D LOSSY=0,1, is verified with each, " +
			"and with each value of the others; so is a flag of verify, -over compress=tree,collapse. Every cell is " +
			"a process of its own. Answers are kept: the same cell is not searched again while model, flags and " +
			"program are the same. The exit code is the worst one.",
		Flags: slices.Concat(under("What is swept", []cli.Flag{
			&cli.StringSliceFlag{Name: "D", Usage: "define a macro, `NAME=VALUES`: 3, 2..8, 2..8:2 or 2,4,8"},
			&cli.StringSliceFlag{Name: "over", Usage: "a flag of verify with several values, `FLAG=VALUES`"},
			&cli.IntFlag{Name: "j", Usage: "`N` cells at a time", DefaultText: "as many as processors"},
			&cli.StringFlag{Name: "mem",
				Usage:       "memory for all cells that run at a time, a `SIZE` such as 8G; with -nats or -cluster: for each",
				DefaultText: "three quarters of the machine's; 1G"},
			&cli.StringFlag{Name: "swarm",
				Usage: "`N` approximate searches of each that differ in hash functions, order and " +
					"depth; I/N: the one of number I, from 0 on, such as the index of an array of jobs"},
			&cli.StringFlag{Name: "results",
				Usage: "keep all answers in a `FOLDER`, with trails, and take those that are there"},
			&cli.BoolFlag{Name: "collect", Usage: "search nothing: print what is in -results"},
			&cli.BoolFlag{Name: "fresh", Usage: "search again what earlier sweeps have answered"},
		}), under("Which machines search", slices.Concat(clusterFlags(), []cli.Flag{
			&cli.StringFlag{Name: "attach", Usage: "go on with a run `ID` that others search, from any terminal"},
			&cli.StringFlag{Name: "cancel", Usage: "end a run `ID` that others search"},
		})), under("Output", []cli.Flag{
			&cli.StringFlag{Name: "format", Value: "text",
				Usage: "print in a `FORMAT`: text, " + list(sweeps.Formats)},
			&cli.StringFlag{Name: "o", Usage: "print to a `FILE`, and the text all the same"},
			&cli.StringSliceFlag{Name: "report",
				Usage: "write reports of all cells in a `FORMAT:FILE`: " + list(formats.OfMany)},
		}), flags),
		Action: sweep,
	}
}

func sweep(c *cli.Context) error {
	if onCluster(c) || c.IsSet("attach") || c.IsSet("cancel") {
		return sweepOnCluster(c)
	}
	s, err := sweepOf(c)
	if err != nil {
		return err
	}
	to, err := sweepTargets(c, s.Models)
	if err != nil {
		return err
	}
	cells, err := s.Cells()
	if err != nil {
		return err
	}
	if s.Trails, err = os.MkdirTemp("", "gospin-sweep-"); err != nil {
		return err
	}
	defer os.RemoveAll(s.Trails)
	s.Run(c.Context, cells, tellerOfCells(c, s))
	return tellSweep(c, s, cells, to)
}

// tellerOfCells returns what prints the line of a cell, in the order of the cells.
func tellerOfCells(c *cli.Context, s *sweeps.Sweep) func(*sweeps.Cell) {
	if c.String("format") != "text" && c.String("o") == "" {
		return func(*sweeps.Cell) {}
	}
	lines := sweeps.NewLines(c.App.Writer, s)
	color := colored(c.App.Writer)
	lines.Paint = func(v report.Verdict, text string) string { return painted(color, v, text) }
	return lines.Write
}

// tellSweep prints what all cells come to, and returns the exit code.
func tellSweep(c *cli.Context, s *sweeps.Sweep, cells []*sweeps.Cell, to []target) error {
	if err := printSweep(c, s, cells); err != nil {
		return err
	}
	all := outcomesOf(c, s, cells)
	if err := write(all, to, c.App.Writer, c.App.ErrWriter); err != nil {
		return complained(c, err)
	}
	if reached := limit.Cause(c.Context); reached != "" {
		fmt.Fprintf(c.App.ErrWriter, "the sweep is not complete: %s\n", reached)
		return cli.Exit("", max(report.Inconclusive.ExitCode(), formats.Worst(all)))
	}
	exit := formats.Worst(all)
	left := func(c *sweeps.Cell) bool { return c.Left }
	if exit == 0 && (s.Swarm != nil || slices.ContainsFunc(cells, left)) {
		exit = report.Inconclusive.ExitCode()
	}
	if exit != 0 {
		return cli.Exit("", exit)
	}
	return nil
}

// sweepOf converts the flags.
func sweepOf(c *cli.Context) (s *sweeps.Sweep, err error) {
	if err := noModel(c); err != nil {
		return nil, err
	}
	s = &sweeps.Sweep{Jobs: processors, Memory: host.Memory() / 4 * 3, First: c.Bool("first"),
		Flags: passedOn(c)}
	if slices.Contains(c.Args().Slice(), "-") {
		return nil, errors.New("sweep is for files, not for standard input")
	}
	if s.Models, err = modelsIn(c.Args().Slice()); err != nil {
		return nil, err
	}
	for _, d := range c.StringSlice("D") {
		axis, several, err := sweeps.Macro(d)
		switch {
		case err != nil:
			return nil, err
		case several:
			s.Axes = append(s.Axes, axis)
		default:
			s.Flags = append(s.Flags, "-D"+d)
		}
	}
	for _, text := range c.StringSlice("over") {
		axis, err := sweeps.Over(text)
		if err != nil {
			return nil, err
		}
		known := slices.ContainsFunc(verifyFlags(), func(f cli.Flag) bool {
			return slices.Contains(f.Names(), axis.Flag)
		})
		if !known || slices.Contains(notPassed, axis.Flag) {
			return nil, fmt.Errorf("-over %s: no flag of verify that a sweep can vary", text)
		}
		s.Axes = append(s.Axes, axis)
	}
	if err := readShare(c, c.String("mem"), &s.Memory, &s.Jobs); err != nil {
		return nil, err
	}
	if s.Program, err = os.Executable(); err != nil {
		return nil, err
	}
	s.Files, s.Built = filesOf(c), buildOf(s.Program)
	if folder, err := os.UserCacheDir(); err == nil && !c.Bool("fresh") {
		s.Kept = filepath.Join(folder, "gospin", "sweep")
	}
	if folder := c.String("results"); folder != "" {
		s.Kept, s.All, s.Fresh = folder, true, c.Bool("fresh")
	}
	if s.Collect = c.Bool("collect"); s.Collect && (s.Kept == "" || s.Fresh) {
		return nil, errors.New("-collect prints what is kept: without -fresh, and of a swarm with -results")
	}
	if s.Swarm, err = swarmOf(c); err != nil {
		return nil, err
	}
	return s, nil
}

// passedOn returns the flags of verify that are set, as arguments.
func passedOn(c *cli.Context) (out []string) {
	for _, f := range verifyFlags() {
		name := f.Names()[0]
		if slices.Contains(notPassed, name) || !c.IsSet(name) {
			continue
		}
		switch f.(type) {
		case *cli.BoolFlag:
			for range max(1, c.Count(name)) {
				out = append(out, "-"+name)
			}
		case *cli.StringSliceFlag:
			for _, v := range c.StringSlice(name) {
				out = append(out, "-"+name+"="+v)
			}
		default:
			out = append(out, fmt.Sprintf("-%s=%v", name, c.Value(name)))
		}
	}
	return out
}

// swarmOf parses -swarm.
func swarmOf(c *cli.Context) (*sweeps.Swarm, error) {
	if !c.IsSet("swarm") {
		return nil, nil
	}
	s, err := sweeps.ParseSwarm(c.String("swarm"))
	if err != nil {
		return nil, err
	}
	for _, name := range sweeps.Chosen {
		if c.IsSet(name) {
			return nil, fmt.Errorf("-swarm and -%s exclude each other: a swarm chooses how its searches differ",
				name)
		}
	}
	known := map[string]bool{}
	s.DepthFirst = func(path string) bool {
		deep, is := known[path]
		if is || c.Bool("noclaim") {
			return deep
		}
		src := sourceOf(c, path)
		if m, err := src.Open(c.Context); err == nil {
			deep = len(m.Tree.Claims)+len(m.Tree.LTL) > 0 || c.IsSet("ltl")
		}
		known[path] = deep
		return deep
	}
	return &s, nil
}

// readShare reads how much memory (if not empty) and how many jobs at a time (-j) a command may use.
func readShare(c *cli.Context, memory string, bytes *int64, jobs *int) (err error) {
	if memory != "" {
		if *bytes, err = byteCount(memory); err != nil {
			return err
		}
	}
	if c.IsSet("j") {
		if *jobs = c.Int("j"); *jobs < 1 {
			return fmt.Errorf("-j takes a number above 0, not %d", *jobs)
		}
	}
	return nil
}

// buildOf identifies the build of a program: by its commit, or by its bytes if the commit is unknown or does
// not say everything.
func buildOf(program string) string {
	if b := about(); b.Commit != "" && !b.Modified {
		return b.Commit
	}
	text, err := os.ReadFile(program)
	if err != nil {
		return err.Error()
	}
	return fmt.Sprintf("%x", sha256.Sum256(text))
}

// filesOf returns a function that lists a cell's model and its includes.
func filesOf(c *cli.Context) func(*sweeps.Cell) ([]sweeps.File, error) {
	return func(cell *sweeps.Cell) (out []sweeps.File, err error) {
		src := sourceOfCell(c, cell)
		src.Read = func(path string) ([]byte, error) {
			text, err := readModel(path)
			if err == nil {
				out = append(out, sweeps.File{Path: path, Text: text})
			}
			return text, err
		}
		src.Open(c.Context) // the cell reports errors in the model
		return out, nil
	}
}

// sourceOfCell returns the source of a cell's model.
func sourceOfCell(c *cli.Context, cell *sweeps.Cell) source.Source {
	src := sourceOf(c, cell.Model)
	src.Defines, src.Undefs, src.Lossy = nil, nil, false
	for _, a := range cell.Args {
		if d, is := strings.CutPrefix(a, "-D"); is {
			src.Defines = append(src.Defines, d)
		}
		if u, is := strings.CutPrefix(a, "-U="); is {
			src.Undefs = append(src.Undefs, u)
		}
		src.Lossy = src.Lossy || a == "-lossy"
	}
	return src
}

// sweepTargets returns where reports of all cells go.
func sweepTargets(c *cli.Context, models []string) ([]target, error) {
	if f := c.String("format"); f != "text" && !slices.Contains(sweeps.Formats, f) {
		return nil, fmt.Errorf("unknown -format %q%s: there are text, %s", f, hint(f, sweeps.Formats),
			list(sweeps.Formats))
	}
	to, err := targets(c.StringSlice("report"), false)
	if err != nil {
		return nil, err
	}
	for _, t := range to {
		if !slices.Contains(formats.OfMany, t.format) || t.path == "" {
			return nil, fmt.Errorf("-report %s: of a sweep, there are %s, each with a file", t.format,
				list(formats.OfMany))
		}
		if err := t.check(models); err != nil {
			return nil, err
		}
	}
	return to, nil
}

// printSweep prints the lines below the table, or the table in another format.
func printSweep(c *cli.Context, s *sweeps.Sweep, cells []*sweeps.Cell) error {
	command := strings.Join(commandLine(), " ")
	format, path := c.String("format"), c.String("o")
	if path != "" && format != "text" {
		err := files.Write(path, func(w io.Writer) error { return s.Write(w, format, command, cells) })
		if err != nil {
			return err
		}
	} else if format != "text" {
		return s.Write(c.App.Writer, format, command, cells)
	}
	s.Growth(c.App.Writer, cells)
	s.Coverage(c.App.Writer, cells)
	if i := slices.IndexFunc(cells, func(c *sweeps.Cell) bool { return c.Unheard != "" }); i >= 0 {
		fmt.Fprintln(c.App.Writer, cells[i].Unheard)
	}
	told := map[string]bool{}
	for _, cell := range cells {
		if names := s.Unmentioned(cell); len(names) > 0 && !told[cell.Model] {
			told[cell.Model] = true
			fmt.Fprintf(c.App.Writer, "remark: nothing in %s mentions %s\n", cell.Model, strings.Join(names, ", "))
		}
	}
	for _, cell := range cells {
		if cell.Exit != report.Violated.ExitCode() || cell.Report == nil {
			continue
		}
		path, err := s.WriteTrail(cell)
		if err != nil {
			return err
		}
		if path != "" {
			other := func(a string) bool { return !strings.HasPrefix(a, "-D") }
			defines := slices.DeleteFunc(slices.Clone(cell.Args), other)
			fmt.Fprintf(c.App.Writer, "the run of a violation: gospin replay %s\n",
				strings.Join(append(defines, "-k", path, cell.Model), " "))
		} else {
			fmt.Fprintf(c.App.Writer, "the run of a violation: gospin verify %s\n",
				strings.Join(append(slices.Clip(cell.Args), cell.Model), " "))
		}
		break
	}
	return nil
}

// outcomesOf converts the verified cells to outcomes for reports.
func outcomesOf(c *cli.Context, s *sweeps.Sweep, cells []*sweeps.Cell) (out []*formats.Outcome) {
	for _, cell := range cells {
		if cell.Left {
			continue
		}
		o := &formats.Outcome{Report: cell.Report, Err: cell.Err, Source: sourceOfCell(c, cell),
			Version: commit(), Start: cell.Start,
			Values:  s.Labels(cell),
			Command: append([]string{"gospin", "verify"}, append(cell.Args, cell.Model)...),
			Root:    os.Getenv(workspace)}
		o.RanOut = cell.Report == nil && cell.Exit == report.Inconclusive.ExitCode()
		o.Failed = cell.Exit == failedCode
		out = append(out, o)
	}
	return out
}
