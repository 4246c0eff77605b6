package symmetry

import (
	"maps"

	"gospin/vm"
	"gospin/vm/layout"
)

// values has values of cells of a process, by their place in it.
type values map[int32]int32

// know finds cells of processes whose value is known in a control state: those that were reset, as dead
// variables are. A value counts as known if it is the same for all alike processes. All steps preserve what
// is known of the state in which the group was found; other states are checked (Group.Fine). So a variable
// that holds the number of a process, and 0 where it is dead, refers to process 0 only where it is live. It
// returns false if nothing is known.
func (m *model) know(alike [][]int) bool {
	m.known = make([][]values, len(m.shape.Procs))
	any := false
	for _, pids := range alike {
		known := m.knownOf(pids)
		for _, pid := range pids {
			m.known[pid] = known
		}
		for s := range known {
			any = any || m.settled[pids[0]][s] && len(known[s]) > 0
		}
	}
	return any
}

// knownOf returns what is known of alike processes, by control state; nil if the state is not reached.
func (m *model) knownOf(pids []int) []values {
	known := make([]values, len(m.typeOf(pids[0]).States))
	var open []int
	join := func(s int, v values) {
		if known[s] == nil {
			known[s] = v
			open = append(open, s)
			return
		}
		n := len(known[s])
		maps.DeleteFunc(known[s], func(at, k int32) bool {
			w, is := v[at]
			return !is || w != k
		})
		if len(known[s]) < n {
			open = append(open, s)
		}
	}
	for _, pid := range pids {
		join(m.pc(pid), m.now(pid))
	}
	for len(open) > 0 {
		s := open[len(open)-1]
		open = open[:len(open)-1]
		for _, pid := range pids {
			st := &m.typeOf(pid).States[s]
			for i := st.First; i < st.First+st.N; i++ {
				n := m.decided[step{pid, i}]
				if n == nil || m.prog.Trans[i].To == vm.Exit {
					continue
				}
				n.ends(func(e *end) {
					if !e.enabled || e.fails {
						return
					}
					after := maps.Clone(known[s])
					for p, t := range e.writes {
						if p.of != pid {
							continue
						}
						if delete(after, p.at); t.kind == constant {
							after[p.at] = t.k
						}
					}
					join(int(m.prog.Trans[i].To), after)
				})
			}
		}
	}
	return known
}

// now returns the cells of a process in the state of the model.
func (m *model) now(pid int) values {
	out := values{}
	for p, e := range m.cells {
		if _, is := m.constants[p]; p.of == pid && !is {
			out[p.at] = load(e, m.vec[m.shape.Procs[pid].Off:], p.at)
		}
	}
	return out
}

// ends calls f with each end of a decision.
func (n *node) ends(f func(*end)) {
	if n.end != nil {
		f(n.end)
		return
	}
	n.yes.ends(f)
	n.no.ends(f)
}

// at returns what is known of a process in a control state.
func (m *model) at(pid, state int) values {
	if pid < 0 || pid >= len(m.known) || state < 0 || state >= len(m.known[pid]) {
		return nil
	}
	return m.known[pid][state]
}

// keeps adds to the end of a step the values of cells that are known before the step, but not after it.
func (m *model) keeps(s *sym, pid int, before, after values) {
	for at, k := range before {
		p := place{pid, at}
		if _, known := after[at]; !known && s.writes[p] == nil && m.looks(carried) {
			s.writes[p] = konst(k)
		}
	}
}

func load(e layout.Elem, bytes []byte, at int32) int32 { return layout.Load(bytes, e.Cell, at) }
