package main

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gospin/compression/train"
	"gospin/verifier"
	"gospin/verifier/ask"
	"gospin/verifier/files"
	"gospin/verifier/tune"
)

func trainCommand() *cli.Command {
	return &cli.Command{
		Name: "train", Usage: "see what states look like, for -compress=trained", ArgsUsage: "MODEL",
		Description: "A fast, bounded search writes MODEL.profile, which verify -compress=trained MODEL goes by.",
		Flags: append(defineFlags(),
			&cli.IntFlag{Name: "states", Usage: "see `N` states", Value: tune.DefaultTraining},
			&cli.StringFlag{
				Name:        "mem",
				Usage:       "memory to know states again, a `SIZE` such as 64M",
				DefaultText: "16 bytes for each state",
			},
			&cli.StringFlag{
				Name: "search", Value: "mixed",
				Usage: "`HOW` to search: dfs (depth first), walk (random walks), or mixed (first the one, then the " +
					"other)",
			},
			&cli.Uint64Flag{Name: "n", Usage: "`SEED` of random walks"},
			&cli.StringFlag{Name: "o", Usage: "write to a `FILE`", DefaultText: "MODEL.profile"},
			&cli.BoolFlag{Name: "print", Usage: "print the profile that is there, and write nothing"}),
		Action: trainModel,
	}
}

func trainModel(c *cli.Context) error {
	path, err := model(c)
	if err != nil {
		return err
	}
	out := c.String("o")
	if out == "" {
		out = tune.ProfilePath(path)
	}
	if c.Bool("print") {
		p, err := train.Read(out, "")
		if errors.Is(err, fs.ErrNotExist) {
			err = fmt.Errorf("%w; gospin train %s writes it", err, path)
		}
		if err != nil {
			return err
		}
		return p.WriteText(c.App.Writer)
	}
	if out == path {
		return fmt.Errorf("-o %s would overwrite the model", out)
	}
	t := tune.TrainOptions{States: c.Int("states"), Search: c.String("search"), Seed: c.Uint64("n")}
	if t.States <= 0 {
		return fmt.Errorf("-states takes a number above 0")
	}
	if !slices.Contains(tune.Searches, t.Search) {
		return fmt.Errorf("-search takes %s, not %q", strings.Join(tune.Searches, ", "), t.Search)
	}
	if s := c.String("mem"); s != "" {
		if t.Memory, err = byteCount(s); err != nil {
			return err
		}
	}
	ctx := c.Context
	o := verifier.Options{Source: sourceOf(c, path)}
	o.Merging = ask.MergingBeside(ask.DefaultRule) // so that variables have the same values as in a search
	p, err := tune.Train(ctx, o, t)
	if err != nil {
		return err
	}
	if err := files.Write(out, p.Write); err != nil {
		return err
	}
	positions, constant, values := 0, 0, 0
	for k := range p.Training.Classes {
		_, n := p.Bits(k)
		positions += len(p.Training.Classes[k].Values)
		constant += n
		values += p.Training.Classes[k].Distinct
	}
	fmt.Fprintf(c.App.Writer, "%d states seen; of %d byte positions %d never change; "+
		"components have %d values; a state takes %d bits (%d bytes); wrote %s\n",
		p.States, positions, constant, values, p.RootBits, p.RootBytes, out)
	return nil
}
