package main

import (
	"github.com/urfave/cli/v2"

	"gospin/verifier/inspect"
	"gospin/verifier/source"
)

// inspectReduction prints the results of partial-order reduction on a model.
func inspectReduction(c *cli.Context, path string, aim source.Aim) error {
	ctx := c.Context
	v, err := inspect.Independence(ctx, sourceOf(c, path), aim)
	if err != nil {
		return err
	}
	if c.Bool("dot") {
		return v.WriteDot(c.App.Writer)
	}
	v.WriteText(c.App.Writer)
	return nil
}
