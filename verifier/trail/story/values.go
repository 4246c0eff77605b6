package story

import (
	"strings"

	"gospin/vm"
)

// values knows what SPIN shows of variables after a step: those that it has set, all elements of an
// array, and every channel that something was done with; fields of global typedefs at the end only,
// those of local ones always.
type values struct {
	p         *vm.Program
	globalSet []int       // per global: the number of the step that set it last
	localSet  [][]int     // per process and local
	numbers   map[int]int // SPIN's, of channels
	made      int         // channels so far
	passed    []int32     // by the last message
}

// procName is a proctype's name as SPIN prints it.
func procName(p *vm.Program, proctype int) string {
	if n := p.Procs[proctype].Name; n != "init" {
		return n
	}
	return ":init:"
}

// numberNamed numbers the global channels of a statement. SPIN makes a channel when it is first needed.
func (v *values) numberNamed(st *vm.Stmt) {
	for _, id := range st.Chans {
		v.number(int(id))
	}
}

// number is SPIN's number of a channel; ours are bytes, and used again.
func (v *values) number(id int) int {
	if v.numbers[id] == 0 {
		v.made++
		v.numbers[id] = v.made
	}
	return v.numbers[id]
}

// noteChanges notes what step n has changed, from before (nil: nothing was there) to after.
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

// noteAssigned notes the locals that a statement assigns, even if they had the same values before.
func (v *values) noteAssigned(pid int, st *vm.Stmt, n int) {
	if pid < len(v.localSet) {
		for _, i := range st.Sets {
			v.localSet[pid][i] = n
		}
	}
}

// globals are those that step n has set, or all.
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

// locals are those of a process that step n has set, or all.
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

// elements appends the values of a variable; off is where the process lies, 0 for globals.
func elements(out []Value, s *vm.State, g *vm.Shown, off int) []Value {
	for k := range g.Len {
		out = append(out, Value{Name: g.Item(k), Text: vm.Named(g.Names, g.Value(s.Vec, off, k))})
	}
	return out
}

// channels appends what the channels hold that a variable names.
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

// channelName is the name that a process has for a channel: of an array, with the index.
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
