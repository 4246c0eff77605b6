package ltl

import (
	"math/bits"
	"slices"
)

// cube is a conjunction of literals over at most 64 atoms. No atom is in both.
type cube struct{ pos, neg uint64 }

// meet returns the conjunction; ok is false if it is contradictory.
func (c cube) meet(d cube) (m cube, ok bool) {
	m = cube{c.pos | d.pos, c.neg | d.neg}
	return m, m.pos&m.neg == 0
}

// within reports whether c implies d.
func (c cube) within(d cube) bool { return d.pos&^c.pos == 0 && d.neg&^c.neg == 0 }

// covered reports whether c implies the disjunction of the ds. It splits on an atom in them.
func (c cube) covered(ds []cube) bool {
	var seen []cube
	for _, d := range ds {
		if c.within(d) {
			return true
		}
		if _, ok := c.meet(d); ok {
			seen = append(seen, d)
		}
	}
	if len(seen) < 2 {
		return false
	}
	free := (seen[0].pos | seen[0].neg) &^ (c.pos | c.neg)
	bit := free & -free
	return cube{c.pos | bit, c.neg}.covered(seen) && cube{c.pos, c.neg | bit}.covered(seen)
}

// consensusLimit limits the number of cubes to minimise, since their consensus can be exponentially large.
const consensusLimit = 64

// minimal returns an equivalent disjunction of few cubes: prime implicants by iterated consensus, without
// those that the others cover.
func minimal(cs []cube) []cube {
	cs = absorb(cs)
	for changed := true; changed && len(cs) <= consensusLimit; {
		changed = false
		for i := range cs {
			for j := range i {
				if k, ok := consensus(cs[i], cs[j]); ok && !slices.ContainsFunc(cs, k.within) {
					cs = append(cs, k)
					changed = true
				}
			}
		}
		cs = absorb(cs)
	}
	slices.SortFunc(cs, compareCubes)
	for i := len(cs) - 1; i >= 0; i-- {
		if rest := slices.Delete(slices.Clone(cs), i, i+1); cs[i].covered(rest) {
			cs = rest
		}
	}
	return cs
}

// absorb removes the cubes that imply another.
func absorb(cs []cube) []cube {
	var out []cube
	for i, c := range cs {
		if !slices.ContainsFunc(cs[:i], c.within) &&
			!slices.ContainsFunc(cs[i+1:], func(d cube) bool { return c != d && c.within(d) }) {
			out = append(out, c)
		}
	}
	return out
}

// consensus returns what follows from two cubes that contradict each other in exactly one atom.
func consensus(c, d cube) (cube, bool) {
	clash := c.pos&d.neg | c.neg&d.pos
	if clash == 0 || clash&(clash-1) != 0 {
		return cube{}, false
	}
	return cube{(c.pos | d.pos) &^ clash, (c.neg | d.neg) &^ clash}, true
}

// compareCubes orders cubes by length, then with positive literals of low atoms first.
func compareCubes(c, d cube) int {
	if a, b := c.size(), d.size(); a != b {
		return a - b
	}
	if l := (c.pos ^ d.pos) | (c.neg ^ d.neg); l != 0 {
		low := l & -l
		switch {
		case c.pos&low != 0, c.neg&low != 0 && d.pos&low == 0:
			return -1
		}
		return 1
	}
	return 0
}

func (c cube) size() int { return bits.OnesCount64(c.pos) + bits.OnesCount64(c.neg) }
