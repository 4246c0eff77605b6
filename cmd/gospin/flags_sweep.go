package main

import "github.com/urfave/cli/v2"

// sweepFlags returns the flags about sweep-line searches.
func sweepFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{
			Name: "sweep",
			Usage: "search by a sweep-line: `EXPRS`, over the model's variables and separated by commas, measure " +
				"progress, compared one by one; states are forgotten when all that is open is further. auto: the " +
				"first of what gospin inspect -progress proposes that never goes back in a short run",
		},
	}
}
