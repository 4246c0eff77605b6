package reason_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier"
	"gospin/verifier/reason"
	"gospin/verifier/report"
	"gospin/verifier/source"
	"gospin/verifier/trail"
	"gospin/vm"
)

// followed makes the moves of a model with a single run, and returns the status of a formula after each.
func followed(t *testing.T, src source.Source, claim string) (said []string, violated bool) {
	t.Helper()
	p, err := src.Program(t.Context(), source.Aim{})
	require.NoError(t, err)
	of, err := src.Program(t.Context(), source.Aim{Claim: claim, Explain: true})
	require.NoError(t, err)
	f, m, s := reason.Follow(of), vm.NewMachine(p), vm.State{}
	m.Initial(&s)
	for said = []string{f.String()}; ; said = append(said, f.String()) {
		moves, _ := trail.Moves(m, &s, nil)
		if len(moves) == 0 {
			return said, f.Violated()
		}
		require.Len(t, moves, 1)
		m.Do(&s, moves[0])
		f.Take(p, moves[0])
	}
}

// TestFollow: at the end of a run, a formula is violated exactly if the verifier finds it violated.
func TestFollow(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("m.pml", []byte(`byte x;
active proctype P() { x = 1; x = 2; atomic { x = 7; x = 3 }; x = 1; do :: x < 5 -> x++ :: else -> break od; x = 0 }
`), 0o600))
	formulas := []string{
		"[] (x < 5)", "[] (x != 7)", "<> (x == 4)", "<> (x == 6)", "[] (x == 1 -> <> (x == 3))", "[] (x == 3 -> <> (x == 2))",
		"[] (x == 4 -> <> (x == 3))", "x < 2 U x == 2", "x < 2 U x == 3", "(x < 6) W (x == 9)", "(x < 5) W (x == 9)",
		"x == 5 V x < 6", "x == 4 V x < 4", "X (x == 1)", "X X (x == 3)", "<> [] (x == 0)", "[] <> (x == 1)",
		"![] (x < 5)", "!<> (x == 4)", "(x == 0) <-> <> (x == 5)", "(x == 1) <-> [] (x < 6)", "!(x < 2 U x == 3)",
		"!((x == 0) <-> (x == 1))", "[] (x == 2 -> X (x == 3)) && <> (x == 5)", "<> (x == 9) || [] (x < 5)",
		"[] (x == 0 || x == 1 -> !(x == 6 U x == 7))", "!(x == 5 V x < 6)", "[] (x > 2 -> (x > 2 U x == 0))",
	}
	violations := 0
	for _, text := range formulas {
		src := source.Source{Model: "m.pml", Formulas: []string{text}}
		o := verifier.Options{Source: src, Limits: verifier.Limits{Errors: 1}}
		o.Only = []string{text}
		r, err := verifier.Run(t.Context(), o)
		require.NoError(t, err)
		said, violated := followed(t, src, text)
		require.Equal(t, r.Verdict == report.Violated, violated, "%s: %q", text, said)
		if violated {
			violations++
		}
	}
	require.Equal(t, 15, violations)

	said, _ := followed(t, source.Source{Model: "m.pml", Formulas: []string{"[] (x == 2 -> <> (x == 4))"}},
		"[] (x == 2 -> <> (x == 4))")
	require.Equal(t, "open", said[0])
	require.Equal(t, "open: <> (x == 4) is to come", said[2])
	require.Equal(t, "open: <> (x == 4) is to come", said[3], "inside the atomic sequence nobody looks")
	require.Contains(t, said[len(said)-1], "holds since step")
	said, _ = followed(t, source.Source{Model: "m.pml", Formulas: []string{"[] (x != 3)"}}, "[] (x != 3)")
	require.Equal(t, []string{"open", "open", "open", "open", "violated since step 4"}, said[:5])
}

// TestWaits: processes that cannot move after the present moves wait for something, and the others don't.
func TestWaits(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("m.pml", []byte(`byte x;
chan c = [1] of { byte };
active proctype A() { x = 1; c!1 }
active proctype B() { byte y; c?y; assert(y == 1) }
active proctype C() { x > 0 }
`), 0o600))
	p, err := source.Source{Model: "m.pml"}.Program(t.Context(), source.Aim{Explain: true})
	require.NoError(t, err)
	m, s := vm.NewMachine(p), vm.State{}
	m.Initial(&s)
	var moves []vm.Move
	for range 2 {
		require.Equal(t, []reason.Waiting{{1, "c?y (c is empty)"}},
			reason.Waits(p, trail.FromMoves(p, moves))[:1], "its only sender does not wait itself")
		all, _ := trail.Moves(m, &s, nil)
		moves = append(moves, all[len(all)-1]) // of A
		m.Do(&s, moves[len(moves)-1])
	}
	require.Empty(t, reason.Waits(p, trail.FromMoves(p, moves)))
	require.Equal(t, []reason.Waiting{{1, "c?y (c is empty)"}, {2, "x > 0 (x = 0)"}},
		reason.Waits(p, trail.FromMoves(p, nil)))
}
