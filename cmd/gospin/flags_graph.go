package main

import "github.com/urfave/cli/v2"

// graphFlags returns the flags for writing a graph.
func graphFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{
			Name:  "graph",
			Usage: "write the graph of all states to a `FILE`, in a few bits for an edge; gospin graph looks at it",
		},
		&cli.StringSliceFlag{
			Name: "ctl",
			Usage: "check a `FORMULA` of CTL, such as AG (EF (x == 0)), and nothing else; more than one may be given. " +
				"Reductions are off",
		},
	}
}
