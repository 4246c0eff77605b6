package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gospin/cmd/gospin/manual"
	"gospin/examples"
	"gospin/verifier/way"
)

// marked is a block of code with the comments in front of it.
var marked = regexp.MustCompile("(?m)((?:^<!-- [a-z]+: .* -->\n)*)^```([a-z]*)\n((?s:.*?))^```\n")

var mark = regexp.MustCompile(`<!-- ([a-z]+): (.*) -->`)

// TestManual runs the sessions of the manual: each command prints what its page shows. With -update the pages
// are changed to show what is printed.
func TestManual(t *testing.T) {
	for _, p := range manual.Pages() {
		t.Run(p.Name, func(t *testing.T) {
			sessionsOf(t, "manual/"+p.Name+".md", func(text string) string { return text })
		})
	}
}

// TestTasks runs the sessions of eight tasks that people come with, from nothing to the answer.
// GOSPIN_ARCHIVE is an archive of cmd/dist whose program runs them, unpacked again for each; then their times
// are logged.
func TestTasks(t *testing.T) {
	pages, err := filepath.Glob("testdata/tasks/*.md")
	require.NoError(t, err)
	require.Len(t, pages, 8)
	archive, times := os.Getenv("GOSPIN_ARCHIVE"), "| task | seconds |\n|---|---:|\n"
	for _, page := range pages {
		t.Run(filepath.Base(page), func(t *testing.T) {
			start := time.Now()
			if archive != "" {
				unpack(t, archive)
			}
			sessionsOf(t, page, answers)
			times += fmt.Sprintf("| %s | %.1f |\n", filepath.Base(page), time.Since(start).Seconds())
		})
	}
	unpacked = ""
	if archive != "" {
		t.Log("from the archive to the last answer, with " + filepath.Base(archive) + ":\n" + times)
	}
}

// unpacked is the program that sessions are run with; "": this one.
var unpacked string

// unpack makes sessions use the program of an archive, as somebody does who has nothing else.
func unpack(t *testing.T, archive string) {
	dir := t.TempDir()
	text, err := exec.Command("tar", "xzf", archive, "-C", dir, "--strip-components=1").CombinedOutput()
	require.NoError(t, err, "%s", text)
	unpacked = filepath.Join(dir, "gospin")
}

// counted are figures that reductions change, and how long a run was before it was shortened.
var counted = regexp.MustCompile(`\d[\d,]* (?:states?|transitions?|atomic steps)\b| \(\d+ steps, shortened from \d+\)|` +
	`State-vector.*|at depth \d+`)

// answers leaves figures out, which are no part of an answer.
func answers(text string) string { return counted.ReplaceAllString(text, "") }

// sessionsOf runs the sessions of a page in a folder of their own, beside the examples, and compares what
// counts.
func sessionsOf(t *testing.T, page string, counts func(string) string) {
	page, err := filepath.Abs(page)
	require.NoError(t, err)
	text, err := os.ReadFile(page)
	require.NoError(t, err)
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(filepath.Join(dir, "examples"), examples.Models))
	t.Chdir(dir)
	t.Setenv(asProgram, "1") // for sweeps
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	want := string(text)
	got := marked.ReplaceAllStringFunc(want, func(block string) string { return session(t, block) })
	got = wayTable.ReplaceAllStringFunc(got, func(table string) string { return listing(t, table) })
	if *update {
		require.NoError(t, os.WriteFile(page, []byte(got), 0o644))
		return
	}
	want, got = counts(want), counts(got)
	require.True(t, want == got, "%s", firstDifference(want, got))
}

// wayTable is a table of what is registered: a comment that names it, its two heading lines, and its rows.
var wayTable = regexp.MustCompile("(?m)^<!-- table: ([a-z]+) -->\n((?:^\\|.*\n){2})(?:^\\|.*\n)*")

