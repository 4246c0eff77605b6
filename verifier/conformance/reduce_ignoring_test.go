package conformance

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/thorough"
	"gospin/vm/compile"
)

// endless are models in which some process may go on alone for ever, and what another one does wrong must not
// be put off for as long. WRONG is what it does.
var endless = map[string]string{
	"one state": `
		active proctype wrong() { WRONG }
		active proctype loop() { byte x; do :: x = 0 od }`,
	"two states": `
		active proctype wrong() { WRONG }
		active proctype loop() { bit x; do :: x = 1 - x od }`,
	"many states": `
		active proctype wrong() { WRONG }
		active proctype loop() { byte x; do :: x < 200 -> x++ :: x == 200 -> x = 0 od }`,
	"atomic": `
		active proctype wrong() { WRONG }
		active proctype loop() { byte x; do :: atomic { x = (x + 1) % 5; x = (x + 1) % 7 } od }`,
	"sometimes alone": `
		byte g;
		active proctype loop() { byte x; do :: x = (x + 1) % 3 :: x == 9 -> g = 1 od }
		active proctype wrong() { g == 0; WRONG }`,
	"two loops": `
		active proctype loop() { byte x; do :: x = (x + 1) % 4 od }
		active proctype wrong() { WRONG }
		active proctype other() { byte x; do :: x = (x + 1) % 3; x = (x + 2) % 3 od }`,
	"a way in": `
		active proctype wrong() { WRONG }
		active proctype loop() { byte x; do :: x < 9 -> x++ :: x >= 5 -> break od; do :: x < 12 -> x++ :: x >= 11 -> x = 10 od }`,
	"channels": `
		chan c = [2] of { byte };
		active proctype loop() { byte x; do :: c!1 :: c?x od }
		active proctype wrong() { WRONG }`,
	"to and fro": `
		chan a = [1] of { byte }; chan b = [1] of { byte };
		active proctype one() { byte x; a!1; do :: b?x -> a!x od }
		active proctype wrong() { WRONG }
		active proctype two() { byte x; do :: a?x -> b!x od }`,
	"many values": `
		active proctype loop() { int x; do :: x < 3000 -> x++ :: else -> x = 0 od }
		active proctype wrong() { WRONG }`,
	"births": `
		proctype loop() { byte x; do :: x = (x + 1) % 4 od }
		active proctype wrong() { run loop(); WRONG }`,
}

// wrongs end in an assertion that fails, at once or after some steps.
var wrongs = map[string]string{
	"at once": "assert(false)",
	"later":   "byte y; do :: y < 4 -> y++ :: y == 4 -> break od; assert(y < 4)",
	"nested":  "byte y; do :: y = (y + 1) % 3 :: y == 2 -> assert(false) od",
}

// TestNobodyIsIgnored: whatever the order and size of batches, what is wrong is found where processes may go
// on alone for ever, and where every set is accepted it is missed somewhere.
func TestNobodyIsIgnored(t *testing.T) {
	t.Parallel()
	for name, model := range endless {
		missed := 0
		for how, wrong := range wrongs {
			text := strings.ReplaceAll(model, "WRONG", wrong)
			p := compiled(t, text, compile.Options{})
			for i, w := range batchWays() {
				if !thorough.Every(2, i+len(how)) {
					continue
				}
				label := fmt.Sprintf("%s, %s, %s", name, how, w.name)
				got, ok := w.safety(t, p)
				require.True(t, ok, label)
				require.Len(t, got.Faults, 1, label)
				w.blind = true
				if got, _ = w.safety(t, p); len(got.Faults) == 0 {
					missed++
				}
			}
		}
		require.Positive(t, missed, name)
	}
}
