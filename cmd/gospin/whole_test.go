package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gospin/verifier/host"
	"gospin/verifier/limit"
	"gospin/verifier/thorough"
)

// What a command may use in fuzz targets, and what it is failed for. The latter are generous: the machine may
// be busy, and Go collects garbage when it likes.
const (
	wholeTime   = time.Second
	wholeMemory = 64 << 20
	mostTime    = 5 * time.Second // of processor
	mostWaiting = time.Minute
	mostGrowth  = 256 << 20
	mostWhole   = 4000 // bytes of a model: longer ones take so long that few are tried
)

// wholeCommands take a model. LIMITS stands for those of wholeTime and wholeMemory, where a command has flags
// for them; all others end with their context.
var wholeCommands = []string{
	"lint",
	"fmt",
	"inspect -automata",
	"inspect -layout",
	"inspect -bytecode",
	"inspect -por",
	"inspect -merging spin",
	"simulate -n 1 -u 1000 -p -g -l -s -r",
	"verify LIMITS",
	"replay",
	"verify LIMITS -quiet -c0 -noreduce -o1 -o2 -o3 -order=dfs",
	"verify LIMITS -json -c0 -n -order=bfs -compress=tree",
	"verify LIMITS -quiet -por=spin",
	"verify LIMITS -quiet -a -f -compress=collapse",
	"verify LIMITS -quiet -l -shortest",
	"train -states 1000 -n 1 -o DIR/m.pml.profile",
	"verify LIMITS -quiet -compress=trained",
	"graph LIMITS -o DIR/m.graph",
	"graph check -ctl AG(EX(true)) DIR/m.graph",
	"graph export DIR/m.graph",
	"inspect -memory",
	"inspect -kinds",
	"inspect -progress",
}

// oddModels are small, and have what few models have.
var oddModels = []string{
	"", "\x00", "active proctype P() {", "#include \"m.pml\"\n", "#define A A A\nA", "/*", "\"",
	"byte x;\nactive proctype P() { do :: x++ od }\nnever { do :: assert(x != 2) od }\n",
	"active [4] proctype P() { skip }\n",
	"inline f(a) { a = a + 1; g(a) }\ninline g(a) { a++ }\nint x;\ninit { f(x); assert(x > 9) }\n",
	"#define two(x) x x\n#define four(x) two(two(x))\nbyte b;\ninit { four(four(b++;)) }\n",
	"chan c = [0] of { byte, chan };\nactive proctype P() { chan d = [1] of { bit }; c!1,d; d?_ }\n" +
		"active proctype Q() { chan e; byte n; c?n,e -> e!1 }\n",
	"typedef T { byte a[3]; int b : 5 };\nT t[2];\ninit { for (t[0].b : 0 .. 2) { t[1].a[t[0].b] = t[0].b } }\n",
	"byte g;\nactive proctype P() { short y; do :: atomic { do :: y < 20 -> y++ :: break od } od }\n",
	"init { int i; do :: i < 3 -> run P(i); i++ :: else -> break od }\nproctype P(int i) { d_step { i--; i = i / i } }\n",
	"mtype = { a, b }\nmtype m = a;\nltl { [] <> (m == b) }\nltl two { m == a U m == b }\n" +
		"active proctype P() { end: do :: m = a :: m = b od unless { false } }\n",
	"byte s;\nchan q = [2] of { mtype, byte };\nmtype = { m };\ntrace { do :: q!m; q?m od }\n" +
		"active proctype P() { progress: do :: q!!m(s) :: q??m,eval(s) :: s < 2 -> s++ :: nempty(q) -> q?<_,s> od }\n",
	"active proctype P() provided (_nr_pr > 0) priority 3 { select(_pid : 1 .. 2); goto L; L: printf(\"%d\\n\", _pid) }\n",
	"hidden int h; show byte s; local byte l; unsigned u : 3;\n" +
		"active proctype P() { xr c; if :: timeout :: else -> (np_) fi; assert(P[0]@L && P:l == 1); L: skip }\n",
}

// FuzzWholePrograms: whatever a model is, no command panics or fails by itself, and each ends in time, with
// memory within bounds. What lint refuses to read, others do, too.
func FuzzWholePrograms(f *testing.F) {
	for _, text := range oddModels {
		f.Add(text)
	}
	micro, err := filepath.Glob("../../verifier/conformance/testdata/micro/*.pml")
	require.NoError(f, err)
	for i := 0; i < len(micro); i += thorough.Of(400, 80) {
		f.Add(contents(f, micro[i]))
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > mostWhole {
			return
		}
		dir := t.TempDir()
		model := filepath.Join(dir, "m.pml")
		require.NoError(t, os.WriteFile(model, []byte(text), 0o600))
		for _, line := range wholeCommands {
			wholeCommand(t, dir, append(strings.Fields(line), model)...)
		}
	})
}

// FuzzFormulas: the same of formulas, over a model.
func FuzzFormulas(f *testing.F) {
	for _, formula := range []string{
		"[] (x > 0 -> <> P@L)", "(a U b) V !X c", "<> [] P[0]:y == 1 W q?[m]", "AG EF (x == 0)", "E[x > 0 U AX y]",
		"(0->B[)]", "[]", "((((", "-1", "!", "len(q) == 0 <-> x", "A[true U EG (x == 1)] -> done",
	} {
		f.Add(formula)
	}
	const text = "byte x;\n#define done (x == 2)\nchan q = [1] of { byte };\n" +
		"active proctype P() { byte y; L: x = 1; q!x; y = 1; x = 2 }\nactive proctype Q() { q?_ }\n"
	f.Fuzz(func(t *testing.T, formula string) {
		if len(formula) > 100 {
			return
		}
		dir := t.TempDir()
		model := filepath.Join(dir, "m.pml")
		require.NoError(t, os.WriteFile(model, []byte(text), 0o600))
		wholeCommand(t, dir, "ltl", "--", formula)
		wholeCommand(t, dir, "ltl", "-json", "-negate", "--", formula)
		for _, flag := range []string{"-ltl", "-ctl", "-sweep"} {
			wholeCommand(t, dir, "verify", "LIMITS", flag+"="+formula, model)
		}
		wholeCommand(t, dir, "simulate", "-n1", "-u100", "-show="+formula, model)
	})
}

func contents(t testing.TB, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(text)
}

// wholeCommand runs a command within limits, and holds it to them.
func wholeCommand(t *testing.T, dir string, args ...string) {
	t.Helper()
	line := []string{"gospin"}
	for _, a := range args {
		if a == "LIMITS" {
			line = append(line, "-time", wholeTime.String(), "-mem", fmt.Sprint(host.RSS()+wholeMemory))
			continue
		}
		line = append(line, strings.ReplaceAll(a, "DIR", dir))
	}
	ctx, stop := limit.Watch(context.Background(), limit.Budget{Time: wholeTime})
	defer stop()
	hangs := time.AfterFunc(mostWaiting, func() {
		debug.SetTraceback("all")
		panic(fmt.Sprint("does not end: ", line))
	})
	defer hangs.Stop()
	spent, peak := processor(), host.PeakRSS()
	var out, errs bytes.Buffer
	code := runContext(ctx, line, strings.NewReader(""), &out, &errs)
	require.LessOrEqual(t, code, 3, "%s: %s", line, errs.String())
	require.NotContains(t, out.String()+errs.String(), "internal error", line)
	require.LessOrEqual(t, processor()-spent, mostTime, line)
	require.LessOrEqual(t, host.PeakRSS()-peak, int64(mostGrowth), line)
}
