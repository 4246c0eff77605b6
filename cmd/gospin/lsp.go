package main

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"time"

	"github.com/urfave/cli/v2"

	"gospin/cmd/lsp"
	"gospin/verifier"
	"gospin/verifier/ask"
)

func lspCommand() *cli.Command {
	return &cli.Command{
		Name: "lsp", ArgsUsage: " ", Action: serve,
		Usage: "serve an editor: errors as one types, what names mean, formulas verified where they stand",
		Flags: append([]cli.Flag{
			&cli.DurationFlag{
				Name:  "time",
				Value: 30 * time.Second,
				Usage: "verify a property for at most `DURATION`",
			},
			&cli.StringFlag{Name: "mem", Value: "1G", Usage: "with at most `SIZE` of memory"},
			&cli.StringSliceFlag{Name: "D", Usage: "define a macro, `NAME=VALUE` or NAME"},
			&cli.StringSliceFlag{Name: "U", Usage: "undefine a macro, `NAME`"},
			&cli.BoolFlag{Name: "stdio", Hidden: true}, // some clients add it
		}, lintFlags()...),
		Description: "The Language Server Protocol, on standard input and output; an editor starts it:\n" +
			"gospin lsp              with limits that keep the editor quick\n" +
			"gospin lsp -time 5m     formulas may take five minutes\n" +
			"gospin lsp -DN=3        models have a macro defined",
	}
}

// ends is standard input and output.
type ends struct {
	io.Reader
	io.Writer
	close func() error
}

func (e ends) Close() error { return e.close() }

func serve(c *cli.Context) error {
	if c.NArg() > 0 {
		return fmt.Errorf("lsp takes no models: the editor opens them")
	}
	mem, err := byteCount(c.String("mem"))
	if err != nil {
		return err
	}
	known, err := levels(c.StringSlice("W"))
	if err != nil {
		return err
	}
	if c.Duration("time") < 0 {
		return fmt.Errorf("-time takes a duration above 0 such as 30s, not %s", c.Duration("time"))
	}
	runtime.GOMAXPROCS(processors) // so that answers don't wait for searches
	o := lsp.Options{Version: version, Lints: known, Still: 150 * time.Millisecond}
	o.Verify.Defines, o.Verify.Undefs = c.StringSlice("D"), c.StringSlice("U")
	o.Verify.Limits = verifier.Limits{Memory: mem, Time: c.Duration("time"), Errors: 1}
	o.Verify.Reduction = verifier.Reduction{POR: ask.DefaultRule,
		Merging: ask.MergingBeside(ask.DefaultRule)}
	o.Verify.ByDefault()
	o.Verify.Shorten = 2 * time.Second
	o.Verify.Workers = 1
	ctx := c.Context
	closing := func() error { return nil }
	if f, ok := c.App.Reader.(io.Closer); ok {
		closing = f.Close
	}
	err = lsp.Serve(ctx, ends{c.App.Reader, c.App.Writer, closing}, o)
	if errors.Is(err, lsp.ErrLeft) {
		return cli.Exit("", 1)
	}
	return err
}
