package main

import (
	"github.com/urfave/cli/v2"

	"gospin/verifier/inspect"
	"gospin/verifier/source"
)

// inspectKinds tells how searches remember what each process does.
func inspectKinds(c *cli.Context, path string, aim source.Aim) error {
	ctx := c.Context
	return inspect.Kinds(ctx, c.App.Writer, sourceOf(c, path), aim)
}
