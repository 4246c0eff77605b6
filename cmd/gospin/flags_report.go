package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/urfave/cli/v2"

	"gospin/verifier/formats"
	"gospin/verifier/source"
)

// reportFlags returns the flags about formats of the report.
func reportFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Name: "json", Usage: "print the report as one JSON object: short for -report json"},
		&cli.StringSliceFlag{
			Name: "report",
			Usage: "write the report in a `FORMAT[:FILE]`, " + list(
				formats.Names,
			) + "; without a file, or to -, it is " +
				"printed in place of the text, but for github, which stands below it; may be given more than once. itf has " +
				"the run of the first violated property; gospin version -schema prints the schema of json",
		},
		&cli.BoolFlag{Name: "trace", Usage: "with json: include each violation's run, step by step"},
		&cli.BoolFlag{
			Name: "coverage",
			Usage: "print the lines of the source with statements that no run executes; the reports html and json have all " +
				"statements",
		},
		&cli.BoolFlag{
			Name: "counts",
			Usage: "print the source with how often each statement is executed, which a further search counts, one state " +
				"at a time and by every interleaving",
		},
		&cli.BoolFlag{Name: "quiet", Usage: "print only the verdicts and remarks"},
		&cli.BoolFlag{Name: "pan", Usage: "print the report as pan does, for scripts that read it"},
		&cli.BoolFlag{Name: "open", Usage: "show the run of the first violation in the browser"},
		&cli.BoolFlag{Name: "watch", Usage: "verify again when a model or what it includes changes, until Ctrl-C"},
		&cli.BoolFlag{Name: "v", Usage: "print more: how states were stored, -stats, and the progress every second"},
	}
}

// target is the destination of a report. The path "" means standard output.
type target struct{ format, path string }

// targets parses the values of -report; json adds one.
func targets(values []string, json bool) ([]target, error) {
	var out []target
	if json {
		out = append(out, target{format: "json"})
	}
	for _, v := range values {
		format, path, _ := strings.Cut(v, ":")
		if !slices.Contains(formats.Names, format) {
			return nil, fmt.Errorf(
				"unknown -report %q%s: there are %s, each with a file if need be, such as sarif:m.sarif",
				format,
				hint(format, formats.Names),
				list(formats.Names),
			)
		}
		t := target{format, path}
		if path == "-" {
			t.path = ""
		}
		for _, other := range out {
			switch {
			case t == other:
				return nil, fmt.Errorf("-report %s is asked for twice", v)
			case t.path != other.path:
			case t.path == "":
				return nil, fmt.Errorf(
					"standard output takes one report, %s or %s: give the other one a file, such as "+
						"-report %s:FILE",
					other.format,
					t.format,
					t.format,
				)
			default:
				return nil, fmt.Errorf("-report writes %s and %s to one file, %s", other.format, t.format,
					t.path)
			}
		}
		out = append(out, t)
	}
	return out, nil
}

// reports returns the destinations of a command's reports.
func reports(c *cli.Context) ([]target, error) {
	out, err := targets(c.StringSlice("report"), c.Bool("json"))
	if err != nil {
		return nil, err
	}
	for _, t := range out {
		if err := t.check(c.Args().Slice()); err != nil {
			return nil, err
		}
	}
	for _, name := range []string{"coverage", "counts"} {
		if c.Bool(name) && (c.Bool("quiet") || c.Bool("pan")) {
			return nil, fmt.Errorf("-%s is not for -quiet and -pan", name)
		}
	}
	if c.Bool("trace") && !slices.ContainsFunc(out, func(t target) bool { return t.format == "json" }) {
		return nil, errors.New("-trace is for -json and -report json; a run as text: gospin replay MODEL")
	}
	return out, nil
}

