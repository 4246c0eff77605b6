package unmove

import (
	"math/bits"

	"gospin/compression/mix"
	"gospin/verifier/batch"
	"gospin/verifier/roots"
)

// asker asks an engine for moves, and hashes states. Each worker has one.
type asker[R roots.Root] struct {
	set      *set[R]
	engine   batch.Engine[R]
	mover    batch.Mover[R]    // the engine, if it knows which process makes a move; else nil
	scratch  batch.Found[R]    // successors of a state that has been expanded again
	gathered []uint64          // scratch of hashOf
	count    batch.UnmoveStats // counts that have not been added to those of the set
	isUnsure bool              // the engine could not make a move
}

func newAsker[R roots.Root](s *set[R]) (a asker[R]) {
	a.set, a.engine = s, batch.EngineOf[R](s.job.Common)
	a.mover, _ = a.engine.(batch.Mover[R])
	return a
}

// hashOf returns the hash of a state, which does not depend on the packing.
func (a *asker[R]) hashOf(r *R) uint64 {
	f := a.set.forms.formOf(r)
	if f.moves == nil {
		return hashRoot(roots.Words(r))
	}
	a.gathered = resize(a.gathered, f.plan.words)
	all := a.gathered
	clear(all)
	for i := range f.moves {
		m := &f.moves[i]
		all[m.to] |= bits.RotateLeft64((*r)[m.from]&m.mask, m.by)
	}
	h := hashRoot(all[:f.plan.width])
	for _, w := range all[f.plan.width:] {
		if w != 0 {
			h = mix.Pair(h, w)
		}
	}
	return h
}

func hashRoot(r []uint64) uint64 {
	switch len(r) {
	case 1:
		return mix.Word(r[0])
	case 2:
		return mix.Pair(r[0], r[1])
	}
	return mix.Words(r)
}

// moverOf returns the process that makes a move, or -1 if it is not known.
func (a *asker[R]) moverOf(x, y *R) int {
	for pid := range 255 {
		if a.mover != nil && a.mover.Makes(x, y, pid) {
			return pid
		}
	}
	return -1
}

// hasMade reports whether a move leads from x to y. x has been expanded before.
func (a *asker[R]) hasMade(x, y *R, rule uint32) bool {
	a.count.Asked++
	if by := a.set.rules.By(rule); by >= 0 && a.mover.Makes(x, y, by) {
		return true
	}
	if !a.expandAgain(x) {
		a.isUnsure = true
		return false
	}
	for i := range a.scratch.Roots {
		if a.scratch.Roots[i] == *y {
			return true
		}
	}
	a.count.Failed++
	return false
}

// expandAgain expands a state that has been expanded before. It tries several times, since engines may ask
// for another packing without need.
func (a *asker[R]) expandAgain(x *R) bool {
	for range 3 {
		a.scratch.Roots = a.scratch.Roots[:0]
		if _, ok := a.engine.Expand(x, &a.scratch); ok {
			return true
		}
	}
	return false
}

// flush adds the asker's counts to those of the set.
func (a *asker[R]) flush() {
	to := a.set.stats
	to.Looks += a.count.Looks
	to.Reads += a.count.Reads
	to.Tried += a.count.Tried
	to.Refuted += a.count.Refuted
	to.Asked += a.count.Asked
	to.Failed += a.count.Failed
	a.count = batch.UnmoveStats{}
}
