package main

import (
	"github.com/urfave/cli/v2"

	"gospin/verifier/tune"
)

// inspectProgress prints what may measure a model's progress, for -sweep.
func inspectProgress(c *cli.Context, path string) error {
	ctx := c.Context
	return tune.ProgressMeasures(ctx, c.App.Writer, sourceOf(c, path))
}