// listing returns a table with a row for each way that is registered. Chains of codecs have none.
func listing(t *testing.T, table string) string {
	m := wayTable.FindStringSubmatch(table)
	words := map[string]func() []way.Word{
		"stores": way.StoreWords, "orders": way.OrderWords, "reductions": way.RuleWords,
	}[m[1]]
	require.NotNil(t, words, table)
	out := "<!-- table: " + m[1] + " -->\n" + m[2]
	for i, w := range words() {
		if strings.Contains(w.Name, "+") {
			continue
		}
		cells := []string{"`" + w.Name + "`", w.About}
		if i == 0 {
			cells[0] += " (default)"
		}
		if w.Good != "" {
			cells = append(cells, w.Good)
		}
		out += "| " + strings.Join(cells, " | ") + " |\n"
	}
	return out
}

// firstDifference returns the first line in which two texts differ.
func firstDifference(want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("line %d of the page is %q, but printed is %q (-update writes it)", i+1, a[i], b[i])
		}
	}
	return fmt.Sprintf("%d lines, and not %d", len(b), len(a))
}

// session writes a block's file, or runs its commands, and returns the block as it should be.
func session(t *testing.T, block string) string {
	m := marked.FindStringSubmatch(block)
	marks := map[string]string{}
	for _, each := range mark.FindAllStringSubmatch(m[1], -1) {
		marks[each[1]] = each[2]
	}
	if name := marks["file"]; name != "" {
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
		require.NoError(t, os.WriteFile(name, []byte(m[3]), 0o644))
		return block
	}
	if !strings.HasPrefix(m[3], "$ gospin ") || marks["tags"] == "nats" && !hasNATS {
		return block
	}
	var out bytes.Buffer
	code, isQuiet := 0, marks["output"] == "none"
	for line := range strings.Lines(m[3]) {
		if command, is := strings.CutPrefix(line, "$ "); is {
			require.Zero(t, code, "only the last command of a session may fail: %s", block)
			out.WriteString(line)
			code = runShown(t, strings.TrimSpace(command), isQuiet, &out)
		}
	}
	want, _ := strconv.Atoi(marks["exit"])
	require.Equal(t, want, code, "%s%s", block, out.String())
	return m[1] + "```" + m[2] + "\n" + out.String() + "```\n"
}

// runShown runs a command line as a shell would, and writes what it prints.
func runShown(t *testing.T, line string, isQuiet bool, w *bytes.Buffer) int {
	var out, errs bytes.Buffer
	command, _, _ := strings.Cut(line, "  #")
	input := ""
	if m := fromFile.FindStringSubmatch(command); m != nil {
		text, err := os.ReadFile(m[2])
		require.NoError(t, err)
		command, input = m[1], string(text)
	}
	code := 0
	if args := words(command); unpacked == "" {
		code = run(args, strings.NewReader(input), &out, &errs)
	} else {
		c := exec.Command(unpacked, args[1:]...)
		c.Stdin, c.Stdout, c.Stderr = strings.NewReader(input), &out, &errs
		if err := c.Run(); err != nil {
			require.NotNil(t, c.ProcessState, err)
			code = c.ProcessState.ExitCode()
		}
	}
	if isQuiet {
		return code
	}
	text := settledText(out.String() + errs.String())
	w.WriteString(strings.TrimRight(text, "\n"))
	if text != "" {
		w.WriteString("\n")
	}
	return code
}

// TestHelpTopics: topics are explained, and what is near one is proposed.
func TestHelpTopics(t *testing.T) {
	for line, wants := range map[string]string{
		"help":                "Topics (gospin help TOPIC):",
		"help tutorial":       "gospin verify",
		"help atomic":         "ATOMIC",
		"help promela d_step": "D_STEP",
		"help verify":         "Usage: gospin verify",
		"help exit-codes":     "inconclusive",
		"help fairness":       "-f",
	} {
		var out, errs bytes.Buffer
		require.Zero(t, run(append([]string{"gospin"}, strings.Fields(line)...), nil, &out, &errs), errs.String())
		require.Contains(t, out.String(), wants, line)
	}
	var out, errs bytes.Buffer
	require.Equal(t, usageCode, run([]string{"gospin", "help", "fairnes"}, nil, &out, &errs))
	require.Contains(t, errs.String(), `did you mean "fairness"?`)
}
