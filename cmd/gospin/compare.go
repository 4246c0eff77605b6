//go:build !js

package main

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/urfave/cli/v2"

	"gospin/examples"
	"gospin/verifier/compare"
	"gospin/verifier/compare/tables"
	"gospin/verifier/files"
	"gospin/verifier/report"
	"gospin/verifier/way"
)

func compareCommand() *cli.Command {
	return &cli.Command{
		Name: "compare", ArgsUsage: "[MODELS]",
		Usage: "run every way to store states on models, or every reduction, and set them side by side",
		Description: "Without models, the benchmark protocols that come with gospin. Every run is a process " +
			"of its own. After Ctrl-C, what has been run is printed.",
		Flags: slices.Concat(
			under("What is compared", comparedFlags()), under("Growth", growthFlags()),
			under("How it is run", runFlags()),
			under("Output", []cli.Flag{
				&cli.StringFlag{
					Name:  "format",
					Value: "text",
					Usage: "print in a `FORMAT`: " + list(compare.Formats),
				},
				&cli.StringFlag{Name: "o", Usage: "print to a `FILE`"},
				&cli.StringFlag{Name: "tabs", Usage: "run nothing, but join pages that compare has written into one with " +
					"tabs, a `LIST` of NAME.html, each name a tab"},
			}),
		),
		Action: compareModels,
	}
}

// comparedFlags returns the flags that select what is compared.
func comparedFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringSliceFlag{Name: "D", Usage: "define a macro in all models: `NAME=VALUE`"},
		&cli.BoolFlag{Name: "por", Usage: "reductions, not ways to store states"},
		&cli.StringFlag{
			Name: "modes",
			Usage: "only these, a `LIST` such as mask,collapse; of reductions one such as " +
				"'raw,spin,computed,computed -o3'",
			DefaultText: "all",
		},
		&cli.BoolFlag{Name: "large", Usage: "the benchmark protocols with at least 200,000 states each"},
		&cli.StringFlag{
			Name:  "against",
			Usage: "`pan`: SPIN's own modes, too; with -por, what it makes by default; needs spin and gcc",
		},
	}
}

// growthFlags returns the flags about models of growing size.
func growthFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{
			Name:  "growth",
			Usage: "leader election, philosophers, and with -por sorting, over N, too (html: always)",
		},
		&cli.IntFlag{
			Name:        "growth-to",
			Usage:       "the largest `N`",
			DefaultText: "6 for leader election, 7 for philosophers; with -por 16",
		},
		&cli.Uint64Flag{
			Name: "growth-states", Value: 1000000,
			Usage: "a mode that has stored `N` states is not run on larger sizes",
		},
		&cli.DurationFlag{
			Name: "growth-time", Value: 30 * time.Second,
			Usage: "nor one that has searched for a `DURATION`, at which it is given up",
		},
	}
}

// runFlags returns the flags about single runs.
func runFlags() []cli.Flag {
	return []cli.Flag{
		&cli.DurationFlag{
			Name:        "time",
			Usage:       "give a run up after a `DURATION` such as 10m",
			DefaultText: "never",
		},
		&cli.IntFlag{
			Name:  "runs",
			Value: 1,
			Usage: "run each `N` times, growth apart; the quickest counts. Searches below 50 ms are repeated until their " +
				"times mean something",
		},
		&cli.IntFlag{
			Name:        "m",
			Usage:       "depth of pan's stack, `N` steps",
			DefaultText: "1000000, then 10000000",
		},
	}
}

// joinPages writes pages into one, with a tab for each.
func joinPages(c *cli.Context) error {
	var all []tables.Tab
	for path := range strings.SplitSeq(c.String("tabs"), ",") {
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if !bytes.HasPrefix(text, []byte("<!DOCTYPE html>")) {
			return fmt.Errorf("%s is no page: gospin compare -format html -o FILE writes one", path)
		}
		name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
		all = append(all, tables.Tab{Name: name, HTML: text})
	}
	write := func(w io.Writer) error { return tables.WriteTabs(w, "gospin compare", all) }
	if path := c.String("o"); path != "" {
		return files.Write(path, write)
	}
	return write(c.App.Writer)
}

func compareModels(c *cli.Context) error {
	if c.IsSet("tabs") {
		return joinPages(c)
	}
	cfg, err := compareConfig(c)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "gospin-models")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	if cfg.Models, err = comparedModels(c, dir); err != nil {
		return err
	}
	format := c.String("format")
	if c.Bool("growth") || format == "html" && c.NArg() == 0 {
		if cfg.Growth, err = growing(c, dir); err != nil {
			return err
		}
	}
	ctx := c.Context
	t, err := compare.Run(ctx, cfg)
	if err != nil {
		return err
	}
	if err := writeTable(t, c.App.Writer, c.String("o"), format); err != nil {
		return err
	}
	if t.Partial {
		return cli.Exit("", report.Inconclusive.ExitCode())
	}
	return nil
}

