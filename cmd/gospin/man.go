//go:build man

package main

import (
	"io"

	"github.com/urfave/cli/v2"
)

// It is only compiled for cmd/dist: the library for man pages makes the program larger and slower to start.
func init() {
	extra = append(extra, &cli.Command{
		Name: "man", Hidden: true, Usage: "print the man page",
		Action: func(c *cli.Context) error {
			page, err := c.App.ToManWithSection(1)
			if err == nil {
				_, err = io.WriteString(c.App.Writer, page)
			}
			return err
		},
	})
}
