package main

import (
	"fmt"
	"math"
	"strings"

	"github.com/urfave/cli/v2"

	"gospin/verifier"
	"gospin/verifier/way"
)

// deltaFlags returns the flags about states stored as differences.
func deltaFlags() []cli.Flag {
	return []cli.Flag{
		&cli.IntFlag{Name: "delta", Usage: "short for -compress=delta -kdelta=`N`"},
		&cli.IntFlag{
			Name:        "kdelta",
			Usage:       "every `N` steps -compress=delta stores a state whole; others are a predecessor and a move",
			DefaultText: "20",
		},
		&cli.StringFlag{
			Name:        "delta-compare",
			Usage:       "how -compress=delta compares states, undoing moves or making them: " + list(way.Compares),
			DefaultText: way.Compares[0],
		},
		&cli.BoolFlag{Name: "noshorten", Usage: "with -compress=delta, states keep the predecessor they had first"},
		&cli.StringFlag{
			Name:        "delta-whole",
			Usage:       "how -compress=delta keeps whole states: " + list(way.Wholes),
			DefaultText: way.Wholes[0],
		},
		&cli.IntFlag{
			Name: "slot-hash",
			Usage: "with -compress=delta and diff, tell states apart by `BITS` of a hash, 0 to 16, besides a place " +
				"in the table, before they are compared: with few, more is refuted by undoing moves",
			DefaultText: "all there are",
		},
		&cli.IntFlag{
			Name:        "kdiff",
			Usage:       "every `N` steps -compress=diff stores a state whole; others are what differs",
			DefaultText: "7",
		},
		&cli.StringFlag{
			Name:        "diff-cells",
			Usage:       "what -compress=diff takes differences of: " + list(way.DiffCells),
			DefaultText: way.DiffCells[0],
		},
		&cli.IntFlag{
			Name:        "hash2",
			Usage:       "with -compress=diff, lists of `N` states become tables of their own; 0: never",
			DefaultText: "16",
		},
		&cli.BoolFlag{
			Name:  "paper-accounting",
			Usage: "with -compress=diff, print the bytes as the paper counts them, too",
		},
		&cli.Uint64Flag{Name: "states", Usage: "stop when `N` states are stored", DefaultText: "never"},
	}
}

// maxSlotHash is larger than any useful value: except in small tables, slots have fewer bits.
const maxSlotHash = 16

func list(names []string) string { return strings.Join(names, ", ") }

// noneAtZero converts an explicit 0 of a flag to a negative option, since 0 means that the flag is not given.
func noneAtZero(c *cli.Context, name string, value *int, most int, takes string) error {
	switch {
	case !c.IsSet(name):
	case *value < 0 || *value > most:
		return fmt.Errorf("-%s takes %s, not %d", name, takes, *value)
	case *value == 0:
		*value = -1
	}
	return nil
}

// deltaOptions reads the flags of deltaFlags.
func deltaOptions(c *cli.Context, o *verifier.Options) error {
	for _, name := range []string{"delta", "kdelta", "kdiff"} {
		if c.IsSet(name) && c.Int(name) < 1 {
			return fmt.Errorf("-%s takes a number above 0, not %d: -%[1]s=1 stores all states whole", name, c.Int(name))
		}
	}
	o.Deltas = verifier.Deltas{
		KDelta:      c.Int("kdelta"),
		Compare:     c.String("delta-compare"),
		NoShorten:   c.Bool("noshorten"),
		WholeStates: c.String("delta-whole"),
		SlotHash:    c.Int("slot-hash"),
	}
	o.Diffs = verifier.Diffs{
		KDiff:     c.Int("kdiff"),
		DiffCells: c.String("diff-cells"),
		Hash2:     c.Int("hash2"),
		Paper:     c.Bool("paper-accounting"),
	}
	takes := fmt.Sprintf("0 to %d bits", maxSlotHash)
	if err := noneAtZero(c, "slot-hash", &o.SlotHash, maxSlotHash, takes); err != nil {
		return err
	}
	if err := noneAtZero(c, "hash2", &o.Hash2, math.MaxInt, "a number, 0 for never"); err != nil {
		return err
	}
	if c.IsSet("delta") {
		switch {
		case o.Compress != "" && o.Compress != "delta":
			return fmt.Errorf("-delta and -compress=%s exclude each other", o.Compress)
		case c.IsSet("kdelta"):
			return fmt.Errorf("-delta=%d says what -kdelta does: give one of them", c.Int("delta"))
		}
		o.Compress, o.KDelta = "delta", c.Int("delta")
	}
	if c.IsSet("states") && c.Uint64("states") == 0 {
		return fmt.Errorf("-states takes a number above 0")
	}
	o.States = c.Uint64("states")
	return nil
}
