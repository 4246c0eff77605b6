package main

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

//	testdata/columns.txt is what SPIN prints, but for the name of the program, and its warning that the
//
// trail is
// older than the model: spin -t -k replay.steps -c -p replay.pml
func TestColumnsInSPINsWords(t *testing.T) {
	want, err := os.ReadFile("testdata/columns.txt")
	require.NoError(t, err)
	t.Chdir("testdata")
	var o, e bytes.Buffer
	args := []string{"gospin", "replay", "replay.pml", "-k", "replay.steps", "-cp"}
	require.Equal(t, 0, run(args, nil, &o, &e), e.String())
	require.Equal(t, string(want), strings.ReplaceAll("\n"+o.String(), "\ngospin: ", "\nspin: ")[1:])
}

// trailed writes a model and the trail of its error.
func trailed(t *testing.T, text string) {
	t.Helper()
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("m.pml", []byte(text), 0o644))
	require.Equal(t, 1, run([]string{"gospin", "verify", "m.pml"}, nil, io.Discard, io.Discard))
}

// stdoutOf is what a command prints that must succeed.
func stdoutOf(t *testing.T, args ...string) string {
	t.Helper()
	var o, e bytes.Buffer
	require.Equal(t, 0, run(append([]string{"gospin"}, args...), nil, &o, &e), e.String())
	return o.String()
}

func TestChartInText(t *testing.T) {
	trailed(t, told)
	require.Equal(t, `  step A(0)                    B(1)                  Child(2)
         │                       │                       │
     2   ├─────────c!hi,3───────▶│                       │
     4   │                       │                       ├▷ back!7
     5   │                       │                       ├▷ q!ho
     6   │                       ◀─ mine?7 (4)           │
     7   ◀─ q?ho (5)             │                       │
     8   │                       │                       │  ✗ assertion violated: assert(seen[1] == 0)
`, stdoutOf(t, "replay", "-chart", "m.pml"))
}

// TestChartOfManyProcesses: texts stand beside narrow lanes, and nothing is broader than it has to be.
func TestChartOfManyProcesses(t *testing.T) {
	trailed(t, `chan c[20] = [1] of { byte };
active [21] proctype P() { byte x;
	if :: _pid == 20 -> goto over :: _pid == 0 -> c[0]!1 :: else fi;
	c[_pid]?x; assert(_pid < 2); c[_pid + 1]!x; over: skip }`)
	text := stdoutOf(t, "replay", "-chart", "m.pml")
	lines := strings.Split(text, "\n")
	require.Contains(t, lines[0], "P(2)")
	require.Contains(t, text, "c[1]!1")
	require.Regexp(t, `(?m)^ +without messages: P\(3\), .*P\(20\)$`, text)
	t.Chdir(t.TempDir())
	require.NoError(
		t,
		os.WriteFile("m.pml", []byte("chan c[20] = [1] of { byte };\nactive [20] proctype P() "+
			"{ byte x; if :: _pid == 0 -> c[0]!1 :: else fi; c[_pid]?x; if :: _pid < 19 -> c[_pid+1]!x :: else fi }"), 0o644),
	)
	text = stdoutOf(t, "simulate", "-chart", "-n", "1", "m.pml")
	lines = strings.Split(strings.TrimSpace(text), "\n")
	require.Equal(t, "processes: P(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19)", lines[0])
	require.Len(t, lines, 3+40)
	for _, line := range lines[1:] {
		require.LessOrEqual(t, len([]rune(line)), 100)
	}
}

func TestChartAsSVG(t *testing.T) {
	trailed(t, told)
	require.Empty(t, stdoutOf(t, "replay", "-chart=run.svg", "m.pml"))
	file, err := os.ReadFile("run.svg")
	require.NoError(t, err)
	require.Equal(t, string(file), stdoutOf(t, "replay", "-chart=svg", "m.pml"))
	d := xml.NewDecoder(bytes.NewReader(file))
	var texts []string
	lines := 0
	for {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
		switch tok := tok.(type) {
		case xml.StartElement:
			if tok.Name.Local == "line" {
				lines++
			}
		case xml.CharData:
			texts = append(texts, strings.TrimSpace(string(tok)))
		}
	}
	require.Equal(t, 3+1+2, lines, "three lanes, a handshake and two messages")
	for _, want := range []string{"A(0)", "Child(2)", "c!hi,3", "q!ho", "✗ assertion violated: assert(seen[1] == 0)"} {
		require.Contains(t, texts, want)
	}
	var o, e bytes.Buffer
	require.Equal(t, 2, run([]string{"gospin", "replay", "-chart=run.png", "m.pml"}, nil, &o, &e))
	require.Equal(
		t,
		"gospin: -chart takes text, svg, mermaid, shiviz, or a file whose name ends in .svg, not \"run.png\"\n",
		e.String(),
	)
}

// TestChartInMermaid: a rendezvous is an arrow, a message through a buffer one with the step of its send.
func TestChartInMermaid(t *testing.T) {
	trailed(t, told)
	require.Equal(t, `sequenceDiagram
    participant p0 as A(0)
    participant p1 as B(1)
    participant p2 as Child(2)
    p0->>p1: 2: c!hi,3
    p2-)p1: 6: mine?7 (sent in 4)
    p2-)p0: 7: q?ho (sent in 5)
    Note over p0,p2: 8: assertion violated: assert(seen[1] == 0)
`, stdoutOf(t, "replay", "-chart=mermaid", "m.pml"))
}

