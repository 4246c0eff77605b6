package conformance

import (
	"fmt"
	"testing"

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

// checked is a rule whose every yes is put before a judge.
type checked struct {
	por.Rule
	*systemtest.Judge
	asked   int
	unsure  int
	objects func(s *vm.State, pid int, why string)
}

func (c *checked) Suffice(at por.State, classes []uint32, pid int, choices []system.Choice) bool {
	if !c.Rule.Suffice(at, classes, pid, choices) {
		return false
	}
	full := unpacked(at)
	c.asked++
	if why, sure := c.Objects(full, pid); why != "" {
		c.objects(full, pid, why)
	} else if !sure {
		c.unsure++
	}
	return true
}

// TestWhatSufficesCommutes: in every state of random models, the moves of the process that the computed rule
// lets go on alone are made before and after all moves that the others may make until then: the same states
// come of it, the moves stay executable, the same assertions fail, and a claim sees nothing of it.
func TestWhatSufficesCommutes(t *testing.T) {
	t.Parallel()
	wanted, first := number(t, "GOSPIN_REDUCED", thorough.Of(10, 60)), number(t, "GOSPIN_SEED", 1)
	asked, unsure := 0, 0
	for seed := uint64(first); seed < uint64(first+wanted); seed++ {
		for claim, text := range map[string]string{
			"": modelgen.Reducible(seed), "p": modelgen.ReducibleBeside(seed),
		} {
			p := compiled(t, text, compile.Options{Claim: claim})
			if raw, ok := rawSafety(p); !ok || raw.States > mostStates/10 {
				continue
			}
			r := judgeAll(t, p, claim != "", func(why string) {
				t.Errorf("seed %d: %s\n%s", seed, why, text)
			})
			asked, unsure = asked+r.asked, unsure+r.unsure
		}
	}
	t.Logf("%d sets, of %d of them the judge was not sure", asked, unsure)
	require.Greater(t, asked, 20*wanted)
	require.Less(t, unsure, asked/10)
}

// judgeAll searches a program with the computed rule, and has all that it says judged.
func judgeAll(t *testing.T, p *vm.Program, static bool, objects func(why string)) *checked {
	t.Helper()
	c := &checked{Judge: systemtest.NewJudge(p, 10*enough)}
	c.objects = func(s *vm.State, pid int, why string) {
		q := p.Layout.ShapeOf(s.Vec).Procs[pid]
		objects(fmt.Sprintf("process %d at control state %d: %s", pid, s.Vec[q.Off+p.Layout.Procs[q.Type].PC], why))
	}
	w := reducedBy{static: static, proviso: search.SomeOff, rule: func(p *vm.Program) por.Rule {
		if c.Rule = computed(static)(p); c.Rule == nil {
			return nil
		}
		return c
	}}
	if static {
		w.proviso = search.Anywhere
		w.verdict(t, p, "mask")
	} else {
		w.safety(t, p, "mask")
	}
	return c
}
