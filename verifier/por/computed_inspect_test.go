package por_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/por"
)

// TestInspect: what conflicts is told by both transitions and what they use.
func TestInspect(t *testing.T) {
	prog := compiled(t, `
byte g, h; chan q = [2] of { byte };
active proctype a() { byte i; i = 1; g = i; q!i }
active proctype b() { byte k; q?k; h = k; g = k }
`)
	rule := por.Computed(prog, por.ComputedOptions{})
	var safe []bool
	conflicts := map[string]string{}
	for _, s := range rule.Inspect() {
		safe = append(safe, s.Safe)
		for _, c := range s.Conflicts {
			from, with := prog.Stmts[prog.Trans[c.Trans].Stmt].Text, prog.Stmts[prog.Trans[c.With].Stmt].Text
			conflicts[from] = with + ": " + c.On
			require.NotEmpty(t, c.Cure)
		}
	}
	// a: i = 1, g = i, q!i, -end-; b: q?k, h = k, g = k, -end-
	require.Equal(t, []bool{true, false, false, false, false, true, false, false}, safe)
	require.Equal(t, "g = k: g", conflicts["g = i"])
	require.Equal(t, "g = i: g", conflicts["g = k"])
	require.Equal(t, "q?k: q", conflicts["q!i"])
	require.Equal(t, "q!i: q", conflicts["q?k"])
	require.Equal(t, [][]bool{{false, true}, {true, false}}, rule.Matrix())
}
