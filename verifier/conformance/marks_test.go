package conformance

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/promela/resolve"
	"gospin/vm"
	"gospin/vm/compile"
)

// TestMarksAsRecorded: which control states are safe for SPIN's reduction, and on what conditions, is as pan
// says (testdata/marks.txt, which TestMarksAsPan writes).
func TestMarksAsRecorded(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/marks.txt")
	require.NoError(t, err)
	models := 0
	for part := range bytes.SplitSeq(text, []byte("\n\n")) {
		lines := strings.Split(strings.TrimSpace(string(part)), "\n")
		if strings.HasPrefix(lines[0], "#") {
			continue
		}
		models++
		t.Run(lines[0], func(t *testing.T) {
			dir := "testdata/micro"
			if strings.HasPrefix(lines[0], "examples/") {
				dir = filepath.Dir(examples)
			}
			require.Equal(t, lines[1:], marks(t, filepath.Join(dir, lines[0]), lines[1:], false))
		})
	}
	require.Greater(t, models, 200)
}

// marks are those of the control states that lines name, which have the same form: for each proctype its
// control states with L if they are safe, G if not, and the conditions. Channels are numbered in the order of
// their first mention. Cycles says that acceptance cycles are looked for.
func marks(t *testing.T, model string, like []string, cycles bool) (lines []string) {
	t.Helper()
	m, err := resolve.ParseFile(t.Context(), model, resolve.Options{})
	require.NoError(t, err)
	p, err := compile.Compile(t.Context(), m, compile.Options{})
	require.NoError(t, err)
	var chans ordinals
	for _, line := range like {
		name, list, _ := strings.Cut(line, ": ")
		for i := range p.Procs {
			if p.Procs[i].Name == name {
				lines = append(lines, name+": "+marksOf(t, p, i, list, &chans, cycles))
			}
		}
	}
	return lines
}

func marksOf(t *testing.T, p *vm.Program, proc int, like string, chans *ordinals, cycles bool) string {
	var out []string
	pt := &p.Procs[proc]
	for word := range strings.FieldsSeq(like) {
		n, err := strconv.Atoi(word[:strings.IndexAny(word, "LG")])
		require.NoError(t, err)
		k, st := &pt.Marks[n], &pt.States[n]
		text := fmt.Sprint(n, "G")
		if p.Marks.Off != "" {
			if p.Marks.Local[st.First] {
				text = fmt.Sprint(n, "L")
			}
		} else if k.Safe && !(cycles && k.Accepts) {
			var when []string
			for _, w := range k.When {
				if w.Youngest {
					when = append(when, "youngest")
					continue
				}
				at := fmt.Sprint(w.In.Base, proc, w.In.Off)
				if w.In.Base == vm.BaseGlobal {
					at = fmt.Sprint(w.In.Off)
				}
				when = append(when, fmt.Sprint(pollNames[w.Kind], chans.of(at)))
			}
			text = safe(n, when)
		}
		out = append(out, text)
	}
	return strings.Join(out, " ")
}

var pollNames = map[vm.PollKind]string{vm.PollNFull: "nfull", vm.PollNEmpty: "nempty", vm.PollEmpty: "empty",
	vm.PollFull: "full"}

func safe(n int, when []string) string {
	if len(when) == 0 {
		return fmt.Sprint(n, "L")
	}
	return fmt.Sprintf("%dL:%s", n, strings.Join(when, ","))
}

// ordinals gives names numbers from 1 on, in the order in which they come.
type ordinals map[string]int

func (n *ordinals) of(name string) int {
	if *n == nil {
		*n = ordinals{}
	}
	if (*n)[name] == 0 {
		(*n)[name] = len(*n) + 1
	}
	return (*n)[name]
}
