package main

import "github.com/urfave/cli/v2"

// shortestFlags returns the flags about the length of counterexamples.
func shortestFlags() []cli.Flag {
	return []cli.Flag{&cli.BoolFlag{
		Name: "shortest",
		Usage: "show the run with the fewest moves to an error, an atomic sequence or a rendezvous being one: breadth " +
			"first, all interleavings, as long as it takes; a run with a cycle is only shortened. pan -DBFS counts each step " +
			"of an atomic sequence and both halves of a rendezvous, so its run may have fewer steps, in more moves",
	}}
}
