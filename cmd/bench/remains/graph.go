package main

import (
	"bytes"

	"gospin/vm"
)

// graph is the graph of all states of a program.
type graph struct {
	prog  *vm.Program
	vecs  []string
	next  [][]edge
	fails []vm.Effect // by state: errors there
	acts  []vm.Move
	act   map[vm.Move]int
}

// edge is an act and the state after it.
type edge struct{ act, to int }

// buildGraph returns the graph, or nil if it has more states than most.
func buildGraph(prog *vm.Program, most int) *graph {
	g := &graph{prog: prog, act: map[vm.Move]int{}}
	m := vm.NewMachine(prog)
	known := map[string]int{}
	add := func(vec []byte) int {
		n, is := known[string(vec)]
		if !is {
			n = len(g.vecs)
			known[string(vec)] = n
			g.vecs = append(g.vecs, string(vec))
		}
		return n
	}
	var first vm.State
	m.Initial(&first)
	add(first.Vec)
	for i := 0; i < len(g.vecs); i++ {
		if len(g.vecs) > most {
			return nil
		}
		var edges []edge
		var fails vm.Effect
		var from func(s *vm.State, act int, inner map[string]bool)
		from = func(s *vm.State, act int, inner map[string]bool) {
			moves, effect := m.Moves(s, nil)
			if effect&vm.Released != 0 {
				edges = append(edges, edge{act, add(s.Vec)})
				return
			}
			fails |= effect & (vm.Failed | vm.InvalidEnd | vm.Abort)
			for _, mv := range moves {
				to := &vm.State{Vec: bytes.Clone(s.Vec), Excl: s.Excl, Turn: s.Turn, Copy: s.Copy}
				effect := m.Do(to, mv)
				fails |= effect & (vm.Failed | vm.Abort)
				by := act
				if by < 0 {
					by = g.number(mv)
				}
				switch {
				case effect&vm.Pruned != 0:
				case effect&vm.Transient == 0:
					edges = append(edges, edge{by, add(to.Vec)})
				case !inner[string(to.Vec)]:
					inner[string(to.Vec)] = true
					from(to, by, inner)
				}
			}
		}
		from(&vm.State{Vec: []byte(g.vecs[i]), Excl: -1}, -1, map[string]bool{})
		g.next, g.fails = append(g.next, edges), append(g.fails, fails)
	}
	return g
}

func (g *graph) number(mv vm.Move) int {
	n, is := g.act[mv]
	if !is {
		n = len(g.acts)
		g.act[mv], g.acts = n, append(g.acts, mv)
	}
	return n
}

// pcs returns the control states of the processes in a state.
func (g *graph) pcs(state int) []int {
	vec := g.vecs[state]
	var out []int
	for _, q := range g.prog.Layout.ShapeOf([]byte(vec)).Procs {
		t := &g.prog.Layout.Procs[q.Type]
		pc := int(vec[q.Off+t.PC])
		if t.PCWide {
			pc |= int(vec[q.Off+t.PC+1]) << 8
		}
		out = append(out, pc)
	}
	return out
}

// stuck reports whether a state is a deadlock.
func (g *graph) stuck(state int) bool { return len(g.next[state]) == 0 }
