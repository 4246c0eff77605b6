package main

import (
	"bufio"
	"context"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestWatch: a model is verified again when it changes, when a file that it includes does, and when one that
// was missing is there. The end comes with an interrupt, and has the exit code of the last run.
func TestWatch(t *testing.T) {
	t.Chdir(t.TempDir())
	usual := watchEvery
	watchEvery = time.Millisecond
	defer func() { watchEvery = usual }()
	write := func(name, text string) { require.NoError(t, os.WriteFile(name, []byte(text), 0o600)) }
	write("m.pml", "#include \"n.h\"\nbyte x;\nactive proctype P() { x = N; assert(x == 1) }\n")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	out, in := io.Pipe()
	code := make(chan int, 1)
	go func() {
		code <- runContext(ctx, []string{"gospin", "verify", "-quiet", "-watch", "m.pml"}, nil, in, in)
		in.Close()
	}()
	lines := bufio.NewScanner(out)
	upTo := func(want string) {
		t.Helper()
		for lines.Scan() {
			if strings.HasPrefix(lines.Text(), want) {
				return
			}
		}
		require.Fail(t, "the end comes before "+want)
	}
	upTo("m.pml:1:10: error: ")
	upTo("waiting for changes of m.pml, n.h (Ctrl-C ends)")
	write("n.h", "#define N 1\n")
	upTo("changed: n.h")
	upTo("verdict: holds")
	upTo("waiting for changes")
	write("m.pml", "byte x;\nactive proctype P() { x = 2; assert(x == 1) }\n")
	upTo("changed: m.pml")
	upTo("verdict: violated")
	upTo("waiting for changes of m.pml (Ctrl-C ends)")
	cancel()
	require.False(t, lines.Scan())
	require.Equal(t, 1, <-code)
}
