package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gospin/verifier/thorough"
)

// asProgram is set in the environment of a test's binary that is run as gospin.
const asProgram = "GOSPIN_TEST_AS_PROGRAM"

// graceOf is in the environment of one that has another grace than the usual one.
const graceOf = "GOSPIN_TEST_GRACE"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" { // programs that it starts are, too
		grace, _ = time.ParseDuration(os.Getenv(graceOf))
		thorough.Usual()
		main()
	}
	os.Exit(m.Run())
}

// installed is a folder with the program gospin, as a script that runs the test's binary.
func installed(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	binary, err := os.Executable()
	require.NoError(t, err)
	text := "#!/bin/sh\n" + asProgram + "=1 exec '" + binary + "' \"$@\"\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "gospin"), []byte(text), 0o755))
	return dir
}

// shell runs a script with gospin in its path, in a folder with a few models.
func shell(t *testing.T, name string, args ...string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skipf("no %s: its completion is not tried", name)
	}
	dir := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "more models"), 0o755))
	for _, f := range []string{"one.pml", "two.pml", "one.txt", ".hidden.pml", "more models/x.pml"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, f), []byte(good), 0o644))
	}
	cmd := exec.Command(path, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+installed(t)+":"+os.Getenv("PATH"), "HOME="+dir, "TERM=dumb")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return string(out)
}

// completed are lines, what is typed and what is offered, some of it at least; ! stands before what is not.
var completed = map[string]string{
	"gospin ver":                    "verify version",
	"gospin verify -o":              "-order -o1 -o2 -o3 -only",
	"gospin verify --no":            "--noreduce --noclaim --noshorten",
	"gospin verify ":                "one.pml two.pml !one.txt !.hidden.pml",
	"gospin verify one.pml -order ": "any dfs bfs",
	"gospin verify -compress co":    "collapse collapse1997",
	"gospin replay -k ":             "!one.pml",
	"gospin verify -report j":       "json junit !html",
	"gospin completion ":            "bash zsh fish",
	"gospin graph ":                 "walk check one.pml",
	"gospin compare -format ":       "html csv",
}

func offered(t *testing.T, line, out, want string) {
	t.Helper()
	got := strings.Fields(out)
	for _, w := range strings.Fields(want) {
		if absent, no := strings.CutPrefix(w, "!"); no {
			require.NotContains(t, got, absent, line)
		} else {
			require.Contains(t, got, w, line)
		}
	}
}

// TestCompletionInBash: readline takes words apart at = and : as well, and replaces the last part.
func TestCompletionInBash(t *testing.T) {
	const ask = `source <(gospin completion bash); COMP_LINE="$1"; COMP_POINT=${#1}; _gospin; printf '%s\n' "${COMPREPLY[@]}"`
	for line, want := range completed {
		offered(t, line, shell(t, "bash", "--norc", "-c", ask, "bash", line), want)
	}
	for line, want := range map[string]string{
		"gospin verify -order=b":         "bfs\nbbfs:\nbest:\n",
		"gospin verify -report sarif:on": "one.pml\none.txt\n",
		"gospin verify -split=pan,pan-":  "pan,pan-sepqs\n",
		"gospin verify mo":               "more models/\n",
		"gospin ltl ":                    "\n",
	} {
		require.Equal(t, want, shell(t, "bash", "--norc", "-c", ask, "bash", line), line)
	}
	require.Contains(
		t,
		shell(t, "bash", "--norc", "-c", "source <(gospin completion bash); complete -p gospin"),
		"complete -F _gospin gospin",
	)
}

// TestCompletionInZsh: compadd outside of a completion is an error, so it is replaced by one that prints.
func TestCompletionInZsh(t *testing.T) {
	const ask = `compdef() { :; }; source <(gospin completion zsh)
compadd() { while [[ $1 != -- ]]; do shift; done; shift; print -l -- "$@"; }
words=("${(@s: :)1}"); CURRENT=$#words; _gospin || true`
	for line, want := range completed {
		offered(t, line, shell(t, "zsh", "-f", "-c", ask, "zsh", line), want)
	}
	require.Equal(
		t,
		"-order=bfs\n-order=bbfs:\n-order=best:\n",
		strings.Join(
			strings.Fields(shell(t, "zsh", "-f", "-c", ask, "zsh", "gospin verify -order=b")),
			"\n",
		)+"\n",
	)
}

func TestCompletionInFish(t *testing.T) {
	const ask = `gospin completion fish | source; complete -C $argv[1]`
	for line, want := range completed {
		offered(t, line, shell(t, "fish", "--no-config", "-c", ask, line), want)
	}
	require.Contains(t, shell(t, "fish", "--no-config", "-c", ask, "gospin verify -order=b"), "-order=bfs")
}

// TestVersions: -V, --version and version print the same line.
func TestVersions(t *testing.T) {
	_, want, _ := gospin(t, "version")
	require.Regexp(t, `^gospin \S+( \(commit [0-9a-f]{12}( of [0-9-]{10})?(, modified)?\))?, go\S+ \w+/\w+\n$`, want)
	for _, line := range []string{"-V", "--version", "-v", "verify -V", "replay --version m.pml"} {
		code, out, errs := gospin(t, line)
		require.Zero(t, code, errs)
		require.Equal(t, want, out, line)
	}
	code, _, errs := gospin(t, "version 3")
	require.Equal(t, 2, code)
	require.Equal(t, "gospin: version takes no arguments, not \"3\"\n", errs)
	_, out, _ := gospin(t, "version -json")
	require.Regexp(t, `^\{"version":".*","commit":"[0-9a-f]*",.*"go":"go.*","platform":".*"\}\n$`, out)
}

// TestHelps: each command's help has three examples that the parser of flags takes, the flags in groups with
// their defaults, and exit codes, on lines that are not too long.
func TestHelps(t *testing.T) {
	app := application(strings.NewReader(""), nil, nil)
	for _, c := range app.Commands {
		if c.Hidden || c.Name == "help" { // whose help is the program's
			continue
		}
		code, out, errs := gospin(t, c.Name+" -h")
		require.Zero(t, code, errs)
		require.Contains(t, out, "Usage: gospin "+c.Name)
		require.Contains(t, out, "\nExit codes: 0 ")
		_, list, _ := describes(c)
		require.Lenf(
			t,
			list,
			3,
			"give %s three examples, in linesOf of examples.go or its description",
			c.Name,
		)
		for _, e := range list {
			require.Contains(t, out, e.line)
			line, _, _ := strings.Cut(strings.NewReplacer("source <(", "", ")", "").Replace(e.line), " >")
			line, _, _ = strings.Cut(line, " | ")
			_, err := normalise(strings.Fields(strings.ReplaceAll(line, "'", "")), app.Commands)
			require.NoError(t, err, e.line)
		}
		for l := range strings.Lines(out) {
			require.LessOrEqual(t, len([]rune(l)), helpWidth+1, l)
		}
	}
	_, out, _ := gospin(t, "-h")
	for _, c := range app.Commands {
		require.Contains(t, out, "\n  "+c.Name+" ")
	}
}

// typedLine runs a command line in the folder that is worked in.
func typedLine(line string) (code int, out, errs string) {
	var o, e strings.Builder
	code = run(append([]string{"gospin"}, strings.Fields(line)...), strings.NewReader(""), &o, &e)
	return code, o.String(), e.String()
}
