package interpret

import (
	"slices"
	"strings"

	"gospin/promela"
)

// Claim is a never claim. It makes a step before each step of the model, in the state before that.
type Claim struct {
	Name  string
	Start int
	*proctype
	accepts []bool // by control state
}

// Claims returns never claims of the model: all of them, or the named ones.
func (md *Model) Claims(names []string) (out []*Claim, err error) {
	defer func() { caught[Unable](recover(), &err) }()
	for _, p := range md.tree.Claims {
		if len(names) > 0 && !slices.Contains(names, p.Name) {
			continue
		}
		for _, t := range md.types {
			for l := range t.flow.labels {
				if isAccept(l) {
					md.refuse(p.Pos, "a claim of a model whose processes have accept labels")
				}
			}
		}
		out = append(out, md.claim(p))
	}
	if len(out) > 0 && md.counts {
		md.refuse(out[0].Pos, "a claim of a model with _nr_pr, which counts the claim")
	}
	return out, nil
}

func isAccept(label string) bool { return strings.HasPrefix(label, "accept") }

// claim compiles a claim. Its steps are conditions, assertions and prints.
func (md *Model) claim(p *promela.Proc) *Claim {
	if len(p.Locals) > 0 {
		md.refuse(p.Locals[0].Pos, "a variable of a claim")
	}
	t := &proctype{Proc: p}
	t.flow, t.start = newFlow(md.tree, p)
	md.make(t)
	c := &Claim{Name: p.Name, Start: t.start, proctype: t, accepts: make([]bool, len(t.states))}
	for _, n := range t.flow.nodes {
		c.accepts[n.no] = slices.ContainsFunc(n.labels, isAccept)
		switch s := n.stmt.(type) {
		case *promela.Assign, *promela.Send, *promela.Recv, *promela.Decl:
			md.refuse(s.At(), "a claim that does more than look")
		case *promela.Unless, *promela.DStep, *promela.Atomic:
			md.refuse(s.At(), "unless, d_step and atomic in a claim")
		default: // looks, or jumps
		}
	}
	return c
}

// Accepts reports whether runs that come to a control state again and again are accepted.
func (c *Claim) Accepts(at int) bool { return c.accepts[at] }

// Steps appends the control states to which a claim can step in a state of the model. Ends is true if the
// claim has come to its end.
func (m *Machine) Steps(c *Claim, state []byte, at int, to []int) (_ []int, ends bool) {
	m.take(append(append(m.memory(), m.base...), state...))
	m.pid, m.self = -1, 0
	none := true
	for i := range c.states[at] {
		t := &c.states[at][i]
		switch {
		case t.act == dies:
			ends = true
			continue
		case t.act == otherwise && !none || t.act != otherwise && t.guard != nil && t.guard(m) == 0:
			continue
		}
		none = false
		if t.effect != nil {
			t.effect(m)
		}
		to = append(to, t.to)
	}
	m.free = append(m.free, m.vec)
	return to, ends
}
