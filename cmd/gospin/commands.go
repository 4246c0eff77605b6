//go:build !js

package main

import "github.com/urfave/cli/v2"

func allCommands() []*cli.Command {
	return []*cli.Command{
		verifyCommand(), sweepCommand(), workerCommand(),
		simulateCommand(), replayCommand(), exploreCommand(),
		playgroundCommand(), inspectCommand(), checkCommand(), withPapers(compareCommand()), trainCommand(),
		graphCommand(),
		ltlCommand(), lintCommand(), fmtCommand(), lspCommand(), newCommand(), examplesCommand(),
		completionCommand(), statusCommand(), versionCommand(), helpCommand(),
	}
}
