package main

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestTightAddressSpace: under ulimit -v, there is a verdict or one line that says that there is no memory,
// and no dump of Go's runtime. A program that dies of a signal has that signal's exit code.
func TestTightAddressSpace(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("ulimit -v is for Linux")
	}
	// The tests' program is linked with the C library, which reserves 64 MiB of addresses for each thread. A
	// thread that can't be started then ends the program. Released programs don't use that library.
	t.Setenv("MALLOC_ARENA_MAX", "1")
	// With some 1.2 GiB or less, Go itself may end the program before main.
	for _, kib := range []int{1_500_000, 2_500_000, 4_000_000} {
		out := shell(t, "bash", "-c", fmt.Sprintf("ulimit -v %d; gospin verify -quiet one.pml 2>&1; echo code $?", kib))
		require.NotContains(t, out, "goroutine ")
		if strings.HasSuffix(out, "code 3\n") {
			require.Regexp(t, `(?s)^gospin: out of memory: [^\n]*\ncode 3\n$`, out)
			continue
		}
		require.Contains(t, out, "verdict: holds\ncode 0\n")
	}
	out := shell(t, "bash", "-c", "ulimit -v 4000000; gospin lsp < <(exec sleep 9 2>/dev/null) & sleep 0.2; kill -9 $!; wait $!; echo code $?")
	require.Contains(t, out, "code 137\n")
}
