package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// counting has N^2 states or so, and fails with N=4 where WRONG is 1.
const counting = `byte x, y;
active proctype A() { do :: x < N -> x++ :: else -> break od }
active proctype B() { do :: y < N -> y++ :: else -> break od; assert(!(WRONG && y == 4)) }
`

func TestSweeps(t *testing.T) {
	t.Setenv(asProgram, "1")
	t.Setenv("TMPDIR", t.TempDir())
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("m.pml", []byte(counting), 0o600))
	table := func(line string) (rows []struct {
		Values  map[string]string
		Verdict string
		States  uint64
		Known   bool
		Exit    int
	}) {
		out, errs := commands(t, line)
		require.Empty(t, errs)
		require.NoError(t, json.Unmarshal([]byte(out), &rows), out)
		return rows
	}
	const line = "sweep -format json -noreduce -o1 -o2 -o3 -D WRONG=0,1 -D N=2..6:2 m.pml"
	rows := table(line)
	require.Len(t, rows, 6)
	for i, r := range rows {
		require.Equal(t, []string{"2", "4", "6"}[i%3], r.Values["N"])
		require.Equal(t, []string{"0", "1"}[i/3], r.Values["WRONG"])
		require.False(t, r.Known)
		out, _ := commands(t, "verify -trail=t -json -noreduce -o1 -o2 -o3 -DWRONG="+r.Values["WRONG"]+" -DN="+
			r.Values["N"]+" m.pml")
		var alone struct {
			Verdict string
			States  struct{ Stored uint64 }
		}
		require.NoError(t, json.Unmarshal([]byte(out), &alone))
		require.Equal(t, alone.Verdict, r.Verdict)
		require.Equal(t, alone.States.Stored, r.States)
		require.Equal(t, i == 4, r.Verdict == "violated")
	}
	require.NoFileExists(t, "m.pml.trail", "trails of cells are not left beside the model")
	for _, r := range table(line) {
		require.Equal(t, r.Verdict == "holds", r.Known)
	}
	require.NoError(t, os.WriteFile("m.pml", []byte(counting+"/* another */"), 0o600))
	require.False(t, table(line)[0].Known)
	require.False(t, table(strings.Replace(line, "sweep", "sweep -fresh", 1))[0].Known)
}

// TestSweepsAsText: lines in the order of the cells, how the states grow, and how to see a violation.
func TestSweepsAsText(t *testing.T) {
	t.Setenv(asProgram, "1")
	t.Setenv("TMPDIR", t.TempDir())
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("m.pml", []byte(counting), 0o600))
	out, errs := commands(t, "sweep -D N=2..6 -D WRONG=0 m.pml")
	require.Empty(t, errs)
	lines := strings.Split(out, "\n")
	require.Len(t, lines, 8)
	require.Regexp(t, `^N +states +time +memory  verdict$`, lines[0])
	require.Regexp(t, `^6 +\d+ +\S+ +\S+ [KM]iB  holds$`, lines[5])
	require.Regexp(t, `^states grow .* \(fitted to 5 sizes\); N=7 would have some \d+$`, lines[6])
	out, _ = commands(t, "sweep -D N=2..6:2 -over compress=tree,roots -D WRONG=1 -report junit:j.xml m.pml")
	require.Contains(t, out, "violated: assertions\n")
	require.Contains(t, out, "the run of a violation: gospin verify -DWRONG=1 -DN=4 -compress=tree m.pml\n")
	junit, err := os.ReadFile("j.xml")
	require.NoError(t, err)
	require.Contains(t, string(junit), `name="m.pml N=4 compress=tree"`)
	left, err := filepath.Glob(filepath.Join(os.TempDir(), "gospin-sweep-*"))
	require.NoError(t, err)
	require.Empty(t, left)
}

