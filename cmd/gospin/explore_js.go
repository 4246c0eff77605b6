package main

import (
	"errors"

	"github.com/urfave/cli/v2"

	"gospin/verifier/trail/explore"
)

// serveRuns fails: in a browser, nothing can listen.
func serveRuns(*cli.Context, *explore.Server) error {
	return errors.New("explore needs -stdio in a browser, where nothing can be served")
}
