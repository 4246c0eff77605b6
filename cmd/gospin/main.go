// Command gospin verifies Promela models.
package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/urfave/cli/v2"
	"golang.org/x/term"

	"gospin/promela/diag"
)

// version is set by the linker at a release.
var version = "development"

func main() { os.Exit(run(os.Args)) }

// run is main without the exit: 0 holds, 1 violated, 2 usage or model error, 3 inconclusive.
func run(args []string) (code int) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Fprintf(os.Stderr, "gospin: internal error: %v\n", r)
			code = 2
		}
	}()
	app := &cli.App{
		Name:           "gospin",
		Usage:          "verify Promela models",
		Version:        version,
		Commands:       []*cli.Command{verifyCommand(&code), simulateCommand(), replayCommand(), inspectCommand()},
		ExitErrHandler: func(*cli.Context, error) {},
		Description:    "Exit codes: 0 the properties hold, 1 violated, 2 wrong usage or a model error, 3 inconclusive.",
		Action: func(c *cli.Context) error {
			if c.Args().Present() {
				return fmt.Errorf("unknown command %q: there are verify, simulate, replay, inspect", c.Args().First())
			}
			return cli.ShowAppHelp(c)
		},
	}
	if err := app.Run(normalise(args)); err != nil {
		complain(err)
		return 2
	}
	return code
}

func complain(err error) {
	var list diag.List
	if errors.As(err, &list) {
		colour := os.Getenv("NO_COLOR") == "" && term.IsTerminal(int(os.Stderr.Fd()))
		list.Render(os.Stderr, colour)
		return
	}
	fmt.Fprintf(os.Stderr, "gospin: %v\n", err)
}

// model is the one argument of a command.
func model(c *cli.Context) (string, error) {
	if c.NArg() != 1 {
		return "", fmt.Errorf("%s takes one model, not %d", c.Command.Name, c.NArg())
	}
	return c.Args().First(), nil
}