// check returns an error if the file's folder does not exist, or the file is a folder or a model.
func (t target) check(models []string) error {
	if t.path == "" {
		return nil
	}
	if slices.Contains(models, t.path) {
		return fmt.Errorf("-report %s:%s would overwrite the model", t.format, t.path)
	}
	if st, err := os.Stat(filepath.Dir(t.path)); err != nil || !st.IsDir() {
		return fmt.Errorf("-report %s:%s: there is no folder %s", t.format, t.path, filepath.Dir(t.path))
	}
	if st, err := os.Stat(t.path); err == nil && st.IsDir() {
		return fmt.Errorf("-report %s:%s: that is a folder", t.format, t.path)
	}
	return nil
}

// outlast lets a run that writes report files go on where the reader of standard output ends, as head does.
func outlast(c *cli.Context, to []target) {
	files := slices.ContainsFunc(to, func(t target) bool { return t.path != "" })
	if files && !terminal(c.App.Writer) {
		ignoreClosedPipes()
		c.App.Writer = &mayClose{w: c.App.Writer}
	}
}

// mayClose drops what is written after its reader has ended.
type mayClose struct {
	w     io.Writer
	ended bool
}

func (m *mayClose) Write(p []byte) (int, error) {
	if m.ended {
		return len(p), nil
	}
	n, err := m.w.Write(p)
	if errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe) {
		m.ended = true
		return len(p), nil
	}
	return n, err
}

// printed reports whether a report replaces the text. Annotations don't: they follow it, since the log of a
// workflow shows both.
func printed(list []target) bool {
	return slices.ContainsFunc(list, func(t target) bool { return t.path == "" && t.format != "github" })
}

// write writes outcomes to their destinations. It prints remarks about missing traces.
func write(all []*formats.Outcome, list []target, out, errs io.Writer) error {
	var wrong []error
	for _, t := range list {
		var err error
		switch {
		case len(all) == 1 && t.path == "":
			err = all[0].Write(out, t.format)
		case len(all) == 1:
			err = all[0].WriteFile(t.path, t.format)
		case t.path == "":
			err = formats.Write(out, t.format, all)
		default:
			err = formats.WriteFile(t.path, t.format, all)
		}
		switch {
		case errors.Is(err, formats.ErrNoTrace):
			fmt.Fprintf(errs, "note: -report %s: %v\n", t.format, err)
		case err != nil:
			wrong = append(wrong, fmt.Errorf("-report %s: %w", t.format, err))
		}
	}
	for _, o := range all {
		for _, m := range o.Missed() {
			fmt.Fprintln(errs, "note: "+m)
		}
	}
	return errors.Join(wrong...)
}

// refused writes an error to the destinations of reports. The arguments need not be valid.
func refused(args []string, err error, start time.Time, out, errs io.Writer) {
	var values []string
	json, model := false, ""
	for i, a := range args {
		switch name, value, given := strings.Cut(strings.TrimPrefix(a, "-"), "="); strings.TrimPrefix(name, "-") {
		case "json":
			json = json || strings.HasPrefix(a, "-")
		case "report":
			if !given && i+1 < len(args) {
				value = args[i+1]
			}
			values = append(values, value)
		default:
			if strings.HasSuffix(a, ".pml") {
				model = a
			}
		}
	}
	if len(args) > 1 && args[1] != "verify" && args[1] != "lint" {
		values = nil // other commands don't have -report
	}
	list, wrong := targets(values, json)
	if wrong != nil { // -report itself is wrong
		if list = nil; json || slices.Contains(values, "json") {
			list = []target{{format: "json"}}
		}
	}
	list = slices.DeleteFunc(list, func(t target) bool {
		return t.format == "itf" || t.check([]string{model}) != nil
	})
	o := &formats.Outcome{Err: err, Source: source.Source{Model: model}, Version: commit(), Command: args,
		Start: start, RanOut: ranOut(err), Failed: hasFailed(err), Root: os.Getenv(workspace)}
	if e := write([]*formats.Outcome{o}, list, out, errs); e != nil {
		complain(errs, e)
	}
}
