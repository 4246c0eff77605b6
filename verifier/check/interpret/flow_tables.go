package interpret

import (
	"gospin/promela"
	"slices"
	"strings"
)

// entry is a step that can be taken in a control state; escape is the escape to which it belongs.
type entry struct{ n, to, escape *node }

// tables returns, by control state, the steps that can be taken there, and whether a process may stay there.
func (f *flow) tables() (of [][]entry, ends []bool) {
	of, ends = make([][]entry, len(f.nodes)+1), make([]bool, len(f.nodes)+1)
	imply := func(to, from *node) {
		if to != nil {
			ends[to.no] = ends[to.no] || ends[from.no]
		}
	}
	for _, n := range f.nodes {
		ends[n.no] = n.kind == end || slices.ContainsFunc(n.labels, func(l string) bool {
			return strings.HasPrefix(l, "end")
		})
		if !n.put || n.kind == unless {
			continue
		}
		of[n.no] = []entry{{n: n, to: n.to}}
		if n.kind == choice || n.kind == block {
			for _, c := range n.subs {
				if g := guard(c.first); n.kind == block || len(g.esc) > 0 || !never(g) {
					of[n.no] = append(of[n.no], entry{n: n, to: g})
				}
			}
		}
	}
	// What begins an option is part of the selection.
	nested := func(x entry) bool { return x.to != nil && len(of[x.to.no]) > 1 }
	for changed := true; changed; {
		changed = false
		for i, l := range of {
			if len(l) < 2 || !slices.ContainsFunc(l[1:], nested) {
				continue
			}
			changed = true
			out := l[:1:1]
			for _, x := range l[1:] {
				if !nested(x) {
					out = append(out, x)
					continue
				}
				for _, y := range of[x.to.no][1:] {
					out = append(out, y)
					imply(y.to, x.to)
				}
			}
			of[i] = out
		}
	}
	for i, l := range of {
		if len(l) < 2 {
			continue
		}
		of[i] = nil
		for _, x := range l[1:] {
			if from := of[x.to.no]; len(from) > 0 {
				of[i] = append(of[i], from[0])
				imply(from[0].to, x.to)
			}
		}
	}
	f.escapes(of)
	for i, l := range of {
		if len(l) == 1 && l[0].n.kind == join && ends[i] && l[0].to != nil {
			ends[l[0].to.no] = true
		}
	}
	return of, ends
}

// escapes inserts the steps of escapes before each step that they interrupt.
func (f *flow) escapes(of [][]entry) {
	for i := range of {
		for _, x := range of[i] {
			for _, to := range slices.Backward(x.n.escapeTargets) {
				for _, y := range of[to.no] {
					if !slices.ContainsFunc(of[i], func(z entry) bool { return z.n == y.n }) {
						y.escape = to
						of[i] = slices.Insert(slices.Clone(of[i]), 0, y)
					}
				}
			}
		}
	}
}

// guard finds the guard of a sequence that begins with n.
func guard(n *node) *node {
	for {
		switch n.kind {
		case join:
			n = n.next
		case unless:
			n = n.subs[0].first
		default:
			return n
		}
	}
}

// inside returns the steps that can be taken at a node of a d_step.
func inside(n *node, option bool, to []*node) []*node {
	switch {
	case n.kind == choice:
		for _, c := range n.subs {
			to = inside(guard(c.first), true, to)
		}
	case n.kind == block:
		to = inside(guard(n.subs[0].first), option, to)
	case !option || len(n.esc) > 0 || !never(n):
		to = append(to, n)
	}
	return to
}

// never reports whether a node is the constant 0.
func never(n *node) bool {
	s, ok := n.stmt.(*promela.Cond)
	if !ok {
		return false
	}
	k, ok := s.X.(*promela.Const)
	return ok && k.Val == 0
}
