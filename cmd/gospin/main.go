// Command gospin verifies Promela models.
//
// It turns flags into options, runs the verifier, and prints the results; args.go handles SPIN's spellings.
// Every command has a file of its name, and may have more, NAME_*.go; flags_*.go have flags by subject, so
// the package has many files. If GOSPIN_TRACE is set in the environment, internal errors are printed with
// their stack.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/urfave/cli/v2"
	"golang.org/x/term"

	"gospin/compression/offheap"
	"gospin/promela/diag"
	"gospin/verifier/files"
	"gospin/verifier/host"
	"gospin/verifier/limit"
	"gospin/verifier/report"
)

func main() {
	start := time.Now()
	watch, err := tighten()
	if err != nil {
		died(err, start)
	}
	// Most runs use one goroutine. If the scheduler has a choice, it sometimes moves it to another core, away
	// from its caches. Searches with several workers set a higher limit.
	if processors = host.Processors(); os.Getenv("GOMAXPROCS") == "" {
		runtime.GOMAXPROCS(1)
	}
	collectLater()
	if grace == 0 {
		grace = usualGrace
	}
	ctx, stop := interruptible()
	ctx, cancel := context.WithCancelCause(ctx)
	go watch(ctx, cancel, func() { died(errOutOfMemory, start) })
	code := runContext(ctx, os.Args, os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// firstHeap is the heap size at the first garbage collection, in percent of Go's default of 4 MiB.
const firstHeap = 400

// collectLater makes Go's first garbage collection wait until the heap is larger than small models need.
// Later collections are as usual.
func collectLater() {
	if os.Getenv("GOGC") != "" {
		return
	}
	usual := debug.SetGCPercent(firstHeap)
	runtime.SetFinalizer(new([64]byte), func(*[64]byte) { debug.SetGCPercent(usual) })
}

// processors is the number of processors for workers.
var processors = 1

// crew allows at least as many processors as a search has workers.
func crew(workers int) {
	if os.Getenv("GOMAXPROCS") == "" {
		runtime.GOMAXPROCS(workers)
	}
}

// usageCode is the exit code for wrong usage and wrong models. failedCode is for failures of gospin: an
// internal error, or output that can't be written. Verdicts have the other codes.
const (
	usageCode  = 2
	failedCode = 4
)

var errInternal = errors.New("internal error")

// hasFailed reports whether an error is a failure of gospin or its environment, not of the user.
func hasFailed(err error) bool {
	var file *files.Error
	var path *fs.PathError
	return errors.Is(err, errInternal) || errors.As(err, &file) || errors.As(err, &path) && path.Op == "write" ||
		err != nil && strings.HasPrefix(err.Error(), "internal error")
}

// commandLine returns the command line without the program's folder.
func commandLine() []string { return append([]string{"gospin"}, os.Args[1:]...) }

// runContext is main without the exit. When ctx is done, the command ends with the results so far.
func runContext(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) (code int) {
	start := time.Now()
	defer func() {
		r := recover()
		if n, is := r.(offheap.OutOfMemory); is {
			err := outOfMemory(n)
			complain(errs, err)
			refused(args, err, start, out, errs)
			code = report.Inconclusive.ExitCode()
			return
		}
		if r != nil {
			fmt.Fprintf(errs, "gospin: internal error: %v\n", r)
			if os.Getenv("GOSPIN_TRACE") != "" {
				errs.Write(debug.Stack())
			}
			code = failedCode
			refused(args, fmt.Errorf("%w: %v", errInternal, r), start, out, errs)
		}
	}()
	app := application(in, out, errs)
	if len(args) > 1 && args[1] == "complete" {
		complete(out, args[2:], app.Commands)
		return 0
	}
	line, err := normalise(args, app.Commands)
	if err == nil {
		line, err = resumedLine(line)
	}
	if err == nil {
		lean(app, line)
		ctx = context.WithValue(ctx, lineKey{}, line)
		err = app.RunContext(ctx, line)
	}
	var exit cli.ExitCoder
	code = exitCode(err, errs)
	isTold := errors.As(err, &exit) && exit.Error() == ""
	if (code == usageCode || code == failedCode || ranOut(err)) && !isTold {
		refused(args, err, start, out, errs)
	}
	return code
}

// extra has the commands of builds with tags.
var extra []*cli.Command

// application returns the command line. Its errors are handled by exitCode.
func application(in io.Reader, out, errs io.Writer) *cli.App {
	cli.HelpPrinter = help
	wrong := func(_ *cli.Context, err error, _ bool) error { return err }
	app := &cli.App{
		Name: "gospin", Usage: "verify Promela models", HideVersion: true, HideHelpCommand: true,
		Reader: in, Writer: out, ErrWriter: errs,
		Commands:       allCommands(),
		ExitErrHandler: func(*cli.Context, error) {},
		// formulas and macros may contain commas
		DisableSliceFlagSeparator: true,
		OnUsageError:              wrong,
	}
	app.Commands = append(app.Commands, extra...)
	for _, c := range app.Commands {
		c.OnUsageError, c.HideHelpCommand = wrong, true
		for _, f := range c.Flags {
			if b, ok := f.(*cli.BoolFlag); ok {
				b.DisableDefaultText = true
			}
		}
	}
	return app
}

// exitCode prints an error and returns its exit code.
func exitCode(err error, errs io.Writer) int {
	var exit cli.ExitCoder
	var reached limit.Reached
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit) && exit.Error() == "":
		return exit.ExitCode()
	case errors.As(err, &reached):
		fmt.Fprintf(errs, "verdict: inconclusive (%v)\n", reached)
		return report.Inconclusive.ExitCode()
	}
	complain(errs, err)
	if hasFailed(err) {
		return failedCode
	}
	return usageCode
}

// complained prints an error and keeps only its exit code, for callers that have already printed a result.
func complained(c *cli.Context, err error) error {
	return cli.Exit("", exitCode(err, c.App.ErrWriter))
}

// complain prints an error, in one line unless it is about a place in a model.
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
	list.Render(w, colored(w))
}

func terminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// model returns the one argument of a command.
func model(c *cli.Context) (string, error) {
	if err := noModel(c); err != nil {
		return "", err
	}
	if c.NArg() != 1 {
		return "", fmt.Errorf("%s takes one model, not %d", c.Command.Name, c.NArg())
	}
	return c.Args().First(), nil
}
