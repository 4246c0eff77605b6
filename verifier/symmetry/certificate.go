package symmetry

import (
	"encoding/json"
	"slices"

	"gospin/vm/layout"
)

// described is a group as certificates have it (`gospin help certificates`). Offsets count the bytes of the
// states there: those of a vector without its hidden part and the number of its shape, with the number of its
// proctype before each process.
type described struct {
	Types      []int             `json:"types"`
	States     [][]int           `json:"states"`
	Fixed      [][2]int          `json:"fixed"`
	Generators []describedAction `json:"generators"`
}

type describedAction struct {
	Procs  []int    `json:"procs"`
	Chans  []int    `json:"chans"`
	Bytes  [][2]int `json:"bytes"`
	Ranks  []int    `json:"ranks"`
	IDs    [][2]int `json:"ids"`
	Fields [][3]int `json:"fields"`
}

// Describe returns the text of a group for a certificate, or why there is none.
func (g *Group) Describe() (text []byte, why string) {
	m := g.m
	out := described{States: [][]int{}, Fixed: [][2]int{}}
	for pid, q := range m.shape.Procs {
		out.Types = append(out.Types, q.Type)
		pt := &m.prog.Procs[q.Type]
		states := []int{}
		for s, met := range reached(m.prog, pt) {
			if met && m.settled[pid][s] {
				states = append(states, s)
			}
			if len(m.at(pid, s)) > 0 {
				return nil, "a variable that holds the number of a process is reset to 0 where it is dead"
			}
		}
		out.States = append(out.States, states)
	}
	for p, k := range m.constants {
		if p.of >= 0 && !m.rests[p] {
			e := m.cells[p]
			b := make([]byte, 8)
			layout.Store(b, e.Cell, 0, e.Mask, k)
			for i := range layout.CellSize(e.Cell) {
				out.Fixed = append(out.Fixed, [2]int{m.offset(p) + i, int(b[i])})
			}
		}
	}
	slices.SortFunc(out.Fixed, func(x, y [2]int) int { return slices.Compare(x[:], y[:]) })
	for _, s := range g.Sets {
		for _, a := range s.Actions {
			out.Generators = append(out.Generators, a.describe())
		}
	}
	text, err := json.Marshal(out)
	if err != nil {
		return nil, err.Error()
	}
	return text, ""
}

func (a *Action) describe() describedAction {
	m := a.m
	out := describedAction{
		Procs: a.procs, Chans: a.chans[1:], Ranks: a.ranks,
		Bytes: [][2]int{}, IDs: [][2]int{}, Fields: [][3]int{},
	}
	for from, to := range a.moved {
		if _, is := m.constants[from]; is {
			continue
		}
		for i := range layout.CellSize(m.cells[from].Cell) {
			out.Bytes = append(out.Bytes, [2]int{m.offset(from) + i, m.offset(to) + i})
		}
	}
	for p, plus := range a.ids {
		if _, is := m.constants[p]; is {
			continue
		}
		if p.of <= ofChannel {
			out.Fields = append(out.Fields, [3]int{ofChannel - p.of, int(p.at), int(plus)})
		} else {
			out.IDs = append(out.IDs, [2]int{m.offset(p), int(plus)})
		}
	}
	slices.SortFunc(out.Bytes, func(x, y [2]int) int { return slices.Compare(x[:], y[:]) })
	slices.SortFunc(out.IDs, func(x, y [2]int) int { return slices.Compare(x[:], y[:]) })
	slices.SortFunc(out.Fields, func(x, y [3]int) int { return slices.Compare(x[:], y[:]) })
	return out
}

// offset returns the place of a cell in the states of certificates.
func (m *model) offset(p place) int {
	at := 0
	for _, c := range m.shape.Comps {
		if c.Kind == layout.Process {
			at++
		}
		if p.of >= 0 && c.Off == m.shape.Procs[p.of].Off && c.Kind == layout.Process {
			return at + int(p.at)
		}
		if p.of == ofGlobals && int(p.at) >= c.Off && int(p.at) < c.Off+c.Len {
			return at + int(p.at) - c.Off
		}
		at += c.Len
	}
	return -1
}
