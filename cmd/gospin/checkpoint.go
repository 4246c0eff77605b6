package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"gospin/verifier"
	"gospin/verifier/checkpoint"
	"gospin/verifier/report"
)

// changeable are the flags of verify that may differ when a run is resumed.
var changeable = []string{
	"resume", "time", "mem", "open-mem", "workers", "compress", "json", "report", "quiet", "v", "stats", "pan", "trace", "open",
	"cpuprofile",
}

// lineKey is the key of the normalised command line in a context.
type lineKey struct{}

// flagName returns the name of a normalised flag.
func flagName(flag string) string {
	name, _, _ := strings.Cut(strings.TrimLeft(flag, "-"), "=")
	return name
}

// splitLine separates the flags of a command line from the rest.
func splitLine(line []string) (flags, rest []string) {
	i := slices.Index(line, "--")
	if len(line) < 2 || i < 2 {
		return nil, nil
	}
	return line[2:i], line[i+1:]
}

// resumedLine returns the command line of the original run, with the flags that change now, if line resumes a
// run. Otherwise it returns line.
func resumedLine(line []string) ([]string, error) {
	flags, rest := splitLine(line)
	i := slices.IndexFunc(flags, func(f string) bool { return flagName(f) == "resume" })
	if i < 0 || line[1] != "verify" {
		return line, nil
	}
	_, value, _ := strings.Cut(flags[i], "=")
	dir, every, err := parseCheckpoint(value)
	if err != nil {
		return nil, err
	}
	about, err := checkpoint.Read(dir)
	if err != nil {
		return nil, err
	}
	if len(rest) > 0 {
		return nil, fmt.Errorf("-resume %s takes its model from there, not %s", dir, rest[0])
	}
	for _, f := range flags {
		if !slices.Contains(changeable, flagName(f)) {
			return nil, fmt.Errorf("-%s is not for -resume: the run was begun by: %s; of other flags, it may have %s",
				flagName(f), lineOfRun(about), list(dashed(changeable[1:])))
		}
	}
	then, model := splitLine(append([]string{"gospin", "verify"}, about.Args...))
	out := []string{line[0], line[1]}
	for _, f := range then {
		is := func(g string) bool { return flagName(g) == flagName(f) }
		if flagName(f) == "checkpoint" {
			if _, was, _ := parseCheckpoint(f[strings.IndexByte(f, '=')+1:]); every == 0 && was > 0 {
				flags[i] += "," + was.String()
			}
		} else if !slices.ContainsFunc(flags, is) {
			out = append(out, f)
		}
	}
	out = append(append(out, flags...), "--")
	here, _ := os.Getwd()
	for _, m := range model {
		if here != about.Folder && !filepath.IsAbs(m) {
			m = filepath.Join(about.Folder, m)
		}
		out = append(out, m)
	}
	return out, nil
}

func dashed(names []string) (out []string) {
	for _, n := range names {
		out = append(out, "-"+n)
	}
	return out
}

// lineOfRun returns the command line of a kept run.
func lineOfRun(about *checkpoint.About) string {
	out := []string{"gospin", "verify"}
	for _, a := range about.Args {
		if a != "--" {
			out = append(out, strings.TrimPrefix(a, "-"))
		}
	}
	return strings.Join(out, " ")
}

// parseCheckpoint reads DIR[,TIME].
func parseCheckpoint(value string) (dir string, every time.Duration, err error) {
	if i := strings.LastIndexByte(value, ','); i >= 0 {
		if every, err = time.ParseDuration(value[i+1:]); err == nil {
			value = value[:i]
		}
		if err != nil || every <= 0 {
			return "", 0, fmt.Errorf("a checkpoint takes a folder and a time, such as DIR,10m, not %q", value)
		}
	}
	if value == "" {
		return "", 0, fmt.Errorf("a checkpoint takes a folder")
	}
	return value, every, nil
}

// readCheckpoint reads the flags about checkpoints.
func readCheckpoint(c *cli.Context, o *verifier.Options) (err error) {
	value := c.String("checkpoint")
	if c.IsSet("resume") {
		value, o.Resume = c.String("resume"), true
	}
	if value == "" {
		return nil
	}
	if o.Checkpoint, o.Every, err = parseCheckpoint(value); err != nil {
		return err
	}
	line, _ := c.Context.Value(lineKey{}).([]string)
	if len(line) > 2 {
		o.Args = line[2:]
	}
	o.Version = commit()
	o.Warn = func(what string) { fmt.Fprintln(c.App.ErrWriter, "warning: "+what) }
	hasCheckpoint.Store(true)
	return nil
}

// checkKeeping returns an error for flags that no kept run can have.
func checkKeeping(c *cli.Context) error {
	if !c.IsSet("checkpoint") && !c.IsSet("resume") {
		return nil
	}
	switch {
	case many(c):
		return fmt.Errorf("-checkpoint is for one model")
	case c.Bool("watch"):
		return fmt.Errorf("-checkpoint and -watch exclude each other")
	case c.Args().First() == "-":
		return fmt.Errorf("-checkpoint is for a model in a file: standard input can't be read again")
	}
	return nil
}

// printResume prints how to resume a run, unless its report is printed as text.
func printResume(c *cli.Context, r *report.Report) {
	for _, s := range append([]*report.Report{r}, r.Searches...) {
		if s.Checkpoint != nil && s.Checkpoint.Resume != "" && (c.Bool("quiet") || c.Bool("json")) {
			fmt.Fprintln(c.App.ErrWriter, "to go on: "+s.Checkpoint.Resume)
			return
		}
	}
}
