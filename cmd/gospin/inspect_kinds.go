package main

import (
	"context"
	"os"
	"os/signal"

	"github.com/urfave/cli/v2"

	"gospin/verifier"
)

// inspectKinds tells how searches remember what each process does.
func inspectKinds(c *cli.Context, path string, aim verifier.Aim) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	return verifier.Kinds(ctx, c.App.Writer, source(c, path), aim)
}