// TestSweepsOfMacrosWithoutEffect: the model defines the macro itself, or does not mention it.
func TestSweepsOfMacrosWithoutEffect(t *testing.T) {
	t.Setenv(asProgram, "1")
	t.Setenv("TMPDIR", t.TempDir())
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("own.pml", []byte("#define N 3\nbyte x;\nactive [N] proctype P() { x++; assert(x > 0) }\n"), 0o600))
	require.NoError(t, os.WriteFile("m.pml", []byte(counting), 0o600))
	for range 2 { // the second answers are known
		out, errs := commands(t, "sweep -D N=2,3 own.pml")
		require.Empty(t, errs)
		require.Contains(t, out, "\nown.pml:1:9: warning: \"N\" redefined: its -D has no effect [macro-redefined]\n")
		require.NotContains(t, out, "mentions")
		out, errs = commands(t, "sweep -D N=2..3 -D M=1,2 -D WRONG=0 m.pml")
		require.Empty(t, errs)
		require.Contains(t, out, "\nremark: nothing in m.pml mentions M\n")
		require.NotContains(t, out, "redefined")
	}
}

// TestSweepsThatAreRefused: with what is wrong, before anything is searched.
func TestSweepsThatAreRefused(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("m.pml", []byte(counting), 0o600))
	for flags, want := range map[string]string{
		"-D N=5..2":               "there is no number from 5 up to 2",
		"-D N=1..9:0":             "a step of 0 leads nowhere",
		"-D N=0..99999":           "more than 10000 values",
		"-over mem=1G,2G":         "no flag of verify that a sweep can vary",
		"-over x":                 "-over takes a flag with its values, such as compress=tree,collapse",
		"-format xml":             `unknown -format "xml"`,
		"-report junit":           "each with a file",
		"-j 0":                    "-j takes a number above 0, not 0",
		"-swarm 8/8":              "searches are numbered from 0 to 7",
		"-swarm x":                "-swarm takes N, or I/N for one of them",
		"-swarm 8 -order=bfs":     "a swarm chooses how its searches differ",
		"-collect -fresh":         "-collect prints what is kept",
		"-D N=1..999 -D M=1..999": "more than 100000 combinations",
	} {
		_, errs := commands(t, "sweep "+flags+" m.pml")
		require.Contains(t, errs, want, flags)
	}
}

// TestSwarms: each search by itself, and what all of them have seen; never holds.
func TestSwarms(t *testing.T) {
	t.Setenv(asProgram, "1")
	t.Setenv("TMPDIR", t.TempDir())
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("m.pml", []byte(counting), 0o600))
	flags := " -D WRONG=0 -D N=60 -noreduce -w 12 -mem 64M -results r"
	for i := range 4 {
		out, errs := commands(t, fmt.Sprintf("sweep -swarm %d/4%s m.pml", i, flags))
		require.Empty(t, errs)
		require.NotContains(t, out, "holds")
	}
	exit := func(line string) (int, string) {
		var out bytes.Buffer
		return run(append([]string{"gospin"}, strings.Fields(line)...), strings.NewReader(""), &out, &out), out.String()
	}
	code, all := exit("sweep -collect -swarm 4" + flags + " m.pml")
	require.Equal(t, 3, code)
	require.Regexp(t, `(?m)^0 +\d+ .*no error found \(known\)$`, all)
	require.Regexp(t, `(?m)^1 +\d+ .*depth limit reached; no error found|no error found \(known\)$`, all)
	require.Regexp(t, `(?m)^3 +\d+ .*no error found, all states seen \(known\)$`, all)
	require.Regexp(t, `4 searches saw some \d+ states together, each \d+ to 100 % of them`, all)
	require.NotContains(t, all, "holds")
	exact, _ := commands(t, "verify -json -D WRONG=0 -D N=60 -noreduce m.pml")
	var r struct{ States struct{ Stored float64 } }
	require.NoError(t, json.Unmarshal([]byte(exact), &r))
	some := regexp.MustCompile(`saw some (\d+) states`).FindStringSubmatch(all)
	n, err := strconv.ParseFloat(some[1], 64)
	require.NoError(t, err)
	require.InEpsilon(t, r.States.Stored, n, 0.15, "an estimate by 1,024 hashes deviates by 3 percent or so")

	code, out := exit("sweep -first -swarm 8 -D N=4 -D WRONG=1 -w 16 -mem 64M -results r m.pml")
	require.Equal(t, 1, code)
	trail := regexp.MustCompile(`gospin (replay .*)\n`).FindStringSubmatch(out)
	require.NotEmpty(t, trail, out)
	out, _ = commands(t, trail[1])
	require.Contains(t, out, "assertion")
}
