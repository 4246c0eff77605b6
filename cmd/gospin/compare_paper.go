//go:build !js

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	shipped "gospin/examples/papers"
	"gospin/verifier/compare/papers"
	"gospin/verifier/compare/tables"
	"gospin/verifier/report"
)

// withPapers adds the tables of papers to a command.
func withPapers(c *cli.Command) *cli.Command {
	flags := []cli.Flag{
		&cli.StringFlag{
			Name: "paper",
			Usage: "the tables of a `PAPER` made again, its figures beside ours: " + strings.Join(
				papers.Names(),
				", ",
			),
		},
		&cli.StringFlag{
			Name:  "sizes",
			Value: "small",
			Usage: "with -paper, a `SIZE`: small, or large, as the paper's",
		},
		&cli.StringFlag{Name: "html", Usage: "with -paper: print a page with charts to a `FILE`, too"},
		&cli.StringFlag{
			Name:  "keep",
			Usage: "with -paper: make no run again that is in a `FILE`, and add those made, so that tables can be made in parts",
		},
		&cli.StringFlag{
			Name:  "mem",
			Usage: "with -paper: at most so much memory for a run, a `SIZE` such as 8G",
		},
	}
	c.Flags = append(c.Flags, under("Papers", flags)...)
	plain := c.Action
	c.Action = func(c *cli.Context) error {
		if c.IsSet("paper") {
			return comparePaper(c)
		}
		for _, name := range []string{"sizes", "html", "keep", "mem"} {
			if c.IsSet(name) {
				return fmt.Errorf("-%s is for -paper: %s", name, strings.Join(papers.Names(), ", "))
			}
		}
		return plain(c)
	}
	return c
}

// notForPapers are flags that select what is compared, which a paper does itself.
var notForPapers = []string{
	"D",
	"por",
	"modes",
	"large",
	"growth",
	"growth-to",
	"growth-states",
	"growth-time",
	"against",
	"m",
}

func comparePaper(c *cli.Context) error {
	cfg, format, err := paperConfig(c)
	if err != nil {
		return err
	}
	name := c.String("paper")
	models, err := papers.Models(name)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "gospin-papers")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	for _, m := range models {
		text, err := shipped.Models.ReadFile(m + ".pml")
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, m+".pml"), text, 0o600)
		}
		if err != nil {
			return err
		}
	}
	cfg.Dir = dir
	ctx := c.Context
	page, path := c.String("html"), c.String("o")
	cfg.Charts = format == "html" || page != ""
	cfg.Made = func(s *papers.Sheets) (err error) {
		if page != "" {
			err = writeTable(s, nil, page, "html")
		}
		if err == nil && path != "" {
			err = writeTable(s, nil, path, format)
		}
		return err
	}
	sheets, err := papers.Run(ctx, name, cfg)
	if err == nil {
		err = cfg.Made(sheets)
	}
	if err == nil && path == "" {
		err = sheets.Write(c.App.Writer, format)
	}
	if err == nil && sheets.Partial {
		err = cli.Exit("", report.Inconclusive.ExitCode())
	}
	return err
}

// paperConfig converts the flags, and returns the format.
func paperConfig(c *cli.Context) (papers.Config, string, error) {
	cfg := papers.Config{
		Models:   c.Args().Slice(),
		Time:     c.Duration("time"),
		Runs:     c.Int("runs"),
		Keep:     c.String("keep"),
		Version:  madeBy(),
		Progress: tables.Progress{To: c.App.ErrWriter, Terminal: terminal(c.App.ErrWriter)},
	}
	format := c.String("format")
	for _, name := range notForPapers {
		if c.IsSet(name) {
			return cfg, "", fmt.Errorf(
				"-%s is not for -paper, which says itself what is compared: see -sizes",
				name,
			)
		}
	}
	if !slices.Contains(papers.Formats, format) {
		return cfg, "", fmt.Errorf("unknown format %q for -paper: there are %s", format,
			strings.Join(papers.Formats, ", "))
	}
	switch sizes := c.String("sizes"); sizes {
	case "small":
	case "large":
		cfg.Large = true
	default:
		return cfg, "", fmt.Errorf("-sizes takes small or large, not %q", sizes)
	}
	var err error
	if size := c.String("mem"); size != "" {
		cfg.Memory, err = byteCount(size)
	}
	return cfg, format, err
}
