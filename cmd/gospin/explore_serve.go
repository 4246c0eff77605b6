//go:build !js

package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"gospin/verifier/trail/explore"
)

// serveRuns serves a page until the user ends the program.
func serveRuns(c *cli.Context, server *explore.Server) error {
	l, err := explore.Listen(c.Int("port"))
	if err != nil {
		return fmt.Errorf("cannot listen: %w", err)
	}
	fmt.Fprintf(c.App.Writer, "%s\n", server.Address(l))
	if c.Bool("open") {
		if err := opener(server.Address(l)); err != nil {
			fmt.Fprintf(c.App.ErrWriter, "note: -open: %v\n", err)
		}
	}
	fmt.Fprintln(c.App.ErrWriter, "open this address in a browser; Ctrl-C ends")
	return server.Serve(c.Context, l)
}
