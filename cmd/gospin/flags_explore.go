package main

import "github.com/urfave/cli/v2"

// exploreFlags are about searches that make one choice of one state at a time.
func exploreFlags() []cli.Flag {
	return []cli.Flag{
		&cli.Uint64Flag{Name: "seed", Usage: "`N` for what is random: -order=random", DefaultText: "0"},
	}
}
