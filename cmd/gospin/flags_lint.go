package main

import (
	"github.com/urfave/cli/v2"

	"gospin/promela/lint"
)

// lintFlags say what becomes of what lints find.
func lintFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringSliceFlag{
			Name: "W",
			Usage: "what findings of a lint are, `NAME=LEVEL`: off, warning, or error, which refuses the model; " +
				"all=off is about all lints; gospin lint -list has their names",
		},
	}
}

// levels are what the flags say of lints.
func levels(specs []string) (lint.Levels, error) {
	out := lint.Levels{}
	for _, s := range specs {
		if err := out.Set(s); err != nil {
			return nil, err
		}
	}
	return out, nil
}
