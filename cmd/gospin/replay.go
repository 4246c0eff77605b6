package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"iter"
	"slices"

	"github.com/urfave/cli/v2"

	"gospin/verifier/source"
	"gospin/verifier/trail"
	"gospin/verifier/trail/chart"
	"gospin/verifier/trail/lines"
	"gospin/verifier/trail/page"
	"gospin/verifier/trail/story"
	"gospin/vm"
)

func replayCommand() *cli.Command {
	return &cli.Command{
		Name: "replay", Usage: "follow the trail of an error, gospin's or pan's", ArgsUsage: "MODEL",
		Flags: append(
			slices.Concat(defineFlags(), showFlags(), seeFlags()),
			&cli.StringFlag{Name: "k", Usage: "the trail's `FILE`", DefaultText: "MODEL.trail"},
			&cli.StringFlag{
				Name:  "html",
				Usage: "draw the run as one page, with a chart of messages: `FILE`",
			},
			&cli.StringFlag{
				Name:  "diff",
				Usage: "print where the run of another trail, `FILE`, differs from this one",
			},
			&cli.IntFlag{Name: "t", Usage: "replay MODEL`N`.trail", DefaultText: "MODEL.trail"},
			&cli.StringFlag{
				Name:  "ltl",
				Usage: "the `FORMULA` that was verified, if it was one of the command line",
			},
		),
		Action: replay,
	}
}

func replay(c *cli.Context) error {
	path, err := model(c)
	if err != nil {
		return err
	}
	src := sourceOf(c, path)
	if s := c.String("ltl"); s != "" {
		src.Formulas = []string{s}
	}
	showIn(c, &src)
	drawn, err := chartWanted(c)
	if err != nil {
		return err
	}
	tr, wrong := readTrail(trailPath(c))
	if wrong == nil {
		asInTrail(c, &src, tr.Note)
	}
	m, err := src.Open(c.Context)
	if err != nil {
		return err
	}
	if _, err := m.Compile(c.Context, source.Aim{}); err != nil {
		return err
	}
	if wrong != nil {
		return wrong
	}
	number := -1
	if tr.Claim {
		number = tr.ClaimType
	}
	p, err := m.BesideClaim(c.Context, source.Aim{Explain: true, Fits: true}, number)
	if err != nil {
		return err
	}
	if path := c.String("html"); path != "" {
		about := page.About{
			Model:    src.Model,
			Read:     src.Read,
			Remarks:  reasons(c.Context, p, tr),
			Replay:   replayLine(c),
			Violates: violated(m, tr.Note),
		}
		options := page.Options()
		options.Show = shownIn(c.StringSlice("show"), p)
		events := until(c.Context, story.Replay(vm.NewMachine(p), tr, options))
		return writeFile(c, path, func(w io.Writer) error { return page.Write(w, about, events) })
	}
	if drawn != "" {
		ch := &drawing{kind: drawn}
		for e, err := range until(c.Context, story.Replay(vm.NewMachine(p), tr, chart.Options())) {
			if err != nil {
				return err
			}
			ch.Event(e)
		}
		return writeChart(c, drawn, ch)
	}
	if other := c.String("diff"); other != "" {
		return printRunDiff(c, p, tr, other)
	}
	return printReplay(c, p, tr, violated(m, tr.Note))
}

// until ends a run with the cause of ctx when ctx is done.
func until(ctx context.Context, events iter.Seq2[story.Event, error]) iter.Seq2[story.Event, error] {
	return func(yield func(story.Event, error) bool) {
		for e, err := range events {
			if ctx.Err() != nil {
				yield(nil, context.Cause(ctx))
				return
			}
			if !yield(e, err) {
				return
			}
		}
	}
}

// printReplay prints a trail's run as text; what is the violated property, or "" if unknown.
func printReplay(c *cli.Context, p *vm.Program, tr *trail.Trail, what string) error {
	w := bufio.NewWriter(c.App.Writer)
	defer w.Flush()
	options, tell := storyOptions(c), (&lines.Changes{W: w, Last: !c.Bool("B"), Silent: c.Bool("b")}).Event
	if asSpin(c) {
		text := spinText(w, c, p.UsesPrio)
		text.Replayed = true
		tell = text.Event
	} else {
		options = story.Options{Whole: true}
		if what != "" {
			fmt.Fprintf(w, "violates %s\n", what)
		}
	}
	options.Show = shownIn(c.StringSlice("show"), p)
	erring := false
	for e, err := range until(c.Context, story.Replay(vm.NewMachine(p), tr, options)) {
		if err != nil {
			return err
		}
		tell(e)
		if end, ok := e.(*story.End); ok {
			erring = end.Erring
		}
	}
	if !asSpin(c) && !c.Bool("B") {
		for _, line := range reasons(c.Context, p, tr) {
			fmt.Fprintf(w, "       %s\n", line)
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

// replayLine returns the command that prints the same run as text.
func replayLine(c *cli.Context) string {
	line := "gospin replay"
	for _, name := range []string{"D", "U"} {
		for _, v := range c.StringSlice(name) {
			line += " -" + name + v
		}
	}
	if c.Bool("lossy") {
		line += " -lossy"
	}
	if f := c.String("ltl"); f != "" {
		line += " -ltl '" + f + "'"
	}
	if k := c.String("k"); k != "" {
		line += " -k " + k
	}
	if c.IsSet("t") {
		line += fmt.Sprint(" -t ", c.Int("t"))
	}
	return line + " " + c.Args().First()
}

// trailPath returns the path of the trail that the flags name.
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
