package pan

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"
)

// Raw are spin's options for a verifier that does what the model says, step by step: without dataflow
// optimisation, dead variables and merged statements. Macro NOREDUCE belongs to it.
var Raw = []string{"-o1", "-o2", "-o3"}

// NoReduce is the macro against partial-order reduction.
const NoReduce = "-DNOREDUCE"

// Safety are the macros of a verifier that looks at safety only, without reduction and claims.
var Safety = []string{"-DSAFETY", NoReduce, "-DNOCLAIM"}

// Error says that one of the programs has failed.
type Error struct {
	Program string // spin, gcc or pan
	Output  string
	Err     error
}

// Error is the first line of the program's output; or how it ended, if there is none or it was stopped.
func (e *Error) Error() string {
	line, _, _ := strings.Cut(strings.TrimSpace(e.Output), "\n")
	if line == "" || errors.Is(e.Err, context.DeadlineExceeded) || errors.Is(e.Err, context.Canceled) {
		line = e.Err.Error()
	}
	return e.Program + ": " + line
}

func (e *Error) Unwrap() error { return e.Err }

// Available reports whether spin and gcc are there.
func Available() error {
	for _, program := range []string{"spin", "gcc"} {
		if _, err := exec.LookPath(program); err != nil {
			return errors.New(program + " is not there")
		}
	}
	return nil
}

// Generate has spin write a verifier for a model to dir. The model's path is absolute, or relative to dir.
func Generate(ctx context.Context, dir, model string, options ...string) error {
	_, err := start(ctx, dir, "spin", "spin", append(append([]string{"-a"}, options...), model)...)
	return err
}

// Compile compiles the verifier in dir to a program of that name, with an optimisation such as -O2, and
// macros.
func Compile(ctx context.Context, dir, name string, flags ...string) error {
	_, err := start(ctx, dir, "gcc", "gcc", append(append([]string{"-w"}, flags...), "-o", name, "pan.c")...)
	return err
}

// CompileQuickly is Compile without optimisation, by tcc where it is there: it takes a twentieth of gcc's
// time, for a program that takes half as long again as that of gcc -O0.
func CompileQuickly(ctx context.Context, dir, name string, flags ...string) error {
	if _, err := exec.LookPath("tcc"); err == nil {
		_, err := start(ctx, dir, "tcc", "tcc", append(append([]string{"-w"}, flags...), "-o", name, "pan.c")...)
		if err == nil || ctx.Err() != nil {
			return err
		}
	}
	return Compile(ctx, dir, name, append([]string{"-O0"}, flags...)...)
}

// patience is how long the children of a stopped program may go on.
const patience = time.Second

// start runs a program to its end. It has failed if it ends with an exit code other than 0.
func start(ctx context.Context, dir, kind, program string, args ...string) (*Report, error) {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir = dir
	cmd.WaitDelay = patience
	begin := time.Now()
	out, err := cmd.CombinedOutput()
	r := &Report{Text: string(out), Process: cmd.ProcessState, Elapsed: time.Since(begin)}
	if ctx.Err() != nil {
		err = fmt.Errorf("stopped: %w", ctx.Err())
	}
	if err != nil {
		return r, &Error{kind, r.Text, err}
	}
	return r, nil
}
