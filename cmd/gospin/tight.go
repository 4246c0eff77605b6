package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"time"

	"gospin/compression/offheap"
	"gospin/verifier/host"
	"gospin/verifier/report"
)

// watched is set in the environment of a program that another one looks after.
const watched = "GOSPIN_WATCHED"

// errOutOfMemory is what is told of a program that died of it.
var errOutOfMemory = errors.New(
	"out of memory: search with less by -mem SIZE, or with -compress=tree, or allow more " +
		"(ulimit -v; some 700 MiB are gone before a search begins)",
)

// lookAfter runs the program once more where its address space is limited (ulimit -v), and returns its exit
// code. Go's runtime dies there with a dump of what it was about, which nothing can stop but who reads it.
func lookAfter() (code int, done bool) {
	if left, err := host.AddressesLeft(); err != nil || left == 0 || os.Getenv(watched) != "" {
		return 0, false
	}
	self, err := os.Executable()
	if err != nil {
		return 0, false
	}
	errs := &beforeDump{w: os.Stderr}
	cmd := exec.Command(self, os.Args[1:]...)
	cmd.Env = append(os.Environ(), watched+"=1")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, errs
	start := time.Now()
	if err := cmd.Start(); err != nil {
		return 0, false
	}
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	go func() {
		for s := range signals {
			_ = cmd.Process.Signal(s)
		}
	}()
	_ = cmd.Wait() // its exit code says more
	errs.end()
	if errs.dumped {
		complain(os.Stderr, errOutOfMemory)
		refused(os.Args, errOutOfMemory, start, os.Stdout, os.Stderr)
		return report.Inconclusive.ExitCode(), true
	}
	return max(cmd.ProcessState.ExitCode(), 0), true
}

// ranOut says whether an error is that there is no more memory: what was asked is inconclusive then.
func ranOut(err error) bool {
	var n offheap.OutOfMemory
	return errors.As(err, &n) || errors.Is(err, errOutOfMemory)
}

// beforeDump passes on what is written, by lines, up to where Go's runtime begins to tell how it dies.
type beforeDump struct {
	w      io.Writer
	line   []byte
	dumped bool
}

// deaths are how the runtime begins.
var deaths = [][]byte{[]byte("fatal error: "), []byte("runtime: "), []byte("runtime/cgo: "),
	[]byte("failed to create new OS thread")}

func (b *beforeDump) Write(text []byte) (int, error) {
	for _, c := range text {
		if b.dumped {
			break
		}
		if b.line = append(b.line, c); c == '\n' {
			b.end()
		}
	}
	return len(text), nil
}

// end ends a line.
func (b *beforeDump) end() {
	for _, d := range deaths {
		b.dumped = b.dumped || bytes.HasPrefix(b.line, d)
	}
	if !b.dumped {
		_, _ = b.w.Write(b.line)
	}
	b.line = b.line[:0]
}
