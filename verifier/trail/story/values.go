package story

import (
	"strings"

	"gospin/vm"
)

// values decides which values SPIN prints after a step: the globals that the step set, all elements of an
// array, and every channel that was used. Fields of global typedefs are printed only at the end, those of
// local ones always.
type values struct {
	p         *vm.Program
	globalSet []int       // by global: number of the last step that set it
	localSet  [][]int     // the same by process and local
	numbers   map[int]int // SPIN's channel numbers
	made      int         // number of channels so far
	passed    []int32     // the last message
}

// procName returns a proctype's name as SPIN prints it.
func procName(p *vm.Program, proctype int) string {
	if n := p.Procs[proctype].Name; n != "init" {
		return n
	}
	return ":init:"
}

// numberNamed numbers the global channels in a statement, since SPIN creates a channel when it is first
// needed.
func (v *values) numberNamed(st *vm.Stmt) {
	for _, id := range st.Chans {
		v.number(int(id))
	}
}

// number returns SPIN's number of a channel. Gospin's own channel numbers are bytes and are reused.
func (v *values) number(id int) int {
	if v.numbers[id] == 0 {
		v.made++
		v.numbers[id] = v.made
	}
	return v.numbers[id]
}

// noteChanges records the differences between two states as changes of step n. With a nil before, everything
// is new.
func (v *values) noteChanges(before, after *vm.State, n int) {
	if v.globalSet == nil {
		v.globalSet = make([]int, len(v.p.Shown))
	}
	if before != nil {
		for i := range v.p.Shown {
			g := &v.p.Shown[i]
			for k := range g.Len {
				if g.Value(before.Vec, 0, k) != g.Value(after.Vec, 0, k) {
					v.globalSet[i] = n
				}
			}
		}
	}
	shape := v.p.Layout.ShapeOf(after.Vec)
	procs := shape.Procs
	v.localSet = v.localSet[:min(len(v.localSet), len(procs))]
	for id := range v.numbers {
		if id > len(shape.Chans) {
			delete(v.numbers, id)
		}
	}
	for _, q := range procs[len(v.localSet):] {
		set := make([]int, len(v.p.Procs[q.Type].Shown))
		for i := range set {
			set[i] = n
		}
		v.localSet = append(v.localSet, set)
		for k := range v.p.Procs[q.Type].Queues {
			v.number(q.Chans + k + 1)
		}
	}
}

// noteAssigned records the locals that a statement assigns, even if their values stay the same.
func (v *values) noteAssigned(pid int, st *vm.Stmt, n int) {
	if pid < len(v.localSet) {
		for _, i := range st.Sets {
			v.localSet[pid][i] = n
		}
	}
}

// globals returns the globals that step n has set, or all of them.
func (v *values) globals(s *vm.State, n int, all bool) []Value {
	var out []Value
	for i := range v.p.Shown {
		g := &v.p.Shown[i]
		switch {
		case g.Chan:
			out = v.channels(out, s, g, 0)
		case all || !g.Field && v.globalSet[i] >= n:
			out = elements(out, s, g, 0)
		}
	}
	return out
}

// locals returns a process's locals that step n has set, or all of them.
func (v *values) locals(s *vm.State, pid, n int, all bool) []Value {
	q := v.p.Layout.ShapeOf(s.Vec).Procs[pid]
	shown := v.p.Procs[q.Type].Shown
	var out []Value
	for i := range shown {
		g := &shown[i]
		switch {
		case g.Chan:
			out = v.channels(out, s, g, q.Off)
		case all || g.Field || v.localSet[pid][i] >= n:
			out = elements(out, s, g, q.Off)
		}
	}
	return out
}

// elements appends a variable's values; off is the process's offset, 0 for globals.
func elements(out []Value, s *vm.State, g *vm.Shown, off int) []Value {
	for k := range g.Len {
		out = append(out, Value{Name: g.Item(k), Text: vm.Named(g.Names, g.Value(s.Vec, off, k))})
	}
	return out
}

// channels appends the contents of the channels that a variable names.
func (v *values) channels(out []Value, s *vm.State, g *vm.Shown, off int) []Value {
	for k := range g.Len {
		id := int(g.Value(s.Vec, off, k))
		msgs, buffered := v.p.Messages(s, id, v.number)
		if buffered && v.numbers[id] != 0 {
			out = append(out, Value{Name: g.Item(k), Queue: v.numbers[id], Messages: msgs})
		}
	}
	return out
}

// channelName returns a process's name for a channel. For an array element it has the index.
func (v *values) channelName(s *vm.State, pid int, text string, id int) string {
	name, _, indexed := strings.Cut(text, "[")
	if !indexed {
		return text
	}
	q := v.p.Layout.ShapeOf(s.Vec).Procs[pid]
	for i, list := range [][]vm.Shown{v.p.Procs[q.Type].Shown, v.p.Shown} {
		off := q.Off * (1 - i)
		for j := range list {
			g := &list[j]
			for k := range g.Len {
				if g.Name == name && int(g.Value(s.Vec, off, k)) == id {
					return g.Item(k)
				}
			}
		}
	}
	return text
}
