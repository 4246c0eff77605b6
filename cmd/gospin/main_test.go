package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/way"
)

const (
	good  = "byte x; active proctype P() { x = 1; assert(x == 1) }"
	wrong = "byte x;\nactive proctype P() { x = 2; assert(x==1) }\n"
	deep  = "byte x; active proctype P() { do :: x < N -> x++ :: else -> break od }"
	talk  = "mtype = { hi };\nchan c = [0] of { mtype };\nbyte x;\n" +
		"active proctype A() { byte k; printf(\"a %d\\n\", x); c!hi; x = 7; k = 3 }\n" +
		"active proctype B() { mtype m; c?m; printf(\"b\\n\") }\n"
)

// gospin runs a command line in a directory that has the models m.pml (wrong), good.pml, deep.pml,
// talk.pml, and files that are none.
func gospin(t *testing.T, line string) (code int, out, errs string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"m.pml": wrong, "good.pml": good, "deep.pml": deep, "talk.pml": talk, "empty.pml": "",
		"idle.pml":   "byte x;",
		"binary.pml": "\x7fELF\x00\x01\x02", "broken.pml": "active proctype P() { x = }\n",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	require.NoError(t, os.Mkdir(filepath.Join(dir, "folder"), 0o755))
	t.Chdir(dir)
	var o, e bytes.Buffer
	code = run(append([]string{"gospin"}, strings.Fields(line)...), strings.NewReader("1\nq\n"), &o, &e)
	return code, o.String(), e.String()
}

func TestExitCodes(t *testing.T) {
	for line, want := range map[string]int{
		"verify good.pml":             0,
		"train good.pml":              0,
		"train -print good.pml":       2, // there is no profile
		"train good.pml -states 0":    2,
		"train good.pml -search x":    2,
		"inspect -memory good.pml":    0,
		"compare -format x":           2,
		"compare -modes mask,x":       2,
		"compare -against frama":      2,
		"compare -por -modes foo":     2,
		"compare -por -modes raw,o3":  2,
		"inspect -por good.pml":       0,
		"compare nosuch.pml":          2,
		"verify good.pml -compress=x": 2,
		"verify m.pml":                1,
		"verify m.pml -A":             0,
		"verify deep.pml -DN=9":       0,
		"verify deep.pml -DN=9 -m3":   3,
		"verify deep.pml":             2, // N is not declared
		"verify broken.pml":           2,
		"verify":                      2,
		"verify good.pml m.pml":       1,
		"simulate good.pml -n1":       0,
		"simulate m.pml":              1,
		"inspect good.pml":            0,
		"replay good.pml":             2, // there is no trail
		"":                            0,
		"--version":                   0,
		"verify --help":               0,
		"help verify":                 0,
		"verify good.pml -safety -w9": 0,
		"verify good.pml -order=dfs":  0,
		"verify good.pml -order bfs":  0,
		"verify good.pml -order=up":   2,
		"verify good.pml -workers3":   0,
		"verify good.pml -stats":      0,
		"verify m.pml -order bfs":     1,
	} {
		t.Run(line, func(t *testing.T) {
			code, out, errs := gospin(t, line)
			require.Equal(t, want, code, "%s%s", out, errs)
			require.Equal(t, want == 2, out == "", "%s%s", out, errs)
		})
	}
}

func TestFlagsInEverySpelling(t *testing.T) {
	_, plain, _ := gospin(t, "verify --m=5 --D N=9 --compress=collapse --c=0 --por=off --o1 --o2 --o3 deep.pml -json")
	require.Contains(t, plain, `"depth":5,`)
	require.Contains(t, plain, `"compress":"collapse"`)
	require.Contains(t, plain, `"defines":["N=9"]`)
	require.Contains(t, plain, `"errors":0,`)
	asked := func(out string) string { return regexp.MustCompile(`"options":\{.*?\}`).FindString(out) }
	options := asked(plain)
	for _, line := range []string{
		"verify -noreduce -o1 -o2 -o3 -m5 -DN=9 -compress=collapse -c0 deep.pml -json",
		"verify -noreduce -o1 -o2 -o3 deep.pml -m 5 -D N=9 -compress collapse -c 0 -json",
		"verify -noreduce -o1 -o2 -o3 -json -m=5 deep.pml -DN=9 -collapse -c=0",
		"verify -o1 -o2 -o3 -noreduce -json -m5 -DN=9 -collapse -c0 -- deep.pml",
	} {
		t.Run(line, func(t *testing.T) {
			code, out, errs := gospin(t, line)
			require.Equal(t, 3, code, errs)
			require.Equal(t, 1, strings.Count(out, "\n"), "one object on a line")
			require.Equal(t, options, asked(out))
		})
	}
}

