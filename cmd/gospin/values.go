package main

import (
	"fmt"
	"io"
	"strings"

	"gospin/vm"
)

// values prints variables as SPIN does: after a step those that it has set, all elements of an array, and every
// channel that something was done with; fields of global typedefs at the end only, those of local ones always.
type values struct {
	w       io.Writer
	p       *vm.Program
	set     []int   // per global: the step that set it last
	own     [][]int // per process and local
	numbers map[int]int
	made    int
	passed  []int32 // by the last message
}

// procName is a proctype's name as SPIN prints it.
func procName(p *vm.Program, proctype int) string {
	if n := p.Procs[proctype].Name; n != "init" {
		return n
	}
	return ":init:"
}

// named numbers the global channels of a statement. SPIN makes a channel when it is first needed.
func (v *values) named(st *vm.Stmt) {
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

// changed notes what step n has changed, from before (nil: nothing was there) to after.
func (v *values) changed(before, after *vm.State, n int) {
	if v.set == nil {
		v.set = make([]int, len(v.p.Shown))
	}
	if before != nil {
		for i := range v.p.Shown {
			g := &v.p.Shown[i]
			for k := range g.Len {
				if g.Value(before.Vec, 0, k) != g.Value(after.Vec, 0, k) {
					v.set[i] = n
				}
			}
		}
	}
	procs := v.p.Layout.ShapeOf(after.Vec).Procs
	v.own = v.own[:min(len(v.own), len(procs))]
	for id := range v.numbers {
		if id > len(v.p.Layout.ShapeOf(after.Vec).Chans) {
			delete(v.numbers, id)
		}
	}
	for _, q := range procs[len(v.own):] {
		set := make([]int, len(v.p.Procs[q.Type].Shown))
		for i := range set {
			set[i] = n
		}
		v.own = append(v.own, set)
		for k := range v.p.Procs[q.Type].Queues {
			v.number(q.Chans + k + 1)
		}
	}
}

// wrote notes the locals that a statement assigns, be it what they had before.
func (v *values) wrote(pid int, st *vm.Stmt, n int) {
	if pid < len(v.own) {
		for _, i := range st.Sets {
			v.own[pid][i] = n
		}
	}
}

// globals prints those that step n has set, or all.
func (v *values) globals(s *vm.State, n int, all bool) {
	for i := range v.p.Shown {
		g := &v.p.Shown[i]
		switch {
		case g.Chan:
			v.channels(s, g, 0, "")
		case all || !g.Field && v.set[i] >= n:
			for k := range g.Len {
				fmt.Fprintf(v.w, "\t\t%s = %s\n", g.Item(k), vm.Named(g.Names, g.Value(s.Vec, 0, k)))
			}
		}
	}
}

// locals prints those that step n has set, or all.
func (v *values) locals(s *vm.State, pid, n int, all bool) {
	q := v.p.Layout.ShapeOf(s.Vec).Procs[pid]
	prefix := fmt.Sprintf("%s(%d):", procName(v.p, q.Type), pid)
	shown := v.p.Procs[q.Type].Shown
	for i := range shown {
		g := &shown[i]
		switch {
		case g.Chan:
			v.channels(s, g, q.Off, prefix)
		case all || g.Field || v.own[pid][i] >= n:
			for k := range g.Len {
				fmt.Fprintf(v.w, "\t\t%s%s = %s\n", prefix, g.Item(k), vm.Named(g.Names, g.Value(s.Vec, q.Off, k)))
			}
		}
	}
}

// channels prints what the channels hold that a variable names.
func (v *values) channels(s *vm.State, g *vm.Shown, off int, prefix string) {
	for k := range g.Len {
		id := int(g.Value(s.Vec, off, k))
		msgs, buffered := v.p.Messages(s, id, v.number)
		if !buffered || v.numbers[id] == 0 {
			continue
		}
		text := ""
		for _, m := range msgs {
			text += "[" + m + "]"
		}
		fmt.Fprintf(v.w, "\t\tqueue %d (%s%s): %s\n", v.numbers[id], prefix, g.Item(k), text)
	}
}

// element is the name that a process has for a channel: of an array, with the index.
func (v *values) element(s *vm.State, pid int, text string, id int) string {
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