// TestLogForShiViz: each event knows what happened before it, and every process counts its own.
func TestLogForShiViz(t *testing.T) {
	trailed(t, told)
	head, rest, _ := strings.Cut(stdoutOf(t, "replay", "-chart=shiviz", "m.pml"), "\n\n")
	require.Equal(t, `(?<host>\S*) (?<clock>{.*})\n(?<event>.*)`, head)
	counts, texts := map[string]int{}, map[string]map[string]int{}
	for _, found := range regexp.MustCompile(`(\S*) ({.*})\n(.*)\n`).FindAllStringSubmatch(rest, -1) {
		clock := map[string]int{}
		require.NoError(t, json.Unmarshal([]byte(found[2]), &clock))
		counts[found[1]]++
		require.Equal(t, counts[found[1]], clock[found[1]], found[0])
		texts[found[3]] = clock
	}
	require.Positive(t, texts["2: c?m,n"]["A(0)"], "the receiver of a rendezvous knows of the sender")
	require.Positive(t, texts["7: q?last"]["Child(2)"], "the receiver of a message knows of the sender")
	require.Equal(t, texts["2: c?m,n"]["A(0)"], texts["4: back!7"]["A(0)"], "a child knows what its creator knew")
}

// TestShow: expressions are told where they change, in whatever words the steps are told.
func TestShow(t *testing.T) {
	trailed(t, told)
	args := []string{"-show", "seen[1] * 2, last", "-show", "B:n", "-show", "B[1]:m", "m.pml"}
	text := stdoutOf(t, append([]string{"replay"}, args...)...)
	for _, want := range []string{
		`    0 +seen\[1\] \* 2 = 0\n`, `seen\[1\] \* 2: 0 → 14\n`, `last: 0 → ho\n`, `B:n: 0 → 3\n`,
		`B\[1\]:m: 0 → hi\n`,
	} {
		require.Len(t, regexp.MustCompile(want).FindAllString(text, -1), 1, "%s, also of a variable, once", want)
	}
	require.Contains(
		t,
		stdoutOf(t, append([]string{"replay", "-p"}, args...)...),
		"  7:\t\tseen[1] * 2: 0 → 14\n",
	)
	var o, e bytes.Buffer
	require.Equal(t, 2, run([]string{"gospin", "replay", "-show", "seen[", "m.pml"}, nil, &o, &e))
	require.Contains(t, e.String(), "-show:")
}

// TestInlinesTellTheirCalls: where the inline stands, and where it is called.
func TestInlinesTellTheirCalls(t *testing.T) {
	trailed(t, `byte x;
inline two(v) { x = v }
inline one(v) {
	two(v)
}
active proctype P() {
	one(7);
	assert(x == 0)
}`)
	require.Contains(t, stdoutOf(t, "replay", "m.pml"), " m.pml:2  x = 7  (two, :4)  (one, :7)")
	require.Contains(
		t,
		stdoutOf(t, "replay", "-p", "m.pml"),
		"P:1) m.pml:2 (state 1)\t[x = 7]",
		"as SPIN has it",
	)
}

// TestInteractiveSimulation: the user is asked where there is a choice only, sees values, and takes steps
// back.
func TestInteractiveSimulation(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("m.pml", []byte(`byte x; chan q = [1] of { byte };
active proctype P() { x = 1; x = 2; if :: x = 3 :: q!5 fi; x == 9 }`), 0o644))
	session := func(flags, input string) (string, string) {
		var o, e bytes.Buffer
		args := append([]string{"gospin", "simulate", "-i", "-n", "1"}, strings.Fields(flags)...)
		require.Equal(t, 0, run(append(args, "m.pml"), strings.NewReader(input), &o, &e), e.String())
		return o.String(), e.String()
	}
	out, errs := session("", "x\n?\nu\nv\n2\n")
	require.Equal(t, "seed: 1\n", errs)
	require.Equal(t, 2, strings.Count(out, "Select a statement"), out) // once more after what is none of them
	require.Contains(t, out, "\tx = 2\nSelect a statement\n\tchoice 1: proc  0 (P:1) m.pml:2 [x = 3]\n"+
		"\tchoice 2: proc  0 (P:1) m.pml:2 [q!5]\n")
	for _, want := range []string{"\"x\" is none of the choices", "undo: back to the choice before", "there is no choice " +
		"before this one", "\tx = 2, q = []", "q: [] → [5]", "no process can move", "run ends after 3 steps"} {
		require.Contains(t, out, want)
	}
	require.NoError(
		t,
		os.WriteFile("m.pml", []byte("byte x; active proctype P() { do :: x = 1 :: x = 2 :: x > 0 -> "+
			"break od }"), 0o644),
	)
	out, _ = session("-p", "1\n2\nu\nu\n3\n2\n3\n")
	require.Regexp(t, regexp.MustCompile(`(?s)back after step 1\n.*back after step 0\n`), out)
	require.Contains(t, out, "  1:\tproc  0 (P:1) m.pml:1 (state 1)\t[x = 1]\n")
	last := out[strings.LastIndex(out, "back after"):]
	require.Equal(t, 0, strings.Count(last, "[x = 1]\n  2:"), last)
	out, _ = session("", "r 5\nq\n")
	require.LessOrEqual(t, strings.Count(out, "Select a"), 2, "several at random are one answer")
	out, _ = session("-u 2", strings.Repeat("1\n", 9))
	require.Contains(t, out, "2 steps are taken (-u)")
	require.Contains(t, out, fmt.Sprintf("%5d  P (0)", 2))
}
