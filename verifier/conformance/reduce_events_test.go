package conformance

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/modelgen"
	"gospin/verifier/por"
	"gospin/verifier/thorough"
	"gospin/vm"
)

// asserted are trace assertions about the channels of random models.
var asserted = []string{
	"trace { do :: q[0]!_ ; q[0]?_ od }",
	"trace { do :: q[0]!1 ; q[1]!_ :: q[0]!0 :: q[0]!2 :: q[1]!_ od }",
	"notrace { do :: q[0]?_ :: q[1]?_ -> break od; do :: q[1]?_ :: q[0]?_ -> break od }",
	"trace { do :: q[0]?_ ; q[1]?_ od }",
	"notrace { q[1]!_; q[0]!_; q[1]!_ }",
}

// outOfTurn fails if the first process is first, though the two seem to have nothing in common.
const outOfTurn = `chan q[2] = [1] of { byte };
active proctype A() { q[0]!1 }
active proctype B() { q[1]!1 }
trace { q[1]!1; q[0]!1 }`

// TestReductionsKeepEvents: in random models with a trace assertion, reductions keep deadlocks and failures;
// a rule that overlooks that the order of events matters does not.
func TestReductionsKeepEvents(t *testing.T) {
	t.Parallel()
	wanted, first := number(t, "GOSPIN_REDUCED", thorough.Of(40, 300)), number(t, "GOSPIN_SEED", 1)
	compared, failed, reduced, missed := 0, 0, 0, 0
	blind := por.ComputedOptions{}.Overlooking(por.Events)
	for seed := uint64(first); compared < wanted; seed++ {
		text := modelgen.Reducible(seed)
		switch {
		case compared == 0:
			text = outOfTurn
		case !strings.Contains(text, "chan q[2] = ["):
			continue
		default:
			text += asserted[seed%uint64(len(asserted))]
		}
		p := compiled(t, text, variant(seed))
		raw, ok := rawSafety(p)
		if !ok {
			continue
		}
		compared++
		if len(raw.Faults) > 0 {
			failed++
		}
		for _, w := range safeWays() {
			if w.slow || w.name == "off" {
				continue
			}
			got, ok := w.safety(t, p, reducedStores[0])
			require.True(t, ok, text)
			require.Empty(t, got.differs(&raw), "seed %d, %s:\n%s", seed, w.name, text)
			if got.States < raw.States {
				reduced++
			}
			if w.static {
				continue
			}
			if o := (por.ComputedOptions{}); o.Off(p) != "" {
				continue
			}
			w.rule = func(p *vm.Program) por.Rule { return computedRule(p, blind) }
			if got, _ = w.safety(t, p, reducedStores[0]); got.differs(&raw) != "" {
				missed++
			}
		}
	}
	t.Logf("%d models, %d with failures, %d reduced searches; without conflicts of events %d miss something",
		compared, failed, reduced, missed)
	require.Positive(t, reduced)
	require.Positive(t, missed)
}
