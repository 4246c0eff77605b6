package systemtest

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/compression/mix"
	"gospin/verifier/atomic"
	"gospin/verifier/search"
	"gospin/verifier/store"
	"gospin/verifier/system"
	"gospin/verifier/thorough"
	"gospin/vm"
)

// link is an edge of a state graph, with the steps that make it.
type link struct{ moves, to string }

// states is a graph of stored states, by their keys, found naively.
type states struct {
	sys    system.System
	first  string
	links  map[string][]link
	dead   map[string]bool
	faults map[string]bool // messages of failures
}

func graphOf(sys system.System) *states {
	g := &states{sys: sys, links: map[string][]link{}, dead: map[string]bool{}, faults: map[string]bool{}}
	var s vm.State
	g.failed(sys.Initial(&s))
	g.first = g.key(&s)
	todo := []*vm.State{&s}
	g.links[g.first] = nil
	for len(todo) > 0 {
		s := todo[0]
		todo = todo[1:]
		from := g.key(s)
		g.follow(clone(s), from, "", func(t *vm.State, moves string) {
			to := g.key(t)
			if _, known := g.links[to]; !known {
				g.links[to] = nil
				todo = append(todo, clone(t))
			}
			g.links[from] = append(g.links[from], link{moves, to})
		})
	}
	return g
}

func (g *states) key(s *vm.State) string { return string(g.sys.Layout().Key(s.Vec)) }

func (g *states) failed(eff vm.Effect) {
	if eff&vm.Failed != 0 {
		for _, f := range g.sys.Faults() {
			g.faults[f.Msg] = true
		}
	}
}

func (g *states) follow(s *vm.State, from, moves string, arrive func(t *vm.State, moves string)) {
	choices, eff := expand(g.sys, s)
	g.failed(eff)
	if eff&vm.Released != 0 {
		arrive(s, moves)
		return
	}
	if eff&vm.InvalidEnd != 0 {
		g.dead[from] = true
	}
	for _, c := range choices {
		t := clone(s)
		eff := g.sys.Do(t, &c, 0).Effect
		g.failed(eff)
		with := moves + fmt.Sprint(c.Move())
		switch {
		case eff&vm.Pruned != 0:
		case eff&vm.Transient != 0:
			g.follow(t, from, with, arrive)
		default:
			arrive(t, with)
		}
	}
}

// ranks is a measure that never decreases along an edge: strongly connected components in topological order.
func (g *states) ranks() map[string]int32 {
	rank, index, low := map[string]int32{}, map[string]int{}, map[string]int{}
	var stack []string
	n, components := 0, int32(0)
	var visit func(string)
	visit = func(v string) {
		n++
		index[v], low[v] = n, n
		stack = append(stack, v)
		for _, l := range g.links[v] {
			if index[l.to] == 0 {
				visit(l.to)
				low[v] = min(low[v], low[l.to])
			} else if _, done := rank[l.to]; !done {
				low[v] = min(low[v], index[l.to])
			}
		}
		if low[v] == index[v] {
			for top := ""; top != v; {
				top = stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				rank[top] = -components
			}
			components++
		}
	}
	visit(g.first)
	return rank
}

// nodes builds a graph from the calls of a search.
type nodes struct {
	t     *testing.T
	g     *states
	keys  []string
	edges map[uint32][]search.Edge
	dead  map[uint32]bool
}

func (n *nodes) Node(s *vm.State, number uint32) error {
	require.EqualValues(n.t, len(n.keys), number)
	n.keys = append(n.keys, n.g.key(s))
	return nil
}

func (n *nodes) Edges(number uint32, edges []search.Edge, dead bool) error {
	require.NotContains(n.t, n.edges, number, "the edges of a node are told twice")
	n.edges[number], n.dead[number] = slices.Clone(edges), dead
	return nil
}

