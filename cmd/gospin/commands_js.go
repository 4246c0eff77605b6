package main

import (
	"io"

	"github.com/urfave/cli/v2"
)

// commands are those for which a browser or an editor loads the program.
func allCommands() []*cli.Command {
	return []*cli.Command{
		verifyCommand(), simulateCommand(), replayCommand(), exploreCommand(), lintCommand(), fmtCommand(),
		lspCommand(), versionCommand(),
	}
}

// complete does nothing: there is no shell.
func complete(io.Writer, []string, []*cli.Command) {}

// profiled does nothing: browsers have profilers of their own.
func profiled(action cli.ActionFunc) cli.ActionFunc { return action }