// TestBatches: what one gets who asks for nothing, and what -order, -workers and -stats change.
func TestBatches(t *testing.T) {
	const raw = " -noreduce -o1 -o2 -o3"
	for line, want := range map[string]string{
		"verify -pan good.pml" + raw:                      "engine: batch (any order)",
		"verify -pan -workers=4 good.pml" + raw:           "engine: batch (any order, 4 workers)",
		"verify -pan good.pml -order=dfs" + raw:           "engine: batch (depth first)",
		"verify -pan good.pml -order=bfs" + raw:           "engine: batch (breadth first)",
		"verify -pan good.pml -m100" + raw:                "engine: batch (depth first)",
		"verify -pan good.pml -compress=mask" + raw:       "engine: machine, ",
		"verify -pan good.pml -stats" + raw:               "ns per transition: expand ",
		"verify -pan good.pml -stats -json" + raw:         `"stats":{"root_words":1,`,
		"verify -pan good.pml -json -order=dfs" + raw:     `"engine":"batch","order":"dfs","workers":1,`,
		"verify -pan good.pml -json -order=random" + raw:  `"engine":"machine","engine_reason":"`,
		"verify -pan good.pml -compress=auto -json" + raw: `"picked":"there are only `,
	} {
		t.Run(line, func(t *testing.T) {
			code, out, errs := gospin(t, line)
			require.Equal(t, 0, code, errs)
			require.Empty(t, errs)
			require.Contains(t, out, want)
		})
	}
	_, _, errs := gospin(t, "verify -pan good.pml -order=bfs -m100"+raw)
	require.Empty(t, errs)
	_, _, errs = gospin(t, "verify -pan good.pml -DBFS")
	require.Equal(t, "note: -DBFS defines a macro of the model; -order=bfs searches breadth first\n", errs)
}

// TestApproximateFlags: what SPIN's users type is understood, and it is said what it means. The limit of
// memory is above what the tests themselves have taken, since all of the process counts.
func TestApproximateFlags(t *testing.T) {
	for line, want := range map[string]string{
		"verify -pan good.pml -bitstate -w20 -k2 -json":    `"approximate":{"bits_log2":20,"bits_per_state":2,"runs":[{`,
		"verify -pan -k 2 -w 20 -bitstate good.pml -json":  `"approximate":{"bits_log2":20,"bits_per_state":2,"runs":[{`,
		"verify -pan -hc good.pml -json":                   `"approximate":{"hash_bits":64,"runs":[{`,
		"verify -pan good.pml -hc32 -json":                 `"approximate":{"hash_bits":32,"runs":[{`,
		"verify -pan good.pml -hc=40 -runs 2":              "Hash-Compact 40 search for:\n",
		"verify -pan good.pml -bitstate -mem 400M":         "\nbits set per state: 3 (-k3)\n",
		"verify -pan good.pml -safety -bitstate -w20 -run": "\nBit statespace search for:\n",
		"verify -pan good.pml -hc4":                        "Hash-Compact 64 search for:\n",
	} {
		t.Run(line, func(t *testing.T) {
			code, out, errs := gospin(t, line)
			require.Equal(t, 3, code, errs)
			require.Contains(t, out, want)
		})
	}
	_, _, errs := gospin(t, "verify -pan good.pml -hc4")
	require.Equal(t, "note: -hc4 is taken as -hc, which keeps 64 bits of a hash; SPIN's keeps more bytes, "+
		"but of a hash of 32 bits (-hc=32)\n", errs)
	_, _, errs = gospin(t, "verify -pan good.pml -DBITSTATE -w20 -DHC4")
	require.Equal(t, "note: -w is for -bitstate; else it is not needed: the table grows\n"+
		"note: -DBITSTATE defines a macro of the model; -bitstate keeps a few bits of a state\n"+
		"note: -DHC4 defines a macro of the model; -hc keeps a hash of a state\n", errs)
}

const noProcess = "the model has no process to run: write init { ... } or active proctype P() { ... }"

