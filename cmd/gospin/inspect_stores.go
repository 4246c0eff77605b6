package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"gospin/verifier"
	"gospin/verifier/ask"
	"gospin/verifier/way"
)

// inspectStores prints what -compress=auto learns from short searches: a line each for the fastest way to
// store states, the smallest, and the one that it takes.
func inspectStores(c *cli.Context) error {
	path, err := model(c)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "gospin-stores-") // the short searches may meet an error
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	o := verifier.Options{Source: sourceOf(c, path), Trail: dir}
	o.Compress, o.Only, o.States = way.Auto, []string{ask.OnlySafety}, 1
	r, err := verifier.Run(c.Context, o)
	if err != nil {
		return err
	}
	why := r.Picked
	for _, s := range r.All {
		why = max(why, s.Picked)
	}
	for line := range strings.SplitSeq(why, "; ") {
		fmt.Fprintln(c.App.Writer, line)
	}
	return nil
}
