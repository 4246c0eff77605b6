package main

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"gospin/promela/lint"
)

// lintFlags returns the flags about lints.
func lintFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringSliceFlag{
			Name: "W",
			Usage: "what findings of a lint are, `NAME=LEVEL`: off, warning, or error, which refuses the model; " +
				"all=off is about all lints; gospin lint -list has their names. truncation=error makes values errors that " +
				"do not fit into a variable or message",
		},
	}
}

// truncation names, with its =, a check that is selected like a lint but is none: values that do not fit into
// their variables. With level error, a search of its own looks for them.
const truncation = "truncation="

// truncates reports whether values that do not fit are errors.
func truncates(specs []string) (is bool, err error) {
	for _, s := range specs {
		level, ok := strings.CutPrefix(s, truncation)
		switch {
		case !ok:
		case level != lint.Off && level != lint.Warning && level != lint.Error:
			return false, fmt.Errorf("-W takes NAME=off, NAME=warning or NAME=error, not %q", s)
		default:
			is = level == lint.Error
		}
	}
	return is, nil
}

// levels parses the levels of lints.
func levels(specs []string) (lint.Levels, error) {
	out := lint.Levels{}
	for _, s := range specs {
		if strings.HasPrefix(s, truncation) {
			continue
		}
		if err := out.Set(s); err != nil {
			return nil, err
		}
	}
	return out, nil
}
