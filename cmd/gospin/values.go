package main

import (
	"fmt"
	"regexp"

	"github.com/urfave/cli/v2"
)

// invalid is how the parser of flags says that a value is none.
var invalid = regexp.MustCompile(`^invalid (?:boolean )?value "(.*)" for (?:flag )?-([A-Za-z0-9-]+): `)

// badValue says of a value that is none what the flag takes, with an example.
func badValue(c *cli.Context, err error) error {
	m := invalid.FindStringSubmatch(err.Error())
	if m == nil || c.Command == nil {
		return err
	}
	for _, f := range c.Command.Flags {
		for _, n := range f.Names() {
			if n != m[2] {
				continue
			}
			switch f.(type) {
			case *cli.DurationFlag:
				return fmt.Errorf("-%s takes a duration such as 30s, 10m or 2h, not %q", n, m[1])
			case *cli.IntFlag, *cli.Uint64Flag, *cli.Int64Flag, *cli.UintFlag:
				return fmt.Errorf("-%s takes a whole number such as 3, not %q", n, m[1])
			case *cli.Float64Flag:
				return fmt.Errorf("-%s takes a number such as 1.5, not %q", n, m[1])
			case *cli.BoolFlag:
				return fmt.Errorf("-%s takes no value", n)
			}
		}
	}
	return err
}
