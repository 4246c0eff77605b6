package main

import (
	"github.com/urfave/cli/v2"

	"gospin/verifier/inspect"
	"gospin/verifier/source"
)

// inspectKinds prints how searches remember the moves of each process.
func inspectKinds(c *cli.Context, path string, aim source.Aim) error {
	ctx := c.Context
	return inspect.Kinds(ctx, c.App.Writer, sourceOf(c, path), aim)
}
