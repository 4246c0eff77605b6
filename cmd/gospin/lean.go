package main

import (
	"slices"

	"github.com/urfave/cli/v2"
)

// knownFlag is a flag whose names are known. urfave/cli takes them out of the flag's text with a regular
// expression, for each flag as often as there are flags.
type knownFlag struct {
	cli.Flag
	names []string
}

func (f *knownFlag) Names() []string { return f.names }

// lean removes from an application what a line does not need: the flags of other commands, and the texts of
// flags, which urfave/cli sorts by heading. Only help needs them.
func lean(app *cli.App, line []string) {
	if len(line) < 2 || line[1] == "help" || slices.Contains(line, "--help") {
		return
	}
	for _, c := range app.Commands {
		if c.Name != line[1] {
			c.Flags = nil
		}
		for i, f := range c.Flags {
			if _, is := f.(cli.DocGenerationSliceFlag); is { // urfave/cli sets the separator of these
				continue
			}
			c.Flags[i] = &knownFlag{f, f.Names()}
		}
	}
}
