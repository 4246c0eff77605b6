//go:build nats && unix

package main

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestClusterShowsItself: a search is shown as text, and on a page that only this machine can see. When a
// worker dies, both say so, until its partitions have another owner.
func TestClusterShowsItself(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	dir := t.TempDir()
	hub(t, dir)
	model := filepath.Join(dir, "m.pml")
	text := "int a, b;\n" +
		"active proctype A() { do :: a++ :: b++ :: a == 1000000 && b == 1000000 -> break od }\n"
	require.NoError(t, os.WriteFile(model, []byte(text), 0o600))
	v := beginSplit(t, "verify", "-cluster", "-cluster-dir", dir, "-workers", "2", "-partitions", "8", "-quiet",
		"-time", "50s", model)
	shown := func(pattern string) {
		t.Helper()
		for end := time.Now().Add(20 * time.Second); ; time.Sleep(100 * time.Millisecond) {
			_, text, errs := typedLine("status -cluster -cluster-dir " + dir)
			if regexp.MustCompile(pattern).MatchString(text) {
				return
			}
			require.True(t, time.Now().Before(end), "%s is not in %s%s%s", pattern, text, errs, v.errs)
		}
	}
	shown(`^search \w{8}: \S+m\.pml\n  \d{3,} states, \d+ open, errors 0, in 8 partitions: .*\n` +
		`(  worker \S+: 4 partitions, \d+ states, \S+ \S+, \d+% of its time waiting\n){2}`)

	_, out := process(t, "status", "-cluster", "-cluster-dir", dir, "-serve")
	var address string
	require.Eventually(t, func() bool {
		address = regexp.MustCompile(`http://127\.0\.0\.1:\d+/\w+/`).FindString(out.String())
		return address != ""
	}, 20*time.Second, 50*time.Millisecond)
	get := func(what string) (int, string) {
		r, err := http.Get(address + what)
		require.NoError(t, err)
		defer r.Body.Close()
		text, err := io.ReadAll(r.Body)
		require.NoError(t, err)
		return r.StatusCode, string(text)
	}
	code, page := get("")
	require.Equal(t, 200, code)
	require.Contains(t, page, model)
	require.Equal(t, 8, strings.Count(page, "<rect "))
	require.NotContains(t, page, "nobody")
	address = address[:len(address)-2] + "/"
	code, _ = get("live")
	require.Equal(t, 404, code, "another token")

	owner, err := os.FindProcess(v.owners()[0])
	require.NoError(t, err)
	require.NoError(t, owner.Kill())
	shown(`no sign of life`)
	shown(`(?s): 4 partitions.*: 4 partitions`)
	require.NoError(t, v.Process.Signal(os.Interrupt))
	<-v.left
	shown(`^no runs\n`)

	for _, args := range []string{"status x -open", "status -serve", "status -port 1"} {
		code, _, errs := typedLine(args)
		require.Equal(t, 2, code)
		require.Contains(t, errs, "is for a cluster: with -cluster or -nats")
	}
	_, _, errs := typedLine("status -cluster -port 70000 -cluster-dir " + dir)
	require.Contains(t, errs, "-port takes a number up to 65535")
}
