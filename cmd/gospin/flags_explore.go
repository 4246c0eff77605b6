package main

import (
	"strings"

	"github.com/urfave/cli/v2"

	"gospin/verifier"
	"gospin/verifier/way"
)

// caching returns the options of searches that forget states.
func caching(c *cli.Context) verifier.Caching {
	out := verifier.Caching{Cache: c.String("cache"), Chains: c.Bool("chains"), Lean: c.Bool("lean"),
		MaxVisits: c.Float64("maxvisits")}
	if list := c.String("evict"); list != "" {
		out.Evict = strings.Split(list, ",")
	}
	return out
}

// exploreFlags returns the flags about step-by-step searches.
func exploreFlags() []cli.Flag {
	return []cli.Flag{
		&cli.Uint64Flag{Name: "seed", Usage: "`N` for what is random: -order=random, -shuffle, -evict=random, and the " +
			"hash functions of -bitstate and -hc", DefaultText: "0"},
		&cli.BoolFlag{Name: "shuffle", Usage: "with -bitstate or -hc: depth first, what a state can do in random order"},
		&cli.StringFlag{
			Name: "cache",
			Usage: "keep at most so many states, and forget others that the search can do without, a `SIZE`: a number, " +
				"N% of all, or auto: forget only when -mem is full",
		},
		&cli.StringFlag{
			Name: "evict",
			Usage: "what -cache forgets first, a `LIST` of " + strings.Join(way.Evictions, ", ") +
				"; with a minus in front the other way round",
			DefaultText: "random",
		},
		&cli.BoolFlag{Name: "chains", Usage: "with -cache: forget chains of states with one successor, too"},
		&cli.BoolFlag{
			Name:  "lean",
			Usage: "leave out steps that are independent of the one before and come first in another order",
		},
		&cli.Float64Flag{
			Name:        "maxvisits",
			Usage:       "with -cache: give up after `X` times as many visits as there are states",
			DefaultText: "never",
		},
	}
}
