package main

import (
	"context"
	"io"
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"gospin/verifier/confirm"
	"gospin/verifier/reason"
	"gospin/verifier/search"
	"gospin/verifier/source"
	"gospin/verifier/trail"
	"gospin/verifier/trail/lines"
	"gospin/verifier/trail/story"
	"gospin/vm"
)

func showFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Name: "p", Usage: "print the statements"},
		&cli.BoolFlag{Name: "g", Usage: "print the globals that a step changes"},
		&cli.BoolFlag{Name: "l", Usage: "print the locals that a step changes"},
		&cli.BoolFlag{Name: "s", Usage: "print the sends"},
		&cli.BoolFlag{Name: "r", Usage: "print the receives"},
		&cli.BoolFlag{Name: "T", Usage: "do not indent what the model prints"},
		&cli.BoolFlag{Name: "b", Usage: "do not print what the model prints"},
		&cli.BoolFlag{Name: "B", Usage: "do not print the final state"},
	}
}

// asSpin reports whether a flag requests SPIN's words.
func asSpin(c *cli.Context) bool {
	return slices.ContainsFunc([]string{"p", "g", "l", "s", "r", "T", "c"}, c.Bool)
}

// reasons explains why a trail's run is wrong, which processes are treated unfairly in its cycle, and after
// which step an error was certain, a line each.
func reasons(ctx context.Context, p *vm.Program, tr *trail.Trail) []string {
	out := append(reason.Of(p, tr), confirm.Fairness(p, tr)...)
	if p.Claim != nil || tr.Cycle >= 0 || tr.Merged {
		return out
	}
	ctx, stop := context.WithTimeout(ctx, time.Second)
	defer stop()
	var moves []vm.Move
	for k, err := range trail.Replay(vm.NewMachine(p), tr) {
		if err != nil || k.Unfit {
			return out
		}
		moves = append(moves, k.Move)
	}
	if way := confirm.LastWayOut(ctx, p, moves, search.Limits{Memory: 1 << 28}); way != nil {
		out = append(out, reason.WayOut(p, tr, way.Before+1, way.Instead))
	}
	return out
}

// violated returns the property that a trail's run violates, for a formula its text, or "" if unknown.
func violated(m *source.Model, note *trail.Note) string {
	if note == nil || note.Property == "" {
		return ""
	}
	for _, l := range m.Tree.LTL {
		if l.Name == note.Property && !l.FromOptions {
			return l.Name + ": " + m.Tree.WrittenFormula(l)
		}
	}
	return note.Property
}

// storyOptions returns the options of the story that the flags need.
func storyOptions(c *cli.Context) story.Options {
	p, columns := c.Bool("p"), c.Bool("c")
	return story.Options{
		Globals: p && c.Bool("g"), Locals: p && c.Bool("l"), Sends: columns || c.Bool("s"),
		Receives: columns || c.Bool("r"), Inside: p,
	}
}

// spinText returns the printer for a run, configured by flags.
func spinText(w io.Writer, c *cli.Context, usesPriorities bool) *lines.Spin {
	o := storyOptions(c)
	return &lines.Spin{
		W: w, Steps: c.Bool("p"), Locals: c.Bool("l"),
		Any:      c.Bool("p") || c.Bool("g") || c.Bool("l") || o.Sends || o.Receives,
		Columns:  c.Bool("c"),
		Indented: !c.Bool("T"), Silent: c.Bool("b"), Last: !c.Bool("B"), Priorities: usesPriorities,
	}
}
