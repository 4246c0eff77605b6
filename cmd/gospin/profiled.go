//go:build !js

package main

import (
	"bytes"
	"errors"
	"fmt"
	"runtime/pprof"

	"github.com/urfave/cli/v2"

	"gospin/verifier/files"
)

// profiled makes a command write a CPU profile, if -cpuprofile is given. The profile is kept in memory first,
// since Go's profiler ignores write errors.
func profiled(action cli.ActionFunc) cli.ActionFunc {
	return func(c *cli.Context) error {
		path := c.String("cpuprofile")
		if path == "" {
			return action(c)
		}
		if path == c.Args().First() {
			return fmt.Errorf("-cpuprofile %s would overwrite the model", path)
		}
		var text bytes.Buffer
		if err := pprof.StartCPUProfile(&text); err != nil {
			return err
		}
		err := action(c)
		pprof.StopCPUProfile()
		var exit cli.ExitCoder
		if err != nil && !errors.As(err, &exit) {
			return err
		}
		if e := files.WriteBytes(path, text.Bytes()); e != nil {
			return complained(c, fmt.Errorf("-cpuprofile %w", e))
		}
		return err
	}
}
