package conformance

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gospin/verifier/modelgen"
	"gospin/verifier/por"
	"gospin/verifier/search"
	"gospin/verifier/system"
	"gospin/verifier/systemtest"
	"gospin/verifier/thorough"
	"gospin/vm"
	"gospin/vm/compile"
)

// deadly is how models are compiled whose dead variables are reset, every other one merged, too.
func deadly(seed uint64) compile.Options {
	return compile.Options{Own: true, Dataflow: true, DropUnread: true, Merge: seed%2 == 0}
}

// messages are those of faults, in order, without where they were met: merged statements have one place.
func messages(faults []string) (out []string) {
	for _, f := range faults {
		_, msg, _ := strings.Cut(f, ": ")
		out = append(out, msg)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// TestDeadVariablesKeepFaults: in random models with many dead variables the same assertions fail as raw, and
// there are deadlocks if there are raw; there are never more states. So it is with partial-order reduction on
// top. GOSPIN_DEAD says how many models,
// GOSPIN_SEED with which to begin.
func TestDeadVariablesKeepFaults(t *testing.T) {
	t.Parallel()
	wanted, first := number(t, "GOSPIN_DEAD", thorough.Of(50, 300)), number(t, "GOSPIN_SEED", 1)
	compared, raws, states, failing, blocked, fewer := 0, 0, 0, 0, 0, 0
	alone := reducedBy{proviso: search.SomeOff, rule: func(p *vm.Program) por.Rule {
		return computedRule(p, por.ComputedOptions{})
	}}
	for seed := uint64(first); compared < wanted; seed++ {
		text := modelgen.Scratch(seed)
		raw, ok := rawSafety(compiled(t, text, compile.Options{}))
		if !ok {
			continue
		}
		p := compiled(t, text, deadly(seed))
		got, _ := rawSafety(p)
		reduced, _ := alone.safety(t, p, "mask")
		require.Equal(t, messages(raw.Faults), messages(reduced.Faults), "seed %d, reduced\n%s", seed, text)
		require.Equal(t, raw.Deadlocks > 0, reduced.Deadlocks > 0, "seed %d, reduced\n%s", seed, text)
		compared++
		require.Equal(t, messages(raw.Faults), messages(got.Faults), "seed %d\n%s", seed, text)
		require.Equal(t, raw.Deadlocks > 0, got.Deadlocks > 0, "seed %d\n%s", seed, text)
		require.LessOrEqual(t, got.States, raw.States, "seed %d\n%s", seed, text)
		raws, states = raws+raw.States, states+got.States
		failing += min(len(raw.Faults), 1)
		blocked += min(raw.Deadlocks, 1)
		if got.States < raw.States {
			fewer++
		}
	}
	t.Logf("%d models, %d with failed assertions, %d with deadlocks, %d with fewer states: %d of %d",
		compared, failing, blocked, fewer, states, raws)
	require.Greater(t, fewer, compared/3)
	require.Greater(t, failing, compared/5)
	require.Greater(t, blocked, compared/8)
}

// TestDeadVariablesKeepVerdicts: beside formulas that look at the variables the verdict is that of the whole
// product.
func TestDeadVariablesKeepVerdicts(t *testing.T) {
	t.Parallel()
	wanted, first := number(t, "GOSPIN_DEAD", thorough.Of(40, 300)), number(t, "GOSPIN_SEED", 1)
	compared, violated := 0, 0
	for seed := uint64(first); compared < wanted; seed++ {
		text := modelgen.ScratchBeside(seed)
		o := compile.Options{Claim: "p"}
		raw, ok := systemtest.Violations(system.Of(vm.NewMachine(compiled(t, text, o))), mostStates)
		if !ok {
			continue
		}
		compared++
		o.Own, o.Dataflow, o.DropUnread = true, true, true
		got, _ := systemtest.Violations(system.Of(vm.NewMachine(compiled(t, text, o))), mostStates)
		require.Equal(t, raw.Cycle || raw.End, got.Cycle || got.End, "seed %d\n%s", seed, text)
		if raw.Cycle || raw.End {
			violated++
		}
	}
	t.Logf("%d of %d violated", violated, compared)
	require.Greater(t, violated, wanted/6)
	require.Less(t, violated, wanted*5/6)
}

// aboutEnds is what may be overlooked where processes stay at their ends.
var aboutEnds = map[string]bool{
	"counting": true, "peeking": true, "births": true, "numbers": true, "channels": true,
}

// deadTraps are models that tell what is overlooked, where random ones do so seldom.
var deadTraps = map[string]string{
	"blocking": `byte g, t;
active proctype P() { atomic { t = 1; g == 1; assert(t != 2) } }
active proctype Q() { atomic { t = 2; g = 1 } }`,
	"meetings": `byte t; chan m = [0] of { byte };
active proctype P() { atomic { t = 1; if :: m!0 :: true fi; assert(t != 2) } }
active proctype Q() { atomic { m?_; t = 2 } }`,
	"starts": `byte t;
active proctype P() { assert(t != 2) }
active proctype Q() { atomic { t = 2; assert(t > 1) } }`,
	"peeking": `byte g;
active proctype Q() { g == 1; assert(P:l == 1) }
active proctype P() { byte l; l = 1; g = 1 }`,
	"births":  known,
	"numbers": known,
}

// known is a model in which a process has the number of another one that has ended.
const known = `byte g;
proctype P() { byte l; atomic { g++; l = g }; assert(l != 2 || _pid != 1) }
init { run P(); g == 1; run P() }`

// TestDeadTraps: what the rules are careful about they keep.
func TestDeadTraps(t *testing.T) {
	t.Parallel()
	for what, text := range deadTraps {
		raw, ok := rawSafety(compiled(t, text, compile.Options{}))
		require.True(t, ok)
		got, _ := rawSafety(compiled(t, text, deadly(0)))
		require.Equal(t, messages(raw.Faults), messages(got.Faults), what)
		require.NotEmpty(t, got.Faults, what)
	}
}

// TestPrintedValuesThatFail: what only a printf reads is kept where it decides whether the printf fails.
func TestPrintedValuesThatFail(t *testing.T) {
	t.Parallel()
	for text, fails := range map[string]bool{
		`byte n; active proctype A() { n = 2; printf("%d", 5 / n) }`:                             false,
		`byte n; active proctype A() { n = 2; printf("%d", 7 + 5 % (n - 2)) }`:                   true,
		`byte i, a[2]; active proctype A() { a[1] = 1; i = 1; printf("%d", a[i]); a[0] = a[1] }`: false,
		`byte i, a[2]; active proctype A() { a[1] = 1; i = 2; printf("%d", a[i]); a[0] = a[1] }`: true,
	} {
		raw, ok := rawSafety(compiled(t, text, compile.Options{}))
		require.True(t, ok)
		got, _ := rawSafety(compiled(t, text, deadly(0)))
		require.Equal(t, messages(raw.Faults), messages(got.Faults), text)
		require.Equal(t, fails, len(got.Faults) > 0, text)
	}
}

// TestDeadMutantsAreCaught: the same comparisons find out what is overlooked.
func TestDeadMutantsAreCaught(t *testing.T) {
	t.Parallel()
	for what := range compile.Overlooked {
		t.Run(what, func(t *testing.T) {
			if !thorough.On && (what == "channels" || what == "others") {
				t.Skip("seen only in a late model")
			}
			for seed := range uint64(mostTries) {
				text := modelgen.Scratch(seed)
				if hard := deadTraps[what]; hard != "" {
					text = hard
				} else if aboutEnds[what] {
					text = modelgen.Mortal(seed)
				} else if what == "formulas" {
					text = modelgen.ScratchBeside(seed)
				}
				if deadMutantCaught(t, text, what) {
					t.Logf("seed %d", seed)
					return
				}
				if deadTraps[what] != "" {
					break
				}
			}
			require.Fail(t, "nobody has noticed", what)
		})
	}
}

func deadMutantCaught(t *testing.T, text, what string) bool {
	o := compile.Options{Own: true, Dataflow: true, DropUnread: true}.Overlooking(what)
	if aboutEnds[what] {
		o = staying.Overlooking(what)
	}
	if what == "formulas" {
		raw, ok := systemtest.Violations(
			system.Of(vm.NewMachine(compiled(t, text, compile.Options{Claim: "p"}))), mostStates)
		o.Claim = "p"
		got, _ := systemtest.Violations(system.Of(vm.NewMachine(compiled(t, text, o))), mostStates)
		return ok && (raw.Cycle || raw.End) != (got.Cycle || got.End)
	}
	raw, ok := rawSafety(compiled(t, text, compile.Options{}))
	if !ok {
		return false
	}
	got, _ := rawSafety(compiled(t, text, o))
	blocked := raw.Deadlocks > 0 != (got.Deadlocks > 0)
	return blocked || !slices.Equal(messages(raw.Faults), messages(got.Faults))
}

// TestDeadStates: what a d_step overwrites on all ways is dead in front of it, and globals that only serve
// within atomic sequences and d_steps are dead between them.
func TestDeadStates(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text      string
		raw, dead int
	}{
		"all ways": {`byte g;
active proctype P() { byte k;
	do :: if :: k = 1 :: k = 2 :: k = 3 fi;
	d_step { if :: g == 0 -> k = 1 :: else -> k = 2 fi; assert(k < 4); k = 0 } od }`, 4, 2},
		"one way": {`byte g;
active proctype P() { byte k;
	do :: if :: k = 1 :: k = 2 :: k = 3 fi;
	d_step { if :: g == 0 -> k = 1 :: else fi; assert(k < 4); k = 0 } od }`, 4, 4},
		"temporary": {`byte t, g;
active [2] proctype P() { do :: d_step { t = g; g = (t + _pid + 1) % 3 } od }`, 7, 3},
		"read in between": {`byte t, g;
active [2] proctype P() { do :: d_step { t = g; g = (t + _pid + 1) % 3 } :: t == 2 od }`, 7, 7},
	} {
		raw, _ := rawSafety(compiled(t, c.text, compile.Options{}))
		dead, _ := rawSafety(compiled(t, c.text, deadly(1)))
		assert.Equal(t, []int{c.raw, c.dead}, []int{raw.States, dead.States}, name)
	}
}

// staying are options by which processes stay where they end.
var staying = compile.Options{Own: true, Merge: true}

// TestProcessesThatStayKeepFaults: where processes stay at their ends because nobody can tell, the same
// assertions fail as raw, there are deadlocks if there are raw, and there are never more states.
func TestProcessesThatStayKeepFaults(t *testing.T) {
	t.Parallel()
	wanted, first := number(t, "GOSPIN_DEAD", thorough.Of(50, 300)), number(t, "GOSPIN_SEED", 1)
	compared, fewer, blocked := 0, 0, 0
	for seed := uint64(first); compared < wanted; seed++ {
		text := modelgen.Mortal(seed)
		p := compiled(t, text, staying)
		raw, ok := rawSafety(compiled(t, text, compile.Options{}))
		if !ok || !p.Lingers {
			continue
		}
		compared++
		got, _ := rawSafety(p)
		require.Equal(t, messages(raw.Faults), messages(got.Faults), "seed %d\n%s", seed, text)
		require.Equal(t, raw.Deadlocks > 0, got.Deadlocks > 0, "seed %d\n%s", seed, text)
		require.LessOrEqual(t, got.States, raw.States, "seed %d\n%s", seed, text)
		blocked += min(raw.Deadlocks, 1)
		if got.States < raw.States {
			fewer++
		}
	}
	t.Logf("%d models, %d with deadlocks, %d with fewer states", compared, blocked, fewer)
	require.Greater(t, fewer, compared/3)
	require.Greater(t, blocked, compared/8)
}
