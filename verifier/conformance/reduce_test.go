package conformance

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/modelgen"
	"gospin/verifier/system"
	"gospin/verifier/systemtest"
	"gospin/verifier/thorough"
	"gospin/vm"
	"gospin/vm/compile"
)

// variant is how the model of a seed is compiled: some in another way, and every third one merged.
func variant(seed uint64) compile.Options {
	merged := seed%3 == 0
	return compile.Options{
		Lossy: seed%7 == 3, Strict: seed%7 == 5,
		Own: true, Merge: merged, Dataflow: merged, DropUnread: merged,
	}
}

// slowly is in one of how many models judges search.
const slowly = 8

// TestReductionsKeepFaults: in random models, however they are reduced and stored, there are as many
// deadlocks as without a reduction, and the same assertions fail. GOSPIN_REDUCED says how many models,
// GOSPIN_SEED with which to begin.
func TestReductionsKeepFaults(t *testing.T) {
	t.Parallel()
	wanted, first := number(t, "GOSPIN_REDUCED", thorough.Of(10, 60)), number(t, "GOSPIN_SEED", 1)
	stored, raws := map[string]int{}, 0
	compared := 0
	for seed := uint64(first); compared < wanted; seed++ {
		text := modelgen.Reducible(seed)
		p := compiled(t, text, variant(seed))
		raw, ok := rawSafety(p)
		if !ok {
			continue
		}
		compared++
		raws += raw.States
		for _, w := range safeWays() {
			for i, name := range reducedStores {
				if w.slow && (i > 0 || compared%slowly > 0) {
					continue
				}
				got, ok := w.safety(t, p, name)
				if !ok {
					t.Errorf("seed %d, %s, %s: cut short\n%s", seed, w.name, name, text)
				}
				if why := got.differs(&raw); why != "" {
					t.Errorf("seed %d, %s, %s:\n%s\n%s", seed, w.name, name, why, text)
				}
				stored[w.name] += got.States
			}
		}
	}
	for name, n := range stored {
		t.Logf("%s: %d states of %d", name, n/len(reducedStores), raws)
	}
	require.Equal(t, raws*len(reducedStores), stored["off"])
}

// TestSpinKeepsFaults: where no trap is named, SPIN's rule keeps all, beside formulas, too. The models have
// little that it is known to get wrong.
func TestSpinKeepsFaults(t *testing.T) {
	t.Parallel()
	wanted, first := number(t, "GOSPIN_REDUCED", thorough.Of(10, 60)), number(t, "GOSPIN_SEED", 1)
	compared, raws, stored := 0, 0, 0
	live := reducedBy{name: "spin static", rule: spinRule(true, true), static: true}
	for seed := uint64(first); compared < wanted; seed++ {
		text := modelgen.ReducibleAsSpin(seed)
		p := compiled(t, text, compile.Options{})
		raw, ok := rawSafety(p)
		if !ok || len(p.Marks.Traps) > 0 {
			continue
		}
		compared++
		raws += raw.States
		for i, w := range spinWays() {
			got, _ := w.safety(t, p, reducedStores[(int(seed)+i)%len(reducedStores)])
			if why := got.differs(&raw); why != "" {
				t.Errorf("seed %d, %s:\n%s\n%s", seed, w.name, why, text)
			}
			stored += got.States
		}
		text = modelgen.ReducibleBesideAsSpin(seed)
		p = compiled(t, text, compile.Options{Claim: "p"})
		faults, ok := systemtest.Violations(system.Of(vm.NewMachine(p)), 4*mostStates)
		if !ok {
			continue
		}
		if got, _ := live.verdict(t, p, "mask"); got != (faults.Cycle || faults.End) {
			t.Errorf("seed %d, beside the formula: violated %v\n%s", seed, got, text)
		}
	}
	t.Logf("%d states of %d", stored/len(spinWays()), raws)
	require.Less(t, stored, raws*len(spinWays()))
}

// TestReductionsKeepVerdicts: beside random formulas and never claims the verdict is that of the strongly
// connected components of the whole product, however it is reduced and stored.
func TestReductionsKeepVerdicts(t *testing.T) {
	t.Parallel()
	wanted, first := number(t, "GOSPIN_REDUCED", thorough.Of(10, 60)), number(t, "GOSPIN_SEED", 1)
	stored := map[string]uint64{}
	compared, violated := 0, 0
	for seed := uint64(first); compared < wanted; seed++ {
		text := modelgen.ReducibleBeside(seed)
		p := compiled(t, text, compile.Options{Claim: "p", Lossy: seed%7 == 3})
		raw, ok := systemtest.Violations(system.Of(vm.NewMachine(p)), 4*mostStates)
		if !ok {
			continue
		}
		compared++
		if raw.Cycle || raw.End {
			violated++
		}
		for _, w := range liveWays() {
			for i, name := range reducedStores {
				if w.slow && (i > 0 || compared%slowly > 0) {
					continue
				}
				got, n := w.verdict(t, p, name)
				if got != (raw.Cycle || raw.End) {
					t.Errorf("seed %d, %s, %s: violated %v\n%s", seed, w.name, name, got, text)
				}
				stored[w.name] += n
			}
		}
	}
	for name, n := range stored {
		t.Logf("%s: %d states", name, n/uint64(len(reducedStores)))
	}
	t.Logf("%d of %d violated", violated, compared)
	require.Greater(t, violated, wanted/6)
	require.Less(t, violated, wanted*5/6)
}
