package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// What differs from run to run, and from machine to machine.
var passing = []struct {
	what *regexp.Regexp
	as   string
}{
	{regexp.MustCompile(`(?m)^(memory|time): .*$`), "$1: ..."},
	{regexp.MustCompile(`(<property name="command" value=)"[^"]*"`), `$1"..."`},
	{regexp.MustCompile(`(?m) time="[^"]*"| timestamp="[^"]*"| hostname="[^"]*"`), ""},
	{regexp.MustCompile(`(?m)^(searched for .* transitions?, ).*$`), "$1..."},
	{regexp.MustCompile(`("peak_rss_bytes":)\d+`), "$1..."},
	{regexp.MustCompile(`\d+(\.\d+)? (s|ms|seconds)\b`), "... $2"},
}

var fromFile = regexp.MustCompile(`^(.*) <(\w+)$`)

// TestHour is what somebody sees who tries the program for the first time: the commands of
// testdata/hour/commands, and what each prints, in testdata/hour.txt.
func TestHour(t *testing.T) {
	golden, err := filepath.Abs("testdata/hour.txt")
	require.NoError(t, err)
	list, err := os.ReadFile("testdata/hour/commands")
	require.NoError(t, err)
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, os.DirFS("testdata/hour")))
	t.Chdir(dir)
	var got bytes.Buffer
	for line := range strings.Lines(string(list)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			typed(t, line, &got)
		}
	}
	if *update {
		require.NoError(t, os.WriteFile(golden, got.Bytes(), 0o644))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	require.Equal(t, string(want), got.String())
}

// typed runs a command line and tells what it prints.
func typed(t *testing.T, line string, w *bytes.Buffer) {
	command := line
	var in io.Reader = strings.NewReader("")
	if m := fromFile.FindStringSubmatch(line); m != nil {
		text, err := os.ReadFile(m[2])
		require.NoError(t, err)
		command, in = m[1], bytes.NewReader(text)
	}
	var out, errs bytes.Buffer
	code := run(words(command), in, &out, &errs)
	fmt.Fprintf(w, "$ %s\n%s", line, settledText(out.String()))
	if errs.Len() > 0 {
		fmt.Fprintf(w, "--- on standard error\n%s", settledText(errs.String()))
	}
	fmt.Fprintf(w, "--- exit %d\n\n", code)
}

func settledText(s string) string {
	for _, p := range passing {
		s = p.what.ReplaceAllString(s, p.as)
	}
	return s
}

// words are those of a command line, where single quotes hold what belongs together.
func words(line string) (out []string) {
	for i, part := range strings.Split(line, "'") {
		if i%2 == 1 {
			out = append(out, part)
		} else {
			out = append(out, strings.Fields(part)...)
		}
	}
	return out
}
