package por

import (
	"slices"

	"gospin/verifier/system"
	"gospin/vm"
)

// Lean finds transitions of different processes that are independent in every state: neither writes what the
// other reads or writes, and neither is a rendezvous, starts or ends a process, asks for the number of
// processes, for labels or for variables of other processes, or continues an atomic sequence.
type Lean struct {
	prog       *vm.Program
	candidates []bool // the transition may be independent of some others
	// by pairs: 0 if not computed, 1 if dependent, 2 if independent; rows are created when needed
	known [][]uint8
}

// NewLean returns the relation for a program.
func NewLean(p *vm.Program) *Lean {
	l := &Lean{prog: p, candidates: make([]bool, len(p.Trans)), known: make([][]uint8, len(p.Trans))}
	for k := 1; k < len(p.Trans); k++ {
		l.candidates[k] = !p.Trans[k].Atomic
		for _, a := range []*vm.Access{&p.Accesses[k].Guard, &p.Accesses[k].Effect} {
			far := func(c vm.Cells) bool { return c.Base == vm.BaseOther }
			if a.ReadsAll || a.WritesAll || a.Timeout || a.Meets || a.Counts || a.Creates || a.Ends ||
				len(a.Labels) > 0 || slices.ContainsFunc(a.Reads, far) || slices.ContainsFunc(a.Writes, far) {
				l.candidates[k] = false
			}
		}
	}
	return l
}

// Out implements search.Lean. Choices are ordered by process, then by transition.
func (l *Lean) Out(e, f *system.Choice) bool {
	if e.Pid >= f.Pid || e.Partner|f.Partner != 0 || e.Trans == 0 || f.Trans == 0 {
		return false
	}
	if l.known[e.Trans] == nil {
		l.known[e.Trans] = make([]uint8, len(l.candidates))
	}
	known := &l.known[e.Trans][f.Trans]
	if *known == 0 {
		*known = 1
		if l.independent(e.Trans, f.Trans) {
			*known = 2
		}
	}
	return *known == 2
}

func (l *Lean) independent(k, m uint32) bool {
	if !l.candidates[k] || !l.candidates[m] {
		return false
	}
	a, b := l.access(k), l.access(m)
	return !overwrites(&a, &b) && !overwrites(&b, &a) && !uses(&a, &b) && !uses(&b, &a)
}

func (l *Lean) access(k uint32) vm.Access {
	var a vm.Access
	a.Add(&l.prog.Accesses[k].Guard)
	a.Add(&l.prog.Accesses[k].Effect)
	return a
}

// overwrites reports whether a may write a global that b reads or writes.
func overwrites(a, b *vm.Access) bool {
	for i := range a.Writes {
		w := &a.Writes[i]
		meets := func(c vm.Cells) bool {
			return c.Off < w.Off+w.Len && w.Off < c.Off+c.Len && c.Base == w.Base
		}
		touched := slices.ContainsFunc(b.Reads, meets) || slices.ContainsFunc(b.Writes, meets)
		if w.Base == vm.BaseGlobal && touched {
			return true
		}
	}
	return false
}

func uses(a, b *vm.Access) bool {
	for _, c := range slices.Concat(a.Sends, a.Recvs) {
		same := func(d vm.Channel) bool {
			return c.ID == 0 || d.ID == 0 || c.Assigned || d.Assigned || c.ID == d.ID
		}
		if slices.ContainsFunc(b.Sends, same) || slices.ContainsFunc(b.Recvs, same) ||
			slices.ContainsFunc(b.Polls, func(p vm.Poll) bool { return same(p.Channel) }) {
			return true
		}
	}
	return false
}
