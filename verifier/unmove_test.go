package verifier_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier"
	"gospin/verifier/thorough"
)

func TestUnmoveRefuses(t *testing.T) {
	const broad = ", which searches breadth first and keeps no path: "
	const tree = broad + "leave it out, or take -compress=tree"
	const cycles = "a search for cycles (-a, -l, -f) is not for -compress=unmove" + broad + "take -compress=tree"
	for _, x := range []struct {
		change func(*verifier.Options)
		want   string
	}{
		{func(o *verifier.Options) { o.Depth = 10 }, "-m is not for -compress=unmove" + tree},
		{func(o *verifier.Options) { o.Fair = "weak" }, cycles},
		{func(o *verifier.Options) { o.NonProgress = true }, cycles},
		{func(o *verifier.Options) { o.Acceptance = true }, cycles},
		{func(o *verifier.Options) { o.POR = "spin" },
			"-por=spin is not for -compress=unmove" + broad + "take -noreduce, or -compress=tree"},
		{func(o *verifier.Options) { o.Cache = "10" }, "-cache and -compress=unmove exclude each other"},
		{func(o *verifier.Options) { o.Sweep = "x" }, "-sweep and -compress=unmove exclude each other"},
		{func(o *verifier.Options) { o.Workers, o.Order = 2, "dfs" },
			"-workers=2 and -order=dfs exclude each other: several workers keep no order"},
		{func(o *verifier.Options) { o.Bitstate = true }, "-bitstate and -compress=unmove exclude each other"},
		{func(o *verifier.Options) { o.Hash = 64 }, "-hc and -compress=unmove exclude each other"},
		{func(o *verifier.Options) { o.KDelta = 3 }, "-kdelta is for -compress=delta, not for -compress=unmove"},
		{func(o *verifier.Options) { o.Compress = "unmove+rle" }, "its entries are bits already"},
	} {
		o := verifier.Options{}
		o.Compress, o.Model = "unmove", write(t, good)
		x.change(&o)
		_, err := verifier.Run(context.Background(), o)
		require.ErrorContains(t, err, x.want)
	}
	o := verifier.Options{}
	o.Compress, o.Model = "unmove", write(t, claim)
	_, err := verifier.Run(context.Background(), o)
	require.EqualError(t, err, "-compress=unmove searches for failed assertions and invalid end states only, not "+
		"for n: leave claims out with -noclaim, or take -compress=tree")
	o.Model = write(t, "hidden byte h; active proctype P() { h = 1 }")
	_, err = verifier.Run(context.Background(), o)
	require.EqualError(t, err, "-compress=unmove is not for this model: the values of hidden variables depend on "+
		"the order of the search; take -compress=tree")
}

// An error's path is found by the search made again.
func TestUnmoveTellsOfErrors(t *testing.T) {
	o := limited(verifier.Limits{Errors: 1})
	o.Compress = "unmove"
	r := verify(t, `byte x; active [2] proctype P() { byte i; do :: i < 9 -> i++; x++ :: else -> break od;
		assert(x < 18) }`, o)
	require.Equal(t, 1, r.Errors)
	r = verify(t, "byte x; active [2] proctype P() { byte i; do :: i < 9 -> i++; x++ :: else -> break od }", o)
	require.Zero(t, r.Errors)
	require.NotNil(t, r.Unmove)
	require.Equal(t, 12, r.Unmove.K)
	require.Positive(t, r.Unmove.Rules)
	require.LessOrEqual(t, r.Unmove.Whole, r.States.Stored)
	require.Equal(t, 1, r.Workers)
}

// With several workers, counts stay.
func TestUnmoveByWorkers(t *testing.T) {
	text := fmt.Sprintf(`byte x, y;
active [3] proctype P() { byte i; do :: i < %d -> i++; x++ :: i > 3 -> y = i :: break od }`, thorough.Of(5, 8))
	o := limited(verifier.Limits{Errors: 1})
	o.POR, o.Compress = "off", "mask"
	want := verify(t, text, o)
	o.Compress = "unmove"
	for _, workers := range []int{1, 3} {
		o.Workers = workers
		r := verify(t, text, o)
		require.Equal(t, want.States.Stored, r.States.Stored)
		require.Equal(t, want.States.Matched, r.States.Matched)
		require.Equal(t, workers, r.Workers)
	}
}

// clocks has rules of very many kinds: a step of time changes those of the timers that run.
const clocks = `
#define off 255
byte id, t[6] = off;
active [6] proctype P() {
idle:	skip;
	d_step { id == 0; t[_pid] = 2 };
	d_step { t[_pid] = 3; id = _pid + 1 };
wait:	if
	:: d_step { t[_pid] == 0; t[_pid] = off }; goto wait
	:: t[_pid] == off && id == _pid + 1
	:: t[_pid] == off && id != _pid + 1; goto idle
	fi;
	id = 0;
	goto idle
}
#define tick(i) t[i] = (t[i] == off -> off : t[i] - 1)
active proctype Timer() {
	do
	:: d_step { t[0] && t[1] && t[2] && t[3] && t[4] && t[5];
		tick(0); tick(1); tick(2); tick(3); tick(4); tick(5) }
	od
}`

// TestUnmoveOfManyKinds: looking for rules would take most of the time, so they get more names, or states are
// kept otherwise. The number of states is that of
// gospin verify -noreduce -o1 -o2 -o3 -workers 1 -compress=tree.
func TestUnmoveOfManyKinds(t *testing.T) {
	if !thorough.On {
		return
	}
	o := limited(verifier.Limits{Errors: 1})
	o.Compress, o.POR, o.Workers = "unmove", "off", 1
	r := verify(t, clocks, o)
	require.EqualValues(t, 447497, r.States.Stored)
	if r.Compress == "unmove" {
		require.Less(t, r.Unmove.Reads, 2*r.Unmove.Looks)
	}
}
