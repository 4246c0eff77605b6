package compression

import (
	"fmt"
	"strings"

	"gospin/compression/intern"
	"gospin/vm/layout"
)

// Count is the number of different values of a class of components.
type Count struct {
	Kind layout.CompKind
	// proctype, channel type or piece of the globals; the number of proctypes if all processes are joined
	Type int
	N    int
	Name string // contents of the components, for people
}

func (sp *split) counts(tables []*intern.Table) []Count {
	var out []Count
	for k, t := range tables {
		if t != nil {
			kind, typ, name := sp.class(k)
			out = append(out, Count{Kind: kind, Type: typ, N: t.Len(), Name: name})
		}
	}
	return out
}

// PanCounts formats counts like pan's "collapse counts" line: 0 for the globals, 1 for all channels, 2 for
// the first proctype (or all processes joined), and so on. It omits zeros.
func PanCounts(counts []Count, joined bool) string {
	var n []int
	add := func(i, by int) {
		for len(n) <= i {
			n = append(n, 0)
		}
		n[i] += by
	}
	for _, c := range counts {
		switch {
		case c.Kind == layout.Globals:
			add(0, c.N)
		case c.Kind == layout.Channel:
			add(1, c.N)
		case joined:
			add(2, c.N)
		default:
			add(2+c.Type, c.N)
		}
	}
	var b strings.Builder
	b.WriteString("[ ")
	for i, k := range n {
		if k > 0 {
			fmt.Fprintf(&b, "%d:%d ", i, k)
		}
	}
	return b.String() + "]"
}