func TestOneLineErrors(t *testing.T) {
	for line, want := range map[string]string{
		"verify folder":        "gospin: there is no model (*.pml) in the folder folder",
		"verify missing.pml":   "missing.pml: error: no such file",
		"verify empty.pml":     "empty.pml: error: " + noProcess,
		"verify idle.pml":      "idle.pml: error: " + noProcess,
		"verify binary.pml":    "binary.pml: error: is not text: there is a NUL byte on line 1",
		"verify":               "gospin: verify needs a model: gospin verify m.pml; gospin verify -h lists the flags",
		"verify -D nosuch.pml": "gospin: -D takes a macro, and has taken nosuch.pml for one: gospin verify -D NAME nosuch.pml",
		"verify m.pml -bfs":    "gospin: -bfs is not available: use -order=bfs",
		"verify m.pml -order=dsf": `gospin: unknown order "dsf" (did you mean "dfs"?): there are ` +
			strings.Join(slices.Concat(way.Orders(), way.Explored()), ", "),
		"verify m.pml -workers 0": "gospin: -workers takes a number above 0, not 0",
		"verify m.pml -workers2 -order dfs": "gospin: -workers=2 and -order=dfs exclude each other: " +
			"several workers keep no order",
		"verify m.pml -workers 2 -collapse": "gospin: -workers=2 is for -compress=roots and unmove: with " +
			"-compress=collapse, one searches alone",
		"verify m.pml -order=bbfs:0": "gospin: -order=bbfs takes a width above 0, or inf: bbfs:4; not \"0\"",
		"verify m.pml -order=alt:0,0": "gospin: -order=alt takes two numbers of levels that are not both 0, or inf: " +
			"alt:2,1; not \"0,0\"",
		"verify m.pml -dfspar":  "gospin: -dfspar is not available: use -workers N, which search together in any order",
		"verify m.pml -hc=7":    "gospin: -hc takes 16 to 64 bits of a hash, not 7",
		"verify m.pml -hc7":     "gospin: -hc takes 16 to 64 bits of a hash, not 7",
		"verify m.pml -hc=few":  `gospin: -hc takes a number of bits, not "few"`,
		"verify m.pml -hc -k 2": "gospin: -w and -k are for -bitstate",
		"verify m.pml -bitstate -collapse": "gospin: -bitstate and -compress=collapse exclude each other: " +
			"no more is kept of a state than its hash says",
		"verify m.pml -bitstate -compress=mask": "gospin: -bitstate and -compress=mask exclude each other: " +
			"no more is kept of a state than its hash says",
		"verify m.pml -bitstate -w 99":  "gospin: -w takes 8 to 48, for so many bits as a power of two, not 99",
		"verify m.pml -bitstate -k 0":   "gospin: -k takes a number above 0, not 0",
		"verify m.pml -bitstate -runs0": `gospin: verify has no flag -runs0 (did you mean "runs"?)`,
		"verify m.pml -hc -runs 0":      "gospin: -runs takes a number above 0, not 0",
		"verify m.pml -runs 2":          "gospin: -runs is for -bitstate and -hc: other searches see all states in one",
		"verify m.pml -biterate":        "gospin: -biterate is not available: use -bitstate -w BITS, or -bitstate -runs N",
		"verify -N p m.pml":             "gospin: no property \"p\": there are safety, assertions, end-states, claims, overflow",
		"verify -nocliam m.pml":         `gospin: verify has no flag -nocliam (did you mean "noclaim"?)`,
		"simulate -M m.pml":             "gospin: -M is not available: use -chart=FILE.svg",
		"simulate -t m.pml":             "gospin: -t is not available: use gospin replay",
		"replay -j20 m.pml":             "gospin: -j20 is not available: steps cannot be left out",
		"verify m.pml -m":               "gospin: -m needs a value",
		"verify m.pml -m -1":            "gospin: limits are not negative",
		"verify m.pml -mem 12Q":         `gospin: -mem takes a size such as 512M or 8G, not "12Q"`,
		"verify m.pml -compress=zip": `gospin: unknown compression "zip": there are ` +
			strings.Join(way.Names(), ", ") + ", and chains: " + way.Chains,
		"verify m.pml -collapse -compress=none": "gospin: -collapse and -compress=none exclude each other",
		"-run m.pml":                            "gospin: -run: use gospin verify MODEL",
		"verfy m.pml": `gospin: unknown command "verfy" (did you mean "verify"?): ` +
			"there are verify, sweep, worker, simulate, replay, explore, playground, inspect, check, compare, train, graph, ltl, " +
			"lint, fmt, lsp, new, examples, completion, status, version, help",
		"replay m.pml -k none.trail": "gospin: there is no trail none.trail: gospin verify writes one where it finds an error",
	} {
		t.Run(line, func(t *testing.T) {
			code, out, errs := gospin(t, line)
			require.Equal(t, 2, code)
			require.Empty(t, out)
			require.Equal(t, want+"\n", errs)
		})
	}
}

