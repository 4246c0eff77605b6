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
		{func(o *verifier.Options) { o.Fair = true }, cycles},
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
