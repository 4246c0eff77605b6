package main

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"gospin/verifier/report"
	"gospin/verifier/source"
	"gospin/verifier/trail/chart"
	"gospin/verifier/trail/story"
	"gospin/vm"
)

func simulateCommand() *cli.Command {
	return &cli.Command{
		Name: "simulate", Usage: "run the model once, at random", ArgsUsage: "MODEL",
		Flags: append(slices.Concat(defineFlags(), showFlags(), seeFlags()),
			&cli.Uint64Flag{Name: "n", Usage: "`SEED` of the choices", DefaultText: "the time"},
			&cli.IntFlag{Name: "u", Usage: "stop after this many `STEPS`", DefaultText: "never"},
			&cli.BoolFlag{Name: "i", Usage: "choose every step that there is a choice of; ? lists what can be typed"}),
		Action: simulate,
	}
}

func simulate(c *cli.Context) error {
	drawn, err := chartWanted(c)
	if err != nil {
		return err
	}
	m, err := machine(c)
	if err != nil {
		return err
	}
	seed := c.Uint64("n")
	if !c.IsSet("n") {
		seed = uint64(time.Now().UnixNano())
	}
	rng := rand.New(rand.NewPCG(seed, 1))
	fmt.Fprintf(c.App.ErrWriter, "seed: %d\n", seed)
	if c.Bool("i") {
		return interact(c, m, rng)
	}
	w := bufio.NewWriter(c.App.Writer)
	tell, options, limit := spinText(w, c, m.Program().UsesPrio).Event, storyOptions(c), c.Int("u")
	ch := &drawing{kind: drawn}
	if drawn != "" {
		tell, options = ch.Event, chart.Options()
		if limit == 0 {
			limit = longestChart
		}
	}
	options.Show = shownIn(c.StringSlice("show"), m.Program())
	erring, steps := false, 0
	choose := func(n int, _ func(int) story.Choice) int { return rng.IntN(n) }
	for e := range story.Simulate(m, options, limit, choose) {
		tell(e)
		if _, err := w.Write(nil); err != nil { // nobody can read what follows
			return err
		}
		if end, ok := e.(*story.End); ok {
			erring, steps = end.Erring, end.Number
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if drawn != "" {
		if err := writeChart(c, drawn, ch); err != nil {
			return err
		}
		if !c.IsSet("u") && steps == limit {
			fmt.Fprintf(c.App.ErrWriter, "note: the chart ends after %d steps; -u STEPS takes more\n", limit)
		}
	}
	if erring {
		return cli.Exit("", report.Violated.ExitCode())
	}
	return nil
}

// longestChart is the default number of steps of a run that is drawn.
const longestChart = 1000

// machine loads the model that a command names.
func machine(c *cli.Context) (*vm.Machine, error) {
	path, err := model(c)
	if err != nil {
		return nil, err
	}
	src := sourceOf(c, path)
	showIn(c, &src)
	p, err := src.Program(c.Context, source.Aim{Fits: true})
	if err != nil {
		return nil, err
	}
	return vm.NewMachine(p), nil
}

// gate is a writer that discards output while it is shut.
type gate struct {
	w    io.Writer
	shut bool
}

func (g *gate) Write(b []byte) (int, error) {
	if g.shut {
		return len(b), nil
	}
	return g.w.Write(b)
}
