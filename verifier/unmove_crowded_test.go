package verifier_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier"
	"gospin/verifier/report"
	"gospin/verifier/way"
)

// Fischer's protocol: all take part in one lock and one clock, so many moves may lead to each state.
const fischer = `
#define N 4
byte owner, left[N];
active proctype clock() {
	byte i;
	do
	:: d_step {
		left[0] != 1 && left[1] != 1 && left[2] != 1 && left[3] != 1 ->
		do :: i < N -> if :: left[i] > 1 -> left[i]-- :: else fi; i++ :: else -> i = 0; break od
	}
	od
}
active [N] proctype P() {
	byte me = _pid;
	do
	:: d_step { owner == 0 -> left[me - 1] = 6 };
		d_step { left[me - 1] = 9; owner = me };
		d_step { left[me - 1] == 1 -> left[me - 1] = 0 };
		if :: owner == me -> owner = 0 :: owner != me fi
	od
}`

// TestFischerUnmoved: the counts are those of a tree.
func TestFischerUnmoved(t *testing.T) {
	run := func(compress, order string) *report.Report {
		o := verifier.Options{Order: order, Limits: verifier.Limits{Errors: 1}}
		o.Model = filepath.Join(t.TempDir(), "fischer.pml")
		require.NoError(t, os.WriteFile(o.Model, []byte(fischer), 0o600))
		o.Compress, o.POR = compress, "off"
		r, err := verifier.Run(context.Background(), o)
		require.NoError(t, err)
		return r
	}
	want := run("tree", "")
	for _, order := range []string{way.BreadthFirst, way.DepthFirst} {
		got := run(way.Unmove, order)
		require.Equal(t, want.States.Stored, got.States.Stored)
		require.Equal(t, want.States.Matched, got.States.Matched)
		require.Equal(t, report.Holds, got.Verdict)
	}
}

// TestAutoDoesNotUnmoveFischer: there, a tree is as small and several times as fast, so auto does not pick
// unmove, whatever the memory.
func TestAutoDoesNotUnmoveFischer(t *testing.T) {
	model := filepath.Join(t.TempDir(), "fischer.pml")
	text := strings.NewReplacer("N 4", "N 5", "left[3] != 1", "left[3] != 1 && left[4] != 1").Replace(fischer)
	require.NoError(t, os.WriteFile(model, []byte(text), 0o600))
	for _, memory := range []int64{0, 16 << 20} {
		o := verifier.Options{Limits: verifier.Limits{Errors: 1, Memory: memory}}
		o.Model, o.Compress, o.POR = model, way.Auto, "off"
		r, err := verifier.Run(t.Context(), o)
		require.NoError(t, err)
		require.Equal(t, report.Holds, r.Verdict)
		require.Contains(t, way.Tried(), r.Compress)
		require.NotEqual(t, way.Unmove, r.Compress, r.Picked)
		t.Log(r.Compress, r.Picked)
	}
}