// writeTable prints a table or the tables of a paper, or writes them to a file. If that fails, the file stays
// as it was.
func writeTable(t interface{ Write(io.Writer, string) error }, w io.Writer, path, format string) error {
	if path == "" {
		return t.Write(w, format)
	}
	return files.Write(path, func(w io.Writer) error { return t.Write(w, format) })
}

// madeBy names the program that made a table.
func madeBy() string { return commit() + ", " + platform() }

// compareConfig converts the flags, except for the models.
func compareConfig(c *cli.Context) (compare.Config, error) {
	cfg := compare.Config{
		Subject:  compare.Stores,
		Modes:    way.Names(),
		Time:     c.Duration("time"),
		Depth:    c.Int("m"),
		Runs:     c.Int("runs"),
		Progress: tables.Progress{To: c.App.ErrWriter, Terminal: terminal(c.App.ErrWriter)},
		About:    compare.About{Version: madeBy(), Command: strings.Join(commandLine(), " ")},
	}
	cfg.Until = compare.Bounds{States: c.Uint64("growth-states"), Time: c.Duration("growth-time")}
	check := way.Check
	if c.Bool("por") {
		cfg.Subject, cfg.Modes, check = compare.Reductions, compare.Ways(), compare.CheckWay
	}
	if format := c.String("format"); !slices.Contains(compare.Formats, format) {
		return cfg, fmt.Errorf("unknown format %q: there are %s", format, strings.Join(compare.Formats, ", "))
	}
	if s := c.String("modes"); s != "" {
		cfg.Modes = strings.Split(s, ",")
		for _, m := range cfg.Modes {
			if err := check(m); err != nil {
				return cfg, err
			}
		}
	}
	switch against := c.String("against"); against {
	case "":
	case "pan":
		cfg.Pan = true
		if err := compare.HasPan(); err != nil {
			return cfg, err
		}
	default:
		return cfg, fmt.Errorf("-against takes pan, not %q", against)
	}
	var err error
	cfg.Binary, err = os.Executable()
	return cfg, err
}

// largeLine matches the line in a model's comment that has the macros for at least 200,000 states.
var largeLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)large:((?: +-D *\S+)+)`)
})

// comparedModels returns the named models, or the examples.
func comparedModels(c *cli.Context, dir string) ([]compare.Model, error) {
	var out []compare.Model
	if c.NArg() > 0 {
		for _, path := range c.Args().Slice() {
			if _, err := os.Stat(path); err != nil {
				return nil, err
			}
			name := strings.TrimSuffix(filepath.Base(path), ".pml")
			out = append(out, compare.Model{Name: name, Path: path, Defines: c.StringSlice("D")})
		}
		return out, nil
	}
	names, err := fs.Glob(examples.Models, "*.pml")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		m, err := writeShipped(dir, name)
		if err != nil {
			return nil, err
		}
		m.Defines = c.StringSlice("D")
		if c.Bool("large") {
			text, err := os.ReadFile(m.Path)
			if err != nil {
				return nil, err
			}
			if found := largeLine().FindSubmatch(text); found != nil {
				for _, d := range strings.Fields(string(found[1])) {
					m.Defines = append(m.Defines, strings.TrimPrefix(d, "-D"))
				}
			}
		}
		out = append(out, m)
	}
	return out, nil
}

// writeShipped writes an example to dir.
func writeShipped(dir, name string) (compare.Model, error) {
	f, err := examples.Models.Open(name)
	if err != nil {
		return compare.Model{}, err
	}
	defer func() { _ = f.Close() }()
	m := compare.Model{Name: strings.TrimSuffix(name, ".pml"), Path: filepath.Join(dir, name)}
	text, err := io.ReadAll(f)
	if err != nil {
		return m, err
	}
	return m, os.WriteFile(m.Path, text, 0o600)
}

// growing returns the models of the growth charts.
func growing(c *cli.Context, dir string) ([]compare.Series, error) {
	names, to := []string{"leader.pml", "phils.pml"}, []int{6, 7}
	if c.Bool("por") {
		names, to = []string{"leader.pml", "sort.pml", "phils.pml"}, []int{16, 16, 16}
	}
	var out []compare.Series
	for i, name := range names {
		m, err := writeShipped(dir, name)
		if err != nil {
			return nil, err
		}
		if c.IsSet("growth-to") {
			to[i] = c.Int("growth-to")
		}
		out = append(out, compare.Series{Model: m, From: 3, To: to[i]})
	}
	return out, nil
}