func TestSyntaxErrorsHaveAPlace(t *testing.T) {
	code, _, errs := gospin(t, "verify broken.pml")
	require.Equal(t, 2, code)
	require.Contains(t, errs, "broken.pml:1:")
	require.Contains(t, errs, "active proctype P() { x = }")
	require.Contains(t, errs, "^")
}

func TestPanicsAreReported(t *testing.T) {
	var o bytes.Buffer
	require.Equal(t, failedCode, run([]string{"gospin", "verify", "--help"}, nil, broken{}, &o))
	require.Regexp(t, "^gospin: internal error: .*broken.*\n$", o.String())
}

type broken struct{}

func (broken) Write([]byte) (int, error) { panic("broken") }

// The lines are those of: spin -n1 -p -g -l talk.pml
func TestSimulation(t *testing.T) {
	code, out, errs := gospin(t, "simulate -n1 -pgl talk.pml")
	require.Equal(t, 0, code, errs)
	for _, line := range []string{
		"  0:\tproc  - (:root:) creates proc  0 (A)\n",
		"      a 0\n  1:\tproc  0 (A:1) talk.pml:4 (state 1)\t[printf('a %d\\\\n',x)]\n",
		"  2:\tproc  0 (A:1) talk.pml:4 (state 2)\t[c!hi]\n  2:\tproc  1 (B:1) talk.pml:5 (state 1)\t[c?m]\n",
		"\n          b\n", "\t\tx = 7\n", "\t\tA(0):k = 3\n", "terminates\n", "2 processes created\n",
	} {
		require.Contains(t, out, line)
	}
	_, again, _ := gospin(t, "simulate talk.pml -p -n 1 -l -g")
	require.Equal(t, out, again)
	_, out, _ = gospin(t, "simulate talk.pml -u2")
	require.Contains(t, out, "depth-limit (-u2 steps) reached\n")
	_, out, _ = gospin(t, "simulate talk.pml -i")
	require.Contains(t, out, "choice 2: proc  0 (A:1) talk.pml:4 [x = 7]")
	require.Contains(t, out, "Select [1-2, u, r, v, q, ?]: ")
}

// The lines are those of: spin -t -p -g m.pml, after pan has found the error; but for the name of the
// program.
func TestReplay(t *testing.T) {
	code, _, errs := gospin(t, "verify m.pml")
	require.Equal(t, 1, code, errs)
	var o, e bytes.Buffer
	require.Equal(t, 0, run([]string{"gospin", "replay", "m.pml", "-p", "-g"}, nil, &o, &e), e.String())
	require.Equal(t, "  1:\tproc  0 (P:1) m.pml:2 (state 1)\t[x = 2]\n\t\tx = 2\n"+
		"gospin: m.pml:2, Error: assertion violated\n"+
		"gospin: text of failed assertion: assert((x==1))\n"+
		"  2:\tproc  0 (P:1) m.pml:2 (state 2)\t[assert((x==1))]\n"+
		"gospin: trail ends after 2 steps\n#processes: 1\n\t\tx = 2\n"+
		"  2:\tproc  0 (P:1) m.pml:2 (state 3) <valid end state>\n1 process created\n", o.String())
}

func TestInspect(t *testing.T) {
	_, all, _ := gospin(t, "inspect good.pml")
	for _, part := range []string{"automata", "layout", "bytecode"} {
		code, out, errs := gospin(t, "inspect good.pml -"+part)
		require.Equal(t, 0, code, errs)
		require.Contains(t, all, out)
		require.Greater(t, strings.Count(out, "\n"), 2)
	}
}

func TestBytecodeIsReadable(t *testing.T) {
	code, out, errs := gospin(t, "inspect talk.pml -bytecode")
	require.Equal(t, 0, code, errs)
	for _, line := range []string{"initial values of globals\n", "A, state 1, effect: printf('a %d\\n',x)\n",
		"  LOAD x\n", `  PRINT "a %d\n"`,
		"A, state 2, arguments: c!hi\n", "  CONST 1\n"} {
		require.Contains(t, out, line)
	}
}