// bisimilar compares the graph with the naive one: each node has exactly the edges of its state.
func (n *nodes) bisimilar() {
	t, g := n.t, n.g
	require.Equal(t, g.first, n.keys[0])
	met := map[string]bool{}
	for i, key := range n.keys {
		met[key] = true
		edges, told := n.edges[uint32(i)]
		require.True(t, told, "node %d is not expanded", i)
		require.Equal(t, g.dead[key], n.dead[uint32(i)])
		require.Len(t, edges, len(g.links[key]))
		for k, l := range g.links[key] {
			moves := ""
			for _, mv := range edges[k].Moves {
				moves += fmt.Sprint(mv)
			}
			require.Equal(t, l, link{moves, n.keys[edges[k].To]}, "edge %d of node %d", k, i)
		}
	}
	require.Len(t, met, len(g.links), "not all states are visited")
}

// hashed is a meaningless measure with a number of values.
func hashed(g *states, seed uint64, numbers int, modulo uint64) func(*vm.State, []int32) ([]int32, error) {
	return func(s *vm.State, dst []int32) ([]int32, error) {
		for i := range numbers {
			h := mix.Seeded(seed+uint64(i), []byte(g.key(s)))
			dst = append(dst, int32(h%modulo)-3)
		}
		return dst, nil
	}
}

// sweepOver searches with a measure, and replays the paths to faults. In pieces means that steps are made one
// by one, and the graph is reported.
func sweepOver(t *testing.T, g *states, value func(*vm.State, []int32) ([]int32, error), pieces bool) (
	*search.Swept, map[string]bool, *nodes) {
	faults := map[string]bool{}
	toy := &Beside{Toy: g.sys.(*Toy), Claim: [][]Edge{{{To: 0}}}, Final: []bool{false}}
	task := &search.Task{Sys: atomic.New(toy, nil)}
	st := store.NewSweep(g.sys.Layout(), 0)
	defer st.Free()
	line := &search.Line{Value: value, States: st, Anew: func() search.SweptStates {
		return store.NewSweep(g.sys.Layout(), 0)
	}}
	var told *nodes
	if pieces {
		told = &nodes{t: t, g: g, edges: map[uint32][]search.Edge{}, dead: map[uint32]bool{}}
		line.Graph, task.Sys = told, g.sys
	}
	paths := 0
	task.OnFault = func(f *search.Fault) error {
		if faults[f.Msg] = true; paths < 20 {
			paths++
			takeAgain(t, g.sys, f)
		}
		return nil
	}
	out, err := search.Sweep(task, line)
	require.NoError(t, err)
	return out, faults, told
}

// takeAgain replays the path to a fault.
func takeAgain(t *testing.T, sys system.System, f *search.Fault) {
	var s vm.State
	failed := map[string]bool{}
	note := func(eff vm.Effect) {
		clear(failed)
		if eff&vm.Failed != 0 {
			for _, f := range sys.Faults() {
				failed[f.Msg] = true
			}
		}
	}
	moves := f.Moves()
	note(sys.Initial(&s))
	for _, mv := range moves {
		choices, eff := expand(sys, &s)
		if eff&vm.Released != 0 {
			choices, _ = expand(sys, &s)
		}
		c := system.ChoiceOf(mv)
		require.True(t, slices.ContainsFunc(choices, func(o system.Choice) bool { return o.Move() == mv }))
		note(sys.Do(&s, &c, 0).Effect)
	}
	if f.EndState {
		choices, eff := expand(sys, &s)
		if eff&vm.Released != 0 {
			choices, eff = expand(sys, &s)
		}
		require.Empty(t, choices)
		require.NotZero(t, eff&vm.InvalidEnd)
		return
	}
	if !failed[f.Msg] {
		_, eff := expand(sys, &s)
		note(eff)
	}
	require.True(t, failed[f.Msg], "the path to %q", f.Msg)
}

