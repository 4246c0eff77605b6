package main

import (
	"io"
	"slices"

	"github.com/urfave/cli/v2"

	"gospin/verifier/confirm"
	"gospin/verifier/reason"
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

// asSpin reports whether a flag asks for SPIN's words.
func asSpin(c *cli.Context) bool {
	return slices.ContainsFunc([]string{"p", "g", "l", "s", "r", "T", "c"}, c.Bool)
}

// reasons tell why a trail's run is wrong, and who is not treated fairly in its cycle, a line each.
func reasons(p *vm.Program, tr *trail.Trail) []string {
	return append(reason.Of(p, tr), confirm.Fairness(p, tr)...)
}

// violated names what a trail's run violates, a formula with its text; "" if the trail does not say.
func violated(m *source.Model, note *trail.Note) string {
	if note == nil || note.Property == "" {
		return ""
	}
	for _, l := range m.Tree.LTL {
		if l.Name == note.Property && !l.Beside {
			return l.Name + ": " + m.Tree.WrittenFormula(l)
		}
	}
	return note.Property
}

// storyOptions are what the flags ask to be computed.
func storyOptions(c *cli.Context) story.Options {
	p, columns := c.Bool("p"), c.Bool("c")
	return story.Options{
		Globals: p && c.Bool("g"), Locals: p && c.Bool("l"), Sends: columns || c.Bool("s"),
		Receives: columns || c.Bool("r"), Inside: p,
	}
}

// spinText prints a run as the flags ask for it.
func spinText(w io.Writer, c *cli.Context, usesPriorities bool) *lines.Spin {
	o := storyOptions(c)
	return &lines.Spin{
		W: w, Steps: c.Bool("p"), Locals: c.Bool("l"),
		Any:      c.Bool("p") || c.Bool("g") || c.Bool("l") || o.Sends || o.Receives,
		Columns:  c.Bool("c"),
		Indented: !c.Bool("T"), Silent: c.Bool("b"), Last: !c.Bool("B"), Priorities: usesPriorities,
	}
}
