package space

import (
	"gospin/verifier/batch"
	"gospin/verifier/roots"
)

// Shape implements batch.Fielded.
func (s *Space) Shape() roots.Field { return roots.Field{Mask: s.pack.shapeMask, Class: -1} }

// Fields implements batch.Fielded.
func (s *Space) Fields(shape int) []roots.Field {
	out := []roots.Field{s.Shape()}
	f := s.form(uint32(shape - 1))
	for i := range f.fields {
		x := &f.fields[i]
		out = append(out, roots.Field{Word: x.word, Shift: uint(x.shift), Mask: x.mask, Class: x.class})
	}
	return out
}

// Makes implements batch.Mover.
func (e *engine[R]) Makes(x, y *R, pid int) bool {
	for {
		e.failed, e.faults, e.heads = 0, e.faults[:0], e.heads[:0]
		made, what := e.makes(x, y, pid)
		if what == done || what == narrow {
			return made
		}
	}
}

func (e *engine[R]) makes(x, y *R, pid int) (bool, outcome) {
	id := (*x)[0] & e.pack.shapeMask
	if int(id) >= len(e.known) || e.known[id] == nil {
		if !e.meet(uint32(id)) {
			return false, narrow
		}
	}
	of := e.known[id].of
	if pid >= len(of) {
		return false, done
	}
	s := &of[pid]
	n := (*x)[s.word] >> (s.shift & 63) & s.mask
	if n >= uint64(len(s.infos)) || s.infos[n].id == 0 {
		e.introduce(e.known[id], pid, n, x)
	}
	in := &s.infos[n]
	if in.list != 0 {
		return e.leads(x, y, in.list, pid)
	}
	for k := in.first; k < in.first+uint32(in.n); k++ {
		p := &e.parts[k]
		list := p.list
		if list == 0 {
			if list = e.recall(x, p); list == 0 {
				var what outcome
				if list, what = e.learn(e.known[id], pid, in, k, x, 0); what != done {
					return false, what
				}
				if list == again {
					k = in.first - 1
					continue
				}
			}
		}
		if made, what := e.leads(x, y, list, pid); made || what != done {
			return made, what
		}
	}
	return false, done
}

// leads reports whether a choice of a list leads from x to y.
func (e *engine[R]) leads(x, y *R, list uint32, pid int) (bool, outcome) {
	head, k := e.lists[list], len(*x)
	if head&(slow|halves|stepped|shifting) == 0 {
		items := e.lists[int(list)+headerLen:]
		for i := range int(head & countMask) {
			it := items[i*2*k : i*2*k+2*k]
			diff := uint64(0)
			for j := 0; j < len(*x); j++ {
				diff |= (*x)[j]&it[j] | it[k+j] ^ (*y)[j]
			}
			if diff == 0 {
				return true, done
			}
		}
		return false, done
	}
	e.made = batch.Found[R]{Roots: e.made.Roots[:0]}
	what := e.emit(x, list, pid, &e.nowhere, &e.made)
	for i := range e.made.Roots {
		if e.made.Roots[i] == *y {
			return what == done, what
		}
	}
	return false, what
}

var (
	_ batch.Fielded          = (*Space)(nil)
	_ batch.Mover[[1]uint64] = (*engine[[1]uint64])(nil)
)
