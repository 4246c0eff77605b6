package main

import (
	"bufio"
	"fmt"

	"github.com/urfave/cli/v2"

	"gospin/verifier"
	"gospin/verifier/trail"
	"gospin/verifier/trail/story"
	"gospin/vm"
)

func replayCommand() *cli.Command {
	return &cli.Command{
		Name: "replay", Usage: "follow the trail of an error, gospin's or pan's", ArgsUsage: "MODEL",
		Flags: append(append(defineFlags(), showFlags()...),
			&cli.StringFlag{Name: "k", Usage: "the trail's `FILE`", DefaultText: "MODEL.trail"},
			&cli.IntFlag{Name: "t", Usage: "replay MODEL`N`.trail", DefaultText: "MODEL.trail"},
			&cli.StringFlag{Name: "ltl", Usage: "the `FORMULA` that was verified, if it was one of the command line"}),
		Action: replay,
	}
}

func replay(c *cli.Context) error {
	path, err := model(c)
	if err != nil {
		return err
	}
	src := source(c, path)
	if s := c.String("ltl"); s != "" {
		src.Formulas = []string{s}
	}
	m, err := src.Open()
	if err != nil {
		return err
	}
	if _, err := m.Compile(verifier.Aim{}); err != nil {
		return err
	}
	tr, err := trail.ReadFile(trailPath(c))
	if err != nil {
		return fmt.Errorf("cannot read the trail: %w", err)
	}
	number := -1
	if tr.Claim {
		number = tr.ClaimType
	}
	p, err := m.BesideClaim(verifier.Aim{}, number)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(c.App.Writer)
	defer w.Flush()
	options, tell := storyOptions(c), (&changesText{w: w, last: !c.Bool("B"), silent: c.Bool("b")}).event
	if asSpin(c) {
		text := newStoryText(w, c, p.UsesPrio)
		text.replayed = true
		tell = text.event
	} else {
		options = story.Options{Whole: true}
	}
	erring := false
	for e, err := range story.Replay(vm.NewMachine(p), tr, options) {
		if err != nil {
			return err
		}
		tell(e)
		if end, ok := e.(*story.End); ok {
			erring = end.Erring
		}
	}
	switch {
	case len(tr.Steps) == 0:
		fmt.Fprintln(c.App.ErrWriter, "note: the trail has no steps")
	case !erring:
		fmt.Fprintln(c.App.ErrWriter,
			"note: nothing is wrong where the trail ends: it may be cut short, or another model's")
	}
	return nil
}

// trailPath is the path of the trail that the flags name.
func trailPath(c *cli.Context) string {
	if path := c.String("k"); path != "" {
		return path
	}
	path := c.Args().First()
	if c.IsSet("t") {
		path += fmt.Sprint(c.Int("t"))
	}
	return path + ".trail"
}
