package main

import (
	"fmt"
	"strconv"
	"time"

	"github.com/urfave/cli/v2"
)

// checkValue returns an error for a value that its flag does not accept, with an example of what it accepts.
func checkValue(f cli.Flag, name, value string) (err error) {
	takes := ""
	switch f.(type) {
	case *cli.DurationFlag:
		takes = "a duration such as 30s, 10m or 2h"
		_, err = time.ParseDuration(value)
	case *cli.IntFlag:
		takes = "a whole number such as 3"
		_, err = strconv.ParseInt(value, 0, strconv.IntSize)
	case *cli.Uint64Flag:
		takes = "a whole number such as 3"
		_, err = strconv.ParseUint(value, 0, 64)
	case *cli.Float64Flag:
		takes = "a number such as 1.5"
		_, err = strconv.ParseFloat(value, 64)
	case *cli.BoolFlag:
		if _, err = strconv.ParseBool(value); err != nil {
			return fmt.Errorf("-%s takes no value", name)
		}
	}
	if err != nil {
		return fmt.Errorf("-%s takes %s, not %q", name, takes, value)
	}
	return nil
}
