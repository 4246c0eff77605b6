//go:build man

package main

import (
	"io"
	"regexp"

	"github.com/urfave/cli/v2"
)

// synopsis is what the library writes below this heading, usage what is true.
var synopsis = regexp.MustCompile(`(?s)\.SH SYNOPSIS\n.*?\n(?:\.SH)`)

const usage = ".SH SYNOPSIS\n.PP\n\\fBgospin\\fP \\fICOMMAND\\fP [\\fIFLAGS\\fP] \\fIMODEL\\fP\n.br\n" +
	"\\fBgospin help\\fP [\\fICOMMAND\\fP | \\fITOPIC\\fP]\n.SH"

// It is only compiled for cmd/dist: the library for man pages makes the program larger and slower to start.
func init() {
	extra = append(extra, &cli.Command{
		Name: "man", Hidden: true, Usage: "print the man page",
		Action: func(c *cli.Context) error {
			page, err := c.App.ToManWithSection(1)
			if err == nil {
				_, err = io.WriteString(c.App.Writer, synopsis.ReplaceAllLiteralString(page, usage))
			}
			return err
		},
	})
}
