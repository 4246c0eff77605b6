package main

import (
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"gospin/verifier"
	"gospin/verifier/ask"
	"gospin/verifier/inspect"
	"gospin/verifier/tune"
)

func inspectCommand() *cli.Command {
	return &cli.Command{
		Name: "inspect", ArgsUsage: "MODEL",
		Usage: "print the automata, the layout of the state vector, and the bytecode",
		Flags: append(defineFlags(),
			&cli.BoolFlag{Name: "automata", Usage: "print the automata, as pan -d does"},
			&cli.BoolFlag{Name: "layout", Usage: "print what the bytes of a state vector mean"},
			&cli.BoolFlag{
				Name:  "memory",
				Usage: "print what fills the state vector, from a profile or a short run, and what would save memory",
			},
			&cli.BoolFlag{
				Name: "stores",
				Usage: "print which ways to store states are the fastest and the smallest for this model, from short " +
					"searches, and which one verify -compress=auto takes",
			},
			&cli.BoolFlag{
				Name: "por",
				Usage: "print where processes may go on alone by either rule of partial-order reduction, what stands " +
					"against it, and what would help",
			},
			&cli.BoolFlag{
				Name: "kinds",
				Usage: "print which moves of each process the default search remembers, and what they depend on, from a " +
					"short run",
			},
			&cli.BoolFlag{
				Name: "progress",
				Usage: "print what may measure progress, for verify -sweep: variables that are only counted up, and how " +
					"often each goes back in a short run",
			},
			&cli.BoolFlag{
				Name: "symmetry",
				Usage: "print which processes may change places without a difference, for verify -symmetry, and what " +
					"stands against it",
			},
			&cli.BoolFlag{Name: "dot", Usage: "with -por, print only who conflicts with whom, as a graph for Graphviz"},
			&cli.BoolFlag{Name: "bytecode", Usage: "print the bytecode"},
			&cli.StringFlag{
				Name:  "merging",
				Usage: "print what is searched with statements merged by these `RULES`: spin or own",
			}),
		Action: inspectModel,
	}
}

func inspectModel(c *cli.Context) error {
	if c.Bool("memory") {
		path, err := model(c)
		if err != nil {
			return err
		}
		ctx := c.Context
		return tune.MemoryUse(ctx, c.App.Writer, verifier.Options{Source: sourceOf(c, path)},
			tune.TrainOptions{})
	}
	if c.Bool("stores") {
		return inspectStores(c)
	}
	if c.Bool("dot") && !c.Bool("por") {
		return errors.New("-dot needs -por")
	}
	path, err := model(c)
	if err != nil {
		return err
	}
	merging := c.String("merging")
	if c.Bool("symmetry") && !c.IsSet("merging") { // as verify has it
		merging = ask.MergingBeside(ask.DefaultRule)
	}
	aim, err := verifier.Reduction{Merging: merging}.Aim()
	if err != nil {
		return err
	}
	if c.Bool("por") {
		return inspectReduction(c, path, aim)
	}
	if c.Bool("symmetry") {
		return inspect.Symmetry(c.Context, c.App.Writer, sourceOf(c, path), aim)
	}
	if c.Bool("progress") {
		return inspectProgress(c, path)
	}
	if c.Bool("kinds") {
		return inspectKinds(c, path, aim)
	}
	p, err := sourceOf(c, path).Program(c.Context, aim)
	if err != nil {
		return err
	}
	w := c.App.Writer
	all := !c.Bool("automata") && !c.Bool("layout") && !c.Bool("bytecode")
	if all || c.Bool("automata") {
		fmt.Fprintln(w, "automata:")
		p.WriteAutomata(w)
	}
	if all || c.Bool("layout") {
		fmt.Fprintln(w, "layout of the state vector:")
		p.WriteLayout(w)
	}
	if all || c.Bool("bytecode") {
		fmt.Fprintln(w, "bytecode:")
		p.WriteCode(w)
	}
	return nil
}
