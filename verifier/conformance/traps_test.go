package conformance

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// trapped are models on which pan misses errors with its reduction. The numbers of errors are those of
//
//	spin -a -o1 -o2 -o3 MODEL; gcc -DSAFETY -DNOCLAIM -DNOCOMP -o pan pan.c; ./pan -c0 -n
//
// with -DNOREDUCE and without; those of models with a formula, of gcc without -DSAFETY and -DNOCLAIM, and of
// ./pan -a. There the number of processes that pan has is one more, for the claim.
var trapped = []struct {
	name, text   string
	whole, least int64 // errors
	warning      string
}{
	{"u4_zombie", "", 1, 0, "_nr_pr changes with run and with the end of a process"},
	{"order", `init { run f() }
active proctype f() { assert(_pid == 1) }`, 2, 0, "m.pml:1: warning: -por=spin may miss errors: the run here"},
	{"death", `proctype E() { assert(_pid != 3) }
proctype C() { skip }
active proctype A() { run E() }
init { run C() }`, 2, 0, "m.pml:3: warning: -por=spin may miss errors: the run here"},
	{"index", `byte g;
active proctype A() { byte a[2]; a[g] = 1; g = 5; assert(a[0] == 1) }
active proctype B() { g = 1 }`, 2, 0, "m.pml:2: warning: -por=spin may miss errors: a is taken for local"},
	{"argument", `byte g;
proctype C(byte z) { assert(z == 0) }
active proctype A() { run C(g) }
active proctype B() { g = 1 }`, 2, 0, "m.pml:3: warning: -por=spin may miss errors: run is taken for local"},
	{"keyword", `local byte g;
active proctype A() { g = 1; assert(g == 1) }
active proctype B() { g = 2 }`, 2, 0, "m.pml:1: warning: -por=spin may miss errors: g is declared local, but A, B use it"},
	{"remote", `byte g;
active proctype A() { byte x; x = 2; x = 3 }
active proctype B() { g = 1 }
ltl p { []!(A:x == 2 && g == 1) }`, 2, 0, "m.pml:4: warning: -por=spin may miss errors: A:x is taken for local"},
	{"count", `byte g;
proctype C() { skip }
active proctype A() { run C() }
active proctype B() { g = 1; g = 2 }
ltl p { []!(_nr_pr == 3 && g == 1) }`, 2, 0, "m.pml:5: warning: -por=spin may miss errors: a claim refers to _nr_pr"},
}

// TestTrapsOfSpin: -por=spin misses what pan misses, and says so.
func TestTrapsOfSpin(t *testing.T) {
	t.Parallel()
	for _, trap := range trapped {
		t.Run(trap.name, func(t *testing.T) {
			inTurn(t)
			model := filepath.Join(t.TempDir(), "m.pml")
			if trap.text == "" {
				model = filepath.Join("testdata/micro", trap.name+".pml")
			} else {
				require.NoError(t, os.WriteFile(model, []byte(trap.text), 0o600))
			}
			for rule, errors := range map[string]int64{"off": trap.whole, "spin": trap.least} {
				got := replyTo(t, model, time.Minute, "verify", "-o1", "-o2", "-o3", "-c", "0", "-json", "-por="+rule)
				require.Empty(t, got.wrong)
				require.Equal(t, errors, got.Errors, rule)
				if rule == "spin" {
					require.Contains(t, got.output, trap.warning)
				} else {
					require.NotContains(t, got.output, "may miss errors")
				}
			}
		})
	}
}

// TestNoTraps: models that the reduction does no harm are not suspected.
func TestNoTraps(t *testing.T) {
	t.Parallel()
	for _, model := range []string{"leader", "buffer", "window"} {
		got := replyTo(t, filepath.Join(examples, model+".pml"), time.Minute, "verify", "-json", "-por=spin")
		require.Empty(t, got.wrong)
		require.NotContains(t, got.output, "warning", model)
	}
}

