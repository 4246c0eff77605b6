//go:build conformance

package conformance

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gospin/promela"
	"gospin/promela/resolve"
	spin "gospin/verifier/pan"
)

var (
	tableTitle = regexp.MustCompile(`^FINAL proctype (\S+)`)
	tableLine  = regexp.MustCompile(
		`^\tstate +(\d+) -\(tr +\d+\)-> state +\d+  \[id +\d+ tp +[-\d,]+(?: org +\d+)?(?: esc \d+)*\] ` +
			`\[....([LG])\] .* => .*?(?:\t\[((?:\(\d+,\d+\))+)\])?$`)
	tableCondition = regexp.MustCompile(`\((\d+),(\d)\)`)
)

// TestMarksAsPan compares the marks of control states with the tables that pan prints, state by state, for
// searches of assertions and of acceptance cycles. GOSPIN_UPDATE=1 records them for the tests without SPIN,
// which hold all micro-models to them: only some of these are compared again, unless GOSPIN_LARGE=1 asks for
// all.
func TestMarksAsPan(t *testing.T) {
	t.Parallel()
	var record struct {
		sync.Mutex
		parts []string
	}
	all := os.Getenv("GOSPIN_UPDATE")+os.Getenv("GOSPIN_LARGE") != ""
	seen := map[string]bool{}
	t.Run("models", func(t *testing.T) {
		for _, dir := range []string{examples, "testdata/micro", debian} {
			for i, model := range modelsIn(t, dir) {
				if strings.HasPrefix(dir, "testdata") && i%5 > 0 && !all {
					continue
				}
				name, err := filepath.Rel(dir, model)
				require.NoError(t, err)
				if dir == examples {
					name = "examples/" + name
				}
				seen[name] = true
				t.Run(name, func(t *testing.T) {
					inTurn(t)
					lines := marksAsPan(t, model)
					record.Lock()
					defer record.Unlock()
					if dir != debian {
						record.parts = append(record.parts, name+"\n"+strings.Join(lines, "\n")+"\n")
					}
				})
			}
		}
	})
	if os.Getenv("GOSPIN_UPDATE") != "" {
		slices.Sort(record.parts)
		head := "# spin -a -o1 -o2 -o3 MODEL; gcc -DNOCLAIM -o pan pan.c; ./pan -d -v -t_reverse\n\n"
		require.NoError(t, os.WriteFile("testdata/marks.txt", []byte(head+strings.Join(record.parts, "\n")), 0o600))
	}
}

func modelsIn(t *testing.T, dir string) (models []string) {
	err := filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
		if strings.HasSuffix(path, ".pml") {
			models = append(models, path)
		}
		return err
	})
	require.NoError(t, err)
	require.NotEmpty(t, models)
	return models
}

// marksAsPan compares a model, and returns pan's marks.
func marksAsPan(t *testing.T, model string) []string {
	path, err := filepath.Abs(model)
	require.NoError(t, err)
	dir := t.TempDir()
	if err := spin.Generate(timed(t, time.Minute), dir, path, spin.Raw...); err != nil {
		if _, no := os.Stat(filepath.Join(dir, "pan.c")); no != nil {
			t.Skip("spin refuses: " + outputOf(err))
		}
	}
	if err := compilePan(timed(t, time.Minute), dir, "-O0", "-DNOCLAIM"); err != nil {
		t.Skip("pan.c does not compile: " + outputOf(err))
	}
	var lines []string
	for _, cycles := range []bool{true, false} {
		args := []string{"-d", "-v", "-t_reverse"}
		if cycles {
			args = append([]string{"-a"}, args...)
		}
		out, _ := run(time.Minute, dir, "./pan", args...)
		if strings.Contains(out, "error: proctype") {
			t.Skip("pan refuses: " + tail(out))
		}
		lines = tableMarks(t, out)
		lines = slices.DeleteFunc(lines, isClaim(t, path))
		require.NotEmpty(t, lines, out)
		require.Equal(t, strings.Join(lines, "\n"), strings.Join(marks(t, model, lines, cycles), "\n"),
			"cycles: %v", cycles)
	}
	return lines
}

// isClaim tells of a line if it is that of a claim, not of a process.
func isClaim(t *testing.T, model string) func(string) bool {
	m, err := resolve.ParseFile(t.Context(), model, resolve.Options{})
	require.NoError(t, err)
	return func(line string) bool {
		name, _, _ := strings.Cut(line, ":")
		return !slices.ContainsFunc(m.Procs, func(p *promela.Proc) bool { return p.Name == name })
	}
}

// tableMarks reads pan's tables.
func tableMarks(t *testing.T, text string) (lines []string) {
	kinds := map[string]string{"2": "nfull", "3": "nempty", "4": "empty", "5": "full"}
	var chans ordinals
	last := ""
	for line := range strings.SplitSeq(text, "\n") {
		if found := tableTitle.FindStringSubmatch(line); found != nil {
			lines = append(lines, strings.Trim(found[1], ":")+":")
			last = ""
			continue
		}
		if !strings.HasPrefix(line, "\tstate ") {
			continue
		}
		found := tableLine.FindStringSubmatch(line)
		require.NotNil(t, found, line)
		if found[1] == last { // marks stand with the first transition
			continue
		}
		last = found[1]
		mark := found[1] + "G"
		if found[2] == "L" {
			var when []string
			for _, w := range tableCondition.FindAllStringSubmatch(found[3], -1) {
				if w[2] == "9" {
					when = append(when, "youngest")
					continue
				}
				when = append(when, fmt.Sprint(kinds[w[2]], chans.of(w[1])))
			}
			mark = found[1] + "L"
			if len(when) > 0 {
				mark += ":" + strings.Join(when, ",")
			}
		}
		lines[len(lines)-1] += " " + mark
	}
	return lines
}