// naive implements the paper's figure 3 literally, with open states in the order in which they were found,
// and edges in the order of the naive graph.
func naive(g *states, value map[string][]int32) (out store.SweepCounts, numbered []string, regress uint64) {
	held, persistent := map[string]bool{g.first: true}, map[string]bool{}
	numbered = []string{g.first}
	for roots := []string{g.first}; len(roots) > 0; {
		out.Sweeps++
		open := roots
		roots = nil
		for len(open) > 0 {
			least := 0
			for i, s := range open {
				if slices.Compare(value[s], value[open[least]]) < 0 {
					least = i
				}
			}
			s := open[least]
			open = slices.Delete(slices.Clone(open), least, least+1)
			for _, l := range g.links[s] {
				back := slices.Compare(value[l.to], value[s]) < 0
				if back {
					regress++
				}
				if held[l.to] {
					continue
				}
				held[l.to] = true
				numbered = append(numbered, l.to)
				if back {
					persistent[l.to] = true
					roots = append(roots, l.to)
				} else {
					open = append(open, l.to)
				}
			}
			out.Peak = max(out.Peak, uint64(len(held)))
			maps.DeleteFunc(held, func(s string, _ bool) bool {
				return !persistent[s] && !slices.ContainsFunc(open, func(o string) bool {
					return slices.Compare(value[o], value[s]) <= 0
				})
			})
		}
	}
	out.Nodes, out.Persistent = uint64(len(numbered)), uint64(len(persistent))
	return out, numbered, regress
}

// asPrinted compares a search with the paper's figure: nodes, their numbers, and the number held at a time.
func asPrinted(t *testing.T, g *states, value func(*vm.State, []int32) ([]int32, error), out *search.Swept,
	keys []string) {
	values := map[string][]int32{}
	for key := range g.links {
		values[key], _ = value(&vm.State{Vec: append(make([]byte, g.sys.Layout().Hidden), key...)}, nil)
	}
	want, numbered, regress := naive(g, values)
	got := out.SweepCounts
	require.LessOrEqual(t, got.Values, uint64(len(values)))
	want.Values, got = got.Values, store.SweepCounts{Sweeps: got.Sweeps, Nodes: got.Nodes, Peak: got.Peak,
		Persistent: got.Persistent, Values: got.Values}
	require.Equal(t, want, got)
	require.Equal(t, regress, out.Regress)
	require.Equal(t, numbered, keys)
}

// With every measure, a sweep-line search visits all states and finds all errors; its graph is an unfolding
// of the state graph, and equal to it if the measure never decreases along an edge.
func TestSweepLine(t *testing.T) {
	regress, sweeps := 0, 0
	for seed := range thorough.Of[uint64](25, 150) {
		g := graphOf(Random(seed))
		if len(g.links) > 3000 {
			continue
		}
		rank := g.ranks()
		measures := []func(*vm.State, []int32) ([]int32, error){
			func(s *vm.State, dst []int32) ([]int32, error) { return append(dst, rank[g.key(s)]), nil },
			func(_ *vm.State, dst []int32) ([]int32, error) { return dst, nil },
			hashed(g, seed, 1, 7), hashed(g, seed, 2, 3), hashed(g, seed, 4, 2),
			hashed(g, seed, 3, 1<<32),
		}
		for i, value := range measures {
			want := Count(g.sys, 0)
			for _, pieces := range []bool{true, false} {
				out, faults, told := sweepOver(t, g, value, pieces)
				expect := maps.Clone(g.faults)
				if len(g.dead) > 0 {
					expect["invalid end state"] = true
				}
				require.Equal(t, expect, faults, "seed %d, measure %d", seed, i)
				require.Empty(t, out.Incomplete)
				if pieces {
					told.bisimilar()
				}
				if pieces && len(g.links) < 200 {
					asPrinted(t, g, value, out, told.keys)
				}
				require.Equal(t, out.Stored, out.Nodes)
				require.LessOrEqual(t, uint64(len(g.links)), out.Nodes)
				require.Equal(t, out.Regress > 0, out.Sweeps > 1)
				if i < 2 {
					require.Zero(t, out.Regress)
					got := [4]uint64{out.Stored, out.Matched, out.AtomicSteps, uint64(out.Errors)}
					require.Equal(t, [4]uint64{want.Stored, want.Matched, want.AtomicSteps,
						uint64(want.Errors)}, got, "seed %d", seed)
				}
				regress += int(out.Regress)
				sweeps = max(sweeps, out.Sweeps)
			}
		}
	}
	require.Greater(t, regress, thorough.Of(333, 10000))
	require.Greater(t, sweeps, thorough.Of(0, 4))
}