// broken breaks its own xr and xs in every way that pan knows:
//
//	chan r (1), sndr proc A (0)
//	pan:1: xs chans cannot be used for rv (at depth 0)
//	chan r (1), recv proc B (1)
//	pan:2: xr chans cannot be used for rv (at depth 0)
//	pan: xs assertion violated: access to chan <q> (0)
//	pan: by A (proc 0) and by B (proc 1)
//	pan:3: error, partial order reduction invalid (at depth 0)
//	pan:4: rand receive on xr channel violates po reduction (at depth 3)
//	pan:6: sorted send on xr channel violates po reduction (at depth 4)
//
// stored=10 matched=0 transitions=10 atomic=0 depth=10.
const broken = `chan q = [2] of { byte };
chan r = [0] of { byte };
active proctype A() { xs q; xs r; q!1; r!3 }
active proctype B() { byte x; xr r; q!2; r?x }
active proctype C() { byte x; xr q; q?x; q??x; q!!1 }
`

// TestBrokenExclusions: a search that goes by xr and xs which do not hold is not conclusive.
func TestBrokenExclusions(t *testing.T) {
	t.Parallel()
	model := filepath.Join(t.TempDir(), "m.pml")
	require.NoError(t, os.WriteFile(model, []byte(broken), 0o600))
	for _, store := range []string{"none", "collapse"} {
		got := replyTo(t, model, time.Minute, "verify", "-o1", "-o2", "-o3", "-c", "0", "-json", "-por=spin",
			"-compress="+store)
		require.Equal(t, "inconclusive", got.verdict())
		require.Equal(t, figures{Stored: 10, Transitions: 10, Depth: 10}, got.figures)
		for _, text := range []string{
			"chan r (1), sndr proc A (0): xs chans cannot be used for rv",
			"chan r (1), recv proc B (1): xr chans cannot be used for rv",
			"xs assertion violated: access to chan q (0) by A (proc 0) and by B (proc 1) at " + model + ":4",
			"rand receive on xr channel violates po reduction at " + model + ":5",
			"sorted send on xr channel violates po reduction at " + model + ":5",
		} {
			require.Contains(t, got.output, "partial order reduction invalid: "+text)
		}
	}
}

// TestExclusionsBrokenWithinAtomic: also the uses are seen that lie within an atomic sequence, which an
// engine may take as one move.
func TestExclusionsBrokenWithinAtomic(t *testing.T) {
	t.Parallel()
	model := filepath.Join(t.TempDir(), "m.pml")
	text := `chan q = [4] of { byte };
active proctype A() { xs q; q!1 }
active proctype B() { byte x; atomic { x = 1; if :: x == 1 -> skip :: x == 2 -> q!3 fi; x = 2; q!2 } }
active proctype C() { byte x; atomic { x = 1; if :: x == 1 -> skip :: x == 2 -> q!4 fi } }
`
	require.NoError(t, os.WriteFile(model, []byte(text), 0o600))
	for _, store := range []string{"none", "collapse"} {
		got := replyTo(t, model, time.Minute, "verify", "-json", "-por=spin", "-compress="+store)
		require.Equal(t, "inconclusive", got.verdict())
		require.Contains(t, got.output, "by A (proc 0) and by B (proc 1) at "+model+":3")
		require.NotContains(t, got.output, "proc 2")
	}
}

// ignoring are models in which some processes go round for ever, and may do so alone, while another one has
// to move for the error.
var ignoring = map[string]string{
	"a loop": `byte g;
active proctype A() { byte x; do :: x = 1 - x od }
active proctype B() { g = 1; assert(g == 0) }
ltl p { [] (g == 0) }`,
	"atomic loops that block": `byte g;
chan q = [1] of { byte };
active proctype C() { g = 1; assert(g == 0) }
active proctype A() { xs q; atomic { do :: q!1 od } }
active proctype B() { xr q; atomic { do :: q?_ od } }
ltl p { [] (g == 0) }`,
}

// TestSpinIgnoresNobody: the provisos hold, those of searches for assertions and that beside claims.
func TestSpinIgnoresNobody(t *testing.T) {
	t.Parallel()
	for name, text := range ignoring {
		model := filepath.Join(t.TempDir(), "m.pml")
		require.NoError(t, os.WriteFile(model, []byte(text), 0o600))
		for _, rule := range []string{"spin", "spin-liveness"} {
			for _, store := range []string{"none", "collapse"} {
				for _, property := range []string{"safety", "p"} {
					got := replyTo(t, model, time.Minute, "verify", "-json", "-E", "-por="+rule, "-compress="+store,
						"-only="+property)
					require.Equal(t, "violated", got.verdict(), "%s, %s, %s: %s", name, rule, property, got.output)
					require.Contains(t, got.output, `"reductions":"`+rule[:4])
				}
			}
		}
	}
}
