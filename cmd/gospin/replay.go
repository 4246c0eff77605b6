package main

import (
	"bufio"
	"bytes"
	"fmt"
	"iter"
	"os"

	"github.com/urfave/cli/v2"

	"gospin/verifier"
	"gospin/verifier/trail"
	"gospin/verifier/trail/page"
	"gospin/verifier/trail/story"
	"gospin/vm"
)

func replayCommand() *cli.Command {
	return &cli.Command{
		Name: "replay", Usage: "follow the trail of an error, gospin's or pan's", ArgsUsage: "MODEL",
		Flags: append(append(defineFlags(), showFlags()...),
			&cli.StringFlag{Name: "k", Usage: "the trail's `FILE`", DefaultText: "MODEL.trail"},
			&cli.StringFlag{Name: "html", Usage: "draw the run as one page, with a chart of messages: `FILE`"},
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
	tr, wrong := trail.ReadFile(trailPath(c))
	if wrong == nil {
		asInTrail(c, &src, tr.Note)
	}
	m, err := src.Open()
	if err != nil {
		return err
	}
	if _, err := m.Compile(verifier.Aim{}); err != nil {
		return err
	}
	if wrong != nil {
		return fmt.Errorf("cannot read the trail: %w", wrong)
	}
	number := -1
	if tr.Claim {
		number = tr.ClaimType
	}
	p, err := m.BesideClaim(verifier.Aim{}, number)
	if err != nil {
		return err
	}
	if path := c.String("html"); path != "" {
		about := page.About{Model: src.Model, Read: src.Read}
		return writePage(path, about, story.Replay(vm.NewMachine(p), tr, page.Options()))
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

// writePage writes a page to a file; it is there as a whole, or not at all.
func writePage(path string, about page.About, events iter.Seq2[story.Event, error]) error {
	var b bytes.Buffer
	if err := page.Write(&b, about, events); err != nil {
		return err
	}
	beside := path + ".new"
	if err := os.WriteFile(beside, b.Bytes(), 0o644); err != nil {
		os.Remove(beside)
		return err
	}
	return os.Rename(beside, path)
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
