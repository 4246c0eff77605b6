package symmetry

import (
	"bytes"
	"slices"
)

// Normaliser chooses one state of each orbit, so that it is the same on all machines, whatever the numbers of
// components there. It is for one goroutine.
type Normaliser struct {
	g           *Group
	sets        []normalSet
	vec, to, at []byte
	done        []normalStep // by the last Normal
}

// normalStep is an action that was applied, a number of times.
type normalStep struct {
	act   *normalAction
	times int
	order int // after so many times, it has done nothing
}

// normalSet has the actions of a set.
type normalSet struct {
	rotated bool
	ranks   int
	acts    []normalAction
}

// normalAction is an action with the parts that it moves or changes.
type normalAction struct {
	act   *Action
	parts []normalPart
}

type normalPart struct {
	part     *Part
	from, to int
}

// Normaliser returns a Normaliser of the group.
func (g *Group) Normaliser() *Normaliser {
	n := &Normaliser{g: g}
	for i := range g.Sets {
		s := &g.Sets[i]
		set := normalSet{rotated: s.Rotated, ranks: len(s.Ranks)}
		for _, a := range s.Actions {
			act := normalAction{act: a}
			for off, p := range g.Parts() {
				if to := a.To(p); to != off || a.Changes(p) {
					act.parts = append(act.parts, normalPart{p, off, to})
				}
			}
			set.acts = append(set.acts, act)
		}
		n.sets = append(n.sets, set)
	}
	return n
}

// Normal returns the chosen state of a vector's orbit; the vector itself if the group does not hold in it.
// The result is valid until the next call.
//
// Neighbours are exchanged as long as that makes the vector less, as numbers are sorted. Where processes hold
// numbers of each other, this may end at a state that is not the least of the orbit: then some more states
// are stored.
func (n *Normaliser) Normal(vec []byte) []byte {
	n.done = n.done[:0]
	if !n.g.Holds(vec) {
		return vec
	}
	n.vec = append(n.vec[:0], vec...)
	for less := true; less; {
		less = false
		for i := range n.sets {
			if s := &n.sets[i]; s.rotated {
				less = n.rotate(s) || less
			} else {
				less = n.sort(s) || less
			}
		}
	}
	return n.vec
}

// Back returns Normal's result, and a function that maps it back to the vector, and other vectors likewise.
// The function's results stay valid.
func (n *Normaliser) Back(vec []byte) (normal []byte, back func(vec []byte) []byte) {
	normal = n.Normal(vec)
	done := slices.Clone(n.done)
	return normal, func(vec []byte) []byte {
		vec = bytes.Clone(vec)
		for _, s := range slices.Backward(done) {
			for range s.order - s.times {
				n.act(s.act, vec)
				vec = append(vec[:0], n.to...)
			}
		}
		return vec
	}
}

// sort exchanges neighbours. It reports whether that has made the vector less.
func (n *Normaliser) sort(s *normalSet) (less bool) {
	for i := 0; i < len(s.acts); {
		if n.act(&s.acts[i], n.vec); bytes.Compare(n.to, n.vec) >= 0 {
			i++
			continue
		}
		n.vec, n.to = n.to, n.vec
		n.done = append(n.done, normalStep{&s.acts[i], 1, 2})
		less = true
		i = max(0, i-1)
	}
	return less
}

// rotate chooses the least of all rotations. It reports whether that has made the vector less.
func (n *Normaliser) rotate(s *normalSet) (less bool) {
	n.at = append(n.at[:0], n.vec...)
	best := 0
	for i := 1; i < s.ranks; i++ {
		n.act(&s.acts[0], n.at)
		n.at, n.to = n.to, n.at
		if bytes.Compare(n.at, n.vec) < 0 {
			n.vec = append(n.vec[:0], n.at...)
			best = i
		}
	}
	if best > 0 {
		n.done = append(n.done, normalStep{&s.acts[0], best, s.ranks})
	}
	return best > 0
}

// act maps a vector to n.to.
func (n *Normaliser) act(a *normalAction, vec []byte) {
	n.to = append(n.to[:0], vec...)
	for i := range a.parts {
		p := &a.parts[i]
		a.act.Map(p.part, n.to[p.to:p.to+p.part.Len], vec[p.from:p.from+p.part.Len])
	}
}
