package interpret_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/promela/resolve"
	"gospin/verifier/check/interpret"
	"gospin/verifier/modelgen"
	"gospin/verifier/source"
	"gospin/verifier/symmetry"
	"gospin/verifier/thorough"
	"gospin/vm"
)

// programs returns a model as searches have it, and as checks do.
func programs(t *testing.T, text string) (*vm.Program, *interpret.Model) {
	t.Helper()
	s := source.Source{Model: "m.pml", Read: func(string) ([]byte, error) { return []byte(text), nil }}
	prog, err := s.Program(context.Background(), source.Aim{})
	require.NoError(t, err, text)
	flat, err := s.Text(t.Context())
	require.NoError(t, err)
	tree, err := resolve.ParseString(t.Context(), "m.pml", flat, resolve.Options{})
	require.NoError(t, err, flat)
	md, err := interpret.New(tree)
	require.NoError(t, err)
	return prog, md
}

// successors returns the successors of a state in order, and why one fails.
func successors(m *interpret.Machine, state []byte) (out [][]byte, failed error) {
	failed = interpret.Try(func() {
		m.Expand(state, func(next []byte) { out = append(out, bytes.Clone(next)) })
	})
	slices.SortFunc(out, bytes.Compare)
	return out, failed
}

// orbits expands the first states of a model. Each permutation must map the successors of a state to those of
// its image, and all of an orbit must have one form. Wrong is what is not so.
func orbits(md *interpret.Model, o *interpret.Orbits, most int) (states, forms int, wrong string) {
	m, first := interpret.NewMachine(md)
	n := o.Normaliser()
	known, of := map[string]bool{string(first): true}, map[string]bool{}
	open := [][]byte{bytes.Clone(first)}
	for i := 0; i < len(open) && i < most; i++ {
		state := open[i]
		form := string(n.Normal(state))
		of[form] = true
		next, failed := successors(m, state)
		for _, s := range next {
			if failed == nil && !known[string(s)] {
				known[string(s)] = true
				open = append(open, s)
			}
		}
		if !o.Holds(state) {
			continue
		}
		for k, image := range n.Images(state) {
			if other := string(n.Normal(image)); other != form {
				return 0, 0, fmt.Sprintf("%v and its image %v have different forms", state, image)
			}
			got, fails := successors(m, image)
			if (failed == nil) != (fails == nil) {
				return 0, 0, fmt.Sprintf("%v: %v, but its image %v: %v", state, failed, image, fails)
			}
			if failed != nil {
				continue
			}
			var want [][]byte
			for _, s := range next {
				want = append(want, n.Images(s)[k])
			}
			slices.SortFunc(want, bytes.Compare)
			if !slices.EqualFunc(want, got, bytes.Equal) {
				return 0, 0, fmt.Sprintf("%v and its image %v have different successors", state, image)
			}
		}
	}
	return len(open), len(of), ""
}

// TestOrbits: which permutations are proved, in how many states a model has, and in how many forms.
func TestOrbits(t *testing.T) {
	for name, c := range map[string]struct {
		model, text   string
		states, forms int
	}{
		"mutex":  {"mutex.pml", "", 5376, 49},
		"dining": {"dining.pml", "", 1843, 315},
		"parameters": {"", `byte at[4], turn; proctype P(byte me) { do
	:: turn == me -> at[me]++; turn = 9 :: turn == 9 && at[me] < 2 -> turn = me od }
init { turn = 9; atomic { run P(1); run P(2); run P(3) } }`, 1981, 385},
	} {
		t.Run(name, func(t *testing.T) {
			if c.model != "" {
				text, err := os.ReadFile("../../../examples/papers/" + c.model)
				require.NoError(t, err)
				c.text = string(text)
			}
			prog, md := programs(t, c.text)
			g, against := symmetry.Find(prog)
			require.NotNil(t, g, against)
			text, why := g.Describe()
			require.Empty(t, why)
			o, err := interpret.NewOrbits(md, text)
			require.NoError(t, err)
			states, forms, wrong := orbits(md, o, 1<<20)
			require.Empty(t, wrong)
			require.Equal(t, []int{c.states, c.forms}, []int{states, forms})
		})
	}
}

