package symmetry_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/batch"
	"gospin/verifier/modelgen"
	"gospin/verifier/search"
	"gospin/verifier/source"
	"gospin/verifier/symmetry"
	"gospin/verifier/thorough"
)

// TestRandomModels: whatever is found maps edges onto edges, as many states are stored as there are orbits
// or a few more, and the verdict is that of the search of all states.
func TestRandomModels(t *testing.T) {
	found, whole, odd, failed, counted, many := 0, 0, 0, 0, 0, 0
	wanted := thorough.Of(100, 600)
	if os.Getenv("GOSPIN_LONG") != "" {
		wanted = 3000
	}
	for seed := range uint64(wanted) {
		text := modelgen.Alike(seed)
		prog := compiled(t, text, []source.Aim{raw, least}[seed/2%2])
		group, _ := symmetry.Find(prog)
		if group == nil {
			continue
		}
		states, classes, wrong := orbits(prog, group, 3000)
		require.Empty(t, wrong, "seed %d: %s", seed, text)
		found++
		if seed%2 == 1 {
			odd++
		}
		if states > 3000 {
			continue
		}
		whole++
		workers := 1 + int(seed/4%2)
		for _, limits := range []search.Limits{{}, {NoAssert: true, NoEnd: true}} {
			all := searched(t, prog, nil, batch.Task{Limits: limits})
			less := searched(t, prog, group, batch.Task{Limits: limits, Workers: workers})
			require.Equal(t, all.Failed, less.Failed, text)
			if !all.Failed {
				require.EqualValues(t, states, all.Stored)
				require.GreaterOrEqual(t, int(less.Stored), classes, text)
				require.LessOrEqual(t, less.Stored, all.Stored, text)
				counted, many = counted+classes, many+int(less.Stored)
			}
			if all.Failed && limits == (search.Limits{}) {
				failed++
			}
		}
	}
	t.Logf("%d of %d models found, %d planted, %d failed; %d orbits, %d stored", found, whole, odd, failed, counted, many)
	require.Greater(t, whole, wanted/50)
}

// traps are models by which it is found out what is overlooked, where random ones seldom do.
var traps = map[string]string{
	"end labels": `byte x;
active proctype P0() { do :: true -> endA: x == 1 :: true -> endB: x == 2 od }
active proctype P1() { do :: true -> x == 1 :: true -> endB: x == 2 od }`,
	"births": `byte x; proctype P(byte v) { do :: x = v od }
init { atomic { if :: run P(1); run P(1) :: run P(1); run P(2) fi } }`,
	"small cells": `unsigned t : 1; byte x; proctype P(byte i) { do :: t == i -> x = 1 - x od }
init { atomic { if :: t = 0 :: t = 1 fi; run P(0); run P(1); run P(2) } }`,
	"other processes": `byte t = 9; active [2] proctype P() { do :: t = _pid od }
active proctype W() { do :: t == 0 -> t = 9 od }`,
	"alternatives": `active proctype P0() { byte l; do :: l = 1 :: l = 1 :: l = 2 od }
active proctype P1() { byte l; do :: l = 1 :: l = 2 :: l = 2 od }`,
	"targets": `byte x;
active proctype P0() { L0: if :: x = 0; goto L0 :: x = 1; goto L1 fi; L1: x = 2; goto L0 }
active proctype P1() { L0: if :: x = 0; goto L1 :: x = 1; goto L0 fi; L1: x = 2; goto L0 }`,
	"escapes": `byte x; active proctype P0() {
	do :: { d_step { x == 0; x = 2 } } unless { d_step { x < 2; x = 3 } } :: x > 1 -> x = 0 od }
active proctype P1() {
	do :: { d_step { x < 2; x = 3 } } unless { d_step { x == 0; x = 2 } } :: x > 1 -> x = 0 od }`,
	"counting": `byte t = 9, x; active [2] proctype P() { do :: t = _pid :: x = t + 1 od }`,
	"comparisons": `byte t = 9, u = 9, x;
active [2] proctype P() { do :: t = _pid :: u = _pid + 1 :: t == u -> x = 1 - x od }`,
	"assignments": `byte t = 9, u = 9;
active [2] proctype P() { do :: t = _pid :: u = _pid + 1 :: t = u od }`,
	"channels and assertions": `active [2] proctype P() { byte l; do :: assert(_pid == 0 || l == 0) :: l = 1 - l od }`,
	"claims": `byte t = 9; active [2] proctype P() { do :: t = _pid od }
ltl s { [] (t != 0) }`,
	"ranges": `byte t = 9, x; active [2] proctype P() { do :: t = _pid :: t < 1 -> x = 1 - x od }`,
	"what steps leave": `byte x; active [2] proctype P() { byte j; do
	:: d_step { if :: j == 1 && _pid == 0 -> x = 1 - x :: else fi; j = 1 - j } od }`,
	"known values": `byte x; proctype P(byte v) { byte me = 9; do :: d_step { v == 1 && _pid == 1 -> x = 1 - x }
	:: v == 0 -> v = 0 :: me = _pid :: me == _pid -> me = 0 od }
init { atomic { if :: run P(1); run P(1) :: run P(0); run P(0) fi } }`,
	"values that are no longer known": `byte x, t = 9; active [2] proctype P() { byte me;
	A: if :: goto B :: t = _pid; me = t; goto B fi;
	B: if :: me == _pid -> x = 1 - x :: me != _pid fi; me = 0; goto A }`,
	"labels": `byte y; active [2] proctype P() { do :: skip; L: skip od }
active proctype W() { do :: P[0]@L -> y = 1 - y od }`,
}

// mostTries is how many random models may not notice a fault.
const mostTries = 2000

// TestOverlookedIsFound: whatever the proof overlooks, some model has a permutation that makes no edges of
// edges.
func TestOverlookedIsFound(t *testing.T) {
	for what := range symmetry.Overlooked {
		t.Run(what, func(t *testing.T) {
			for seed := range uint64(mostTries) {
				text := modelgen.Alike(seed)
				if trap := traps[what]; trap != "" {
					text = trap
				}
				aim := raw
				if seed%4 >= 2 {
					aim.Claim = "s"
				}
				prog := compiled(t, text, aim)
				if g, _ := symmetry.Find(prog); g != nil && traps[what] != "" {
					_, _, wrong := orbits(prog, g, 500)
					require.Empty(t, wrong)
				}
				if g, _ := symmetry.Overlooking(prog, what); g != nil {
					if _, _, wrong := orbits(prog, g, 500); wrong != "" {
						t.Logf("seed %d: %s", seed, wrong)
						return
					}
				}
				if traps[what] != "" && seed == 2 {
					break
				}
			}
			require.Fail(t, "nobody has noticed", what)
		})
	}
}
