package confirm_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/confirm"
	"gospin/verifier/modelgen"
	"gospin/verifier/search"
	"gospin/verifier/source"
	"gospin/verifier/system"
	"gospin/verifier/thorough"
	"gospin/verifier/trail"
	"gospin/vm"
)

// calm is the graph of the states after one, without the moves that fail.
type calm struct {
	m     *vm.Machine
	at    map[string]int
	nodes []calmNode
	ends  bool // a run may end
}

type calmNode struct {
	edges []calmEdge
	able  uint64 // processes that can move; all bits in an atomic sequence
}

type calmEdge struct {
	to    int
	moved uint64
}

// visit adds a state and all after it. It returns -1 if there are too many.
func (g *calm) visit(s *vm.State) int {
	moves, eff := trail.Moves(g.m, s, nil)
	key := string(append(slices.Clone(s.Vec), byte(s.Excl)))
	if n, known := g.at[key]; known {
		return n
	}
	n := len(g.nodes)
	g.at[key], g.nodes = n, append(g.nodes, calmNode{})
	switch {
	case n > 3000:
		return -1
	case eff&vm.Failed != 0:
		return n
	case len(moves) == 0:
		g.ends = g.ends || eff&vm.InvalidEnd == 0
		return n
	}
	var out calmNode
	for _, mv := range moves {
		var to vm.State
		to.CopyFrom(s)
		out.able |= 1 << mv.Pid
		if g.m.Do(&to, mv)&vm.Failed != 0 {
			continue
		}
		e := calmEdge{moved: 1 << mv.Pid}
		if mv.Partner != 0 {
			e.moved |= 1 << mv.Peer
		}
		if e.to = g.visit(&to); e.to < 0 {
			return -1
		}
		out.edges = append(out.edges, e)
	}
	if s.Excl >= 0 {
		out.able = 1<<64 - 1
	}
	g.nodes[n] = out
	return n
}

// reached returns the nodes that a node leads to, by at least one edge.
func (g *calm) reached(from int) []bool {
	out := make([]bool, len(g.nodes))
	for todo := []int{from}; len(todo) > 0; {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, e := range g.nodes[n].edges {
			if !out[e.to] {
				out[e.to] = true
				todo = append(todo, e.to)
			}
		}
	}
	return out
}

// goesOn reports whether a weakly fair run goes on for ever, or one ends properly. A component has such a run
// if each process moves in it, or is unable to somewhere.
func (g *calm) goesOn() bool {
	if g.ends {
		return true
	}
	reached, settled := make([][]bool, len(g.nodes)), make([]bool, len(g.nodes))
	for n := range g.nodes {
		reached[n] = g.reached(n)
	}
	for n := range g.nodes {
		if settled[n] || !reached[n][n] {
			continue
		}
		able, moved := uint64(1<<64-1), uint64(0)
		for v := range g.nodes {
			if !reached[n][v] || !reached[v][n] {
				continue
			}
			settled[v] = true
			able &= g.nodes[v].able
			for _, e := range g.nodes[v].edges {
				if reached[e.to][n] {
					moved |= e.moved
				}
			}
		}
		if able&^moved == 0 {
			return true
		}
	}
	return false
}

// mayGoOn is goesOn for the states after one. It returns false for known if there are too many.
func mayGoOn(p *vm.Program, s *vm.State) (is, known bool) {
	g := &calm{m: vm.NewMachine(p), at: map[string]int{}}
	var from vm.State
	from.CopyFrom(s)
	known = g.visit(&from) >= 0
	return known && len(g.nodes) < 600 && g.goesOn(), known && len(g.nodes) < 600
}

// TestLastWayOut: the last way out of runs to errors of random models is that of the whole graph of states,
// by the definition of weak fairness.
func TestLastWayOut(t *testing.T) {
	runs, early, never := 0, 0, 0
	for seed := range thorough.Of[uint64](400, 3000) {
		text := modelgen.Random(seed)
		if seed%2 == 1 {
			text = modelgen.Varied(seed)
		}
		src := source.Source{Model: "m.pml", Read: func(string) ([]byte, error) { return []byte(text), nil }}
		p, err := src.Program(t.Context(), source.Aim{})
		if err != nil {
			continue
		}
		ft, _ := confirm.NearestFault(t.Context(), system.Of(vm.NewMachine(p)),
			func(*search.Fault) bool { return true }, search.Limits{States: 3000})
		if ft == nil {
			continue
		}
		moves := ft.Moves()
		out := confirm.LastWayOut(t.Context(), p, moves, search.Limits{})
		if out == nil {
			continue
		}
		m := vm.NewMachine(p)
		var s vm.State
		m.Initial(&s)
		decided := true
		for i := 0; i < len(moves) && decided; i++ {
			is, known := mayGoOn(p, &s)
			if decided = known; known {
				require.Equal(t, i <= out.Before, is, "seed %d, move %d of %v\n%s", seed, i, moves, text)
			}
			all, _ := trail.Moves(m, &s, nil)
			if i == out.Before {
				require.Contains(t, all, out.Instead)
				require.NotEqual(t, moves[i], out.Instead)
				var to vm.State
				to.CopyFrom(&s)
				require.Zero(t, m.Do(&to, out.Instead)&vm.Failed)
				if is, known = mayGoOn(p, &to); known {
					require.True(t, is, "seed %d, instead of move %d of %v: %v\n%s", seed, i, moves, out.Instead, text)
				}
			}
			m.Do(&s, moves[i])
		}
		if decided {
			runs++
			switch {
			case out.Before < 0:
				never++
			case out.Before < len(moves)-1:
				early++
			}
		}
	}
	t.Log(runs, "runs,", early, "decided before the last move,", never, "from the start")
	require.Greater(t, early, thorough.Of(5, 40))
	require.Greater(t, never, thorough.Of(5, 40))
}