// TestOrbitsOfRandomModels: whatever a certificate claims to be symmetric, what is taken for proved maps
// steps to steps. The claims are made by a search that overlooks something.
func TestOrbitsOfRandomModels(t *testing.T) {
	kinds := []string{""}
	for what := range symmetry.Overlooked {
		kinds = append(kinds, what)
	}
	slices.Sort(kinds)
	proved, refused := map[string]int{}, map[string]int{}
	for _, what := range kinds {
		seeds := thorough.Long(4, 40, 200)
		if what == "" {
			seeds = thorough.Long(40, 250, 1000)
		}
		for seed := range uint64(seeds) {
			text := modelgen.Alike(seed)
			prog, md := programs(t, text)
			g, _ := symmetry.Overlooking(prog, what)
			if g == nil {
				continue
			}
			claim, why := g.Describe()
			if why != "" {
				continue
			}
			o, err := interpret.NewOrbits(md, claim)
			if err != nil {
				refused[what]++
				continue
			}
			proved[what]++
			_, _, wrong := orbits(md, o, 300)
			require.Empty(t, wrong, "%s, seed %d: %s\n%s", what, seed, claim, text)
		}
	}
	t.Log("proved", proved, "refused", refused)
	require.GreaterOrEqual(t, proved[""], thorough.Long(3, 12, 50))
}

// TestWrongOrbitsAreRefused: claims of symmetry that are wrong, made by a search that overlooks something.
func TestWrongOrbitsAreRefused(t *testing.T) {
	for what, text := range map[string]string{
		"other processes": `byte t = 9; active [2] proctype P() { do :: t = _pid od }
active proctype W() { do :: t == 0 -> t = 9 od }`,
		"counting": `byte t = 9, x; active [2] proctype P() { do :: t = _pid :: x = t + 1 od }`,
		"comparisons": `byte t = 9, u = 9, x;
active [2] proctype P() { do :: t = _pid :: u = _pid + 1 :: t == u -> x = 1 - x od }`,
		"assignments": `byte t = 9, u = 9;
active [2] proctype P() { do :: t = _pid :: u = _pid + 1 :: t = u od }`,
		"channels and assertions": `active [2] proctype P() { byte l; do :: assert(_pid == 0 || l == 0) :: l = 1 - l od }`,
		"ranges":                  `byte t = 9, x; active [2] proctype P() { do :: t = _pid :: t < 1 -> x = 1 - x od }`,
		"small cells": `unsigned t : 1; byte x; proctype P(byte i) { do :: t == i -> x = 1 - x od }
init { atomic { if :: t = 0 :: t = 1 fi; run P(0); run P(1); run P(2) } }`,
		"targets": `byte x;
active proctype P0() { L0: if :: x = 0; goto L0 :: x = 1; goto L1 fi; L1: x = 2; goto L0 }
active proctype P1() { L0: if :: x = 0; goto L1 :: x = 1; goto L0 fi; L1: x = 2; goto L0 }`,
		"labels": `byte y; active [2] proctype P() { do :: skip; L: skip od }
active proctype W() { do :: P[0]@L -> y = 1 - y od }`,
	} {
		t.Run(what, func(t *testing.T) {
			prog, md := programs(t, text)
			g, _ := symmetry.Overlooking(prog, what)
			require.NotNil(t, g)
			claim, why := g.Describe()
			require.Empty(t, why)
			_, err := interpret.NewOrbits(md, claim)
			require.ErrorContains(t, err, "its symmetry")
		})
	}
}

// TestChangedGroups: whatever the text of a group, it is refused, or what is proved is right.
func TestChangedGroups(t *testing.T) {
	prog, md := programs(t, `byte x[3], at = 9; chan c[3] = [1] of { byte };
active [3] proctype P() { byte v = 9; do :: at == 9 -> at = _pid; x[_pid]++ :: at == _pid -> c[_pid]!_pid; c[_pid]?v; at = 9
	:: x[_pid] > 1 -> x[_pid] = 0 od }`)
	g, _ := symmetry.Find(prog)
	text, why := g.Describe()
	require.Empty(t, why)
	_, err := interpret.NewOrbits(md, text)
	require.NoError(t, err)
	tried, proved := 0, 0
	for i := range text {
		for _, b := range []byte("0123459,]") {
			changed := bytes.Clone(text)
			if changed[i] = b; bytes.Equal(changed, text) {
				continue
			}
			tried++
			if o, err := interpret.NewOrbits(md, changed); err == nil {
				_, _, wrong := orbits(md, o, 60)
				require.Empty(t, wrong, "%s", changed)
				proved++
			}
		}
	}
	t.Log(tried, proved)
	require.Greater(t, tried, 1000)
}
