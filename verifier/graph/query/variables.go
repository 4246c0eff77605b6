package query

import (
	"context"
	"fmt"
	"strings"

	"gospin/verifier/graph"
	"gospin/vm"
)

// variables returns a text of the variables for each node, a line for the globals and one for each process. A
// walk computes the states.
func variables(ctx context.Context, g *graph.Graph, p *vm.Program) ([]string, error) {
	out := make([]string, g.Nodes)
	w := &graph.Walk{Graph: g, Machine: vm.NewMachine(p)}
	w.Node = func(i uint32, s *vm.State) error {
		out[i] = variablesIn(p, s)
		return context.Cause(ctx)
	}
	return out, w.Run()
}

func variablesIn(p *vm.Program, s *vm.State) string {
	var lines []string
	if text := valuesOf(p, s, p.Shown, 0); text != "" {
		lines = append(lines, text)
	}
	for pid, q := range p.Layout.ShapeOf(s.Vec).Procs {
		pt := &p.Procs[q.Type]
		if text := valuesOf(p, s, pt.Shown, q.Off); text != "" {
			lines = append(lines, fmt.Sprintf("%s(%d): %s", pt.Name, pid, text))
		}
	}
	return strings.Join(lines, "\n")
}

// valuesOf formats variables; off is their process's offset, 0 for globals. Arrays and channels are in
// brackets.
func valuesOf(p *vm.Program, s *vm.State, list []vm.Shown, off int) string {
	var out []string
	for i := range list {
		v := &list[i]
		var items []string
		for k := range v.Len {
			x := v.Value(s.Vec, off, k)
			if !v.Chan {
				items = append(items, vm.Named(v.Names, x))
			} else if messages, buffered := p.Messages(s, int(x), func(id int) int { return id }); buffered {
				items = append(items, "["+strings.Join(messages, " | ")+"]")
			}
		}
		switch {
		case len(items) == 0:
		case v.Array:
			out = append(out, v.Name+" = ["+strings.Join(items, ", ")+"]")
		default:
			out = append(out, v.Name+" = "+items[0])
		}
	}
	return strings.Join(out, ", ")
}
