// Command gospin verifies Promela models.
//
// It turns flags into options and tells of runs; SPIN's spellings are in args.go. With GOSPIN_TRACE in
// the environment, an internal error comes with its stack.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/urfave/cli/v2"
	"golang.org/x/term"

	"gospin/promela/diag"
)

// version is set by the linker at a release.
var version = "development"

func main() {
	// Most runs are one goroutine. Where the scheduler has a choice, it moves it to another core every now
	// and then, away from its caches. Searches by several workers take more.
	if processors = runtime.GOMAXPROCS(0); os.Getenv("GOMAXPROCS") == "" {
		runtime.GOMAXPROCS(1)
	}
	os.Exit(run(os.Args, os.Stdin, os.Stdout, os.Stderr))
}

// processors is how many there are for workers.
var processors = 1

const exitCodes = "Exit codes: 0 the properties hold, 1 violated, 2 wrong usage or a model error, 3 inconclusive."

// usageCode is the exit code of wrong usage and of wrong models. The others are those of the verdicts.
const usageCode = 2

// run is main without the exit.
func run(args []string, in io.Reader, out, errs io.Writer) (code int) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Fprintf(errs, "gospin: internal error: %v\n", r)
			if os.Getenv("GOSPIN_TRACE") != "" {
				errs.Write(debug.Stack())
			}
			code = usageCode
		}
	}()
	app := application(in, out, errs)
	if len(args) == 2 && args[1] == "-V" { // as spin and pan have it
		args[1] = "-v"
	}
	args, err := normalise(args, app.Commands)
	if err == nil {
		err = app.Run(args)
	}
	return exitCode(err, errs)
}

// application is the command line. Its errors are left to exitCode.
func application(in io.Reader, out, errs io.Writer) *cli.App {
	cli.HelpPrinter = help
	wrong := func(c *cli.Context, err error, _ bool) error { return badValue(c, err) }
	app := &cli.App{
		Name: "gospin", Usage: "verify Promela models", Version: commit(),
		Reader: in, Writer: out, ErrWriter: errs,
		Commands: []*cli.Command{
			verifyCommand(), simulateCommand(), replayCommand(), inspectCommand(),
			withPapers(compareCommand()), trainCommand(), graphCommand(), ltlCommand(),
			lintCommand(), fmtCommand(), lspCommand(),
		},
		ExitErrHandler:       func(*cli.Context, error) {},
		EnableBashCompletion: true,
		// Formulas and macros may have commas.
		DisableSliceFlagSeparator: true,
		OnUsageError:              wrong,
		Description: "Flags may stand before and after the model, with values glued on as in SPIN (-m50000, " +
			"-DN=5).\n" + exitCodes,
	}
	for _, c := range app.Commands {
		c.OnUsageError = wrong
		for _, f := range c.Flags {
			if b, ok := f.(*cli.BoolFlag); ok {
				b.DisableDefaultText = true
			}
		}
	}
	return app
}

// exitCode returns the exit code of an error, and prints what it says.
func exitCode(err error, errs io.Writer) int {
	var exit cli.ExitCoder
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit) && exit.Error() == "":
		return exit.ExitCode()
	}
	complain(errs, err)
	return usageCode
}

// commit is the version with what the build knows about the source.
func commit() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return version
	}
	rev, dirty := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			rev = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			dirty = ", modified"
		}
	}
	if rev == "" {
		return version
	}
	return fmt.Sprintf("%s (commit %.12s%s)", version, rev, dirty)
}

// complain prints an error. One that is not about a place in a model is one line.
func complain(w io.Writer, err error) {
	var list diag.List
	if !errors.As(err, &list) {
		fmt.Fprintf(w, "gospin: %s\n", strings.ReplaceAll(err.Error(), "\n", " "))
		return
	}
	if len(list) == 1 && list[0].Pos.Line == 0 {
		d := *list[0]
		if d.Hint != "" {
			d.Msg += ": " + d.Hint
		}
		fmt.Fprintln(w, d.String())
		return
	}
	list.Render(w, os.Getenv("NO_COLOR") == "" && terminal(w))
}

func terminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// model is the one argument of a command.
func model(c *cli.Context) (string, error) {
	if c.NArg() != 1 {
		return "", fmt.Errorf("%s takes one model, not %d", c.Command.Name, c.NArg())
	}
	return c.Args().First(), nil
}
