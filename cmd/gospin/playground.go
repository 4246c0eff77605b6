//go:build !js

package main

import (
	"fmt"
	"net/http"
	"os"

	"github.com/urfave/cli/v2"

	"gospin/cmd/playground"
	"gospin/verifier/trail/explore"
)

func playgroundCommand() *cli.Command {
	return &cli.Command{
		Name: "playground", ArgsUsage: " ",
		Usage: "edit, verify and explore models on a page in the browser, served on this machine only",
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "open", Usage: "open the page in the browser"},
			&cli.IntFlag{Name: "port", Usage: "listen on 127.0.0.1:`N`", DefaultText: "one that is free"},
		},
		Action: play,
		Description: "It prints the address of the page, which nobody can guess, and ends with Ctrl-C.\n\n" +
			"gospin playground -open        in the browser\n" +
			"gospin playground -port 8080   always at the same port\n" +
			"gospin playground              print the address only",
	}
}

// policy allows the page its own scripts and frames, and requests to this program.
const policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; " +
	"frame-src 'self'; frame-ancestors 'self'"

func play(c *cli.Context) error {
	if c.NArg() > 0 {
		return fmt.Errorf("playground takes no models: the page has an editor")
	}
	program, err := os.Executable()
	if err != nil {
		return err
	}
	server := &playground.Server{Program: program}
	return servePage(c, server.Answer)
}

// servePage serves a page on this machine until the user ends the program.
func servePage(c *cli.Context, answer func(http.ResponseWriter, *http.Request, string)) error {
	if p := c.Int("port"); p < 0 || p > 65535 {
		return fmt.Errorf("-port takes a number up to 65535, not %d", p)
	}
	l, err := explore.Listen(c.Int("port"))
	if err != nil {
		return fmt.Errorf("cannot listen: %w", err)
	}
	token := explore.NewToken()
	address := explore.Address(l, token)
	fmt.Fprintln(c.App.Writer, address)
	if c.Bool("open") {
		if err := opener(address); err != nil {
			fmt.Fprintf(c.App.ErrWriter, "note: -open: %v\n", err)
		}
	}
	fmt.Fprintln(c.App.ErrWriter, "open this address in a browser; Ctrl-C ends")
	h := explore.Guard(l.Addr().String(), token, policy, answer)
	return explore.Serve(c.Context, l, h, explore.Patience)
}
