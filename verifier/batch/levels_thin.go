package batch

import "gospin/verifier/roots"

// fewWhole states are not worth being thinned out.
const fewWhole = 64

// thinAfter is after how many levels the states of a whole one are thinned out; 0: never.
func (l *levels[R]) thinAfter() uint32 { return uint32(l.Unmove.Every) / 4 }

// longest is how many moves a chain may have.
func (l *levels[R]) longest() uint32 {
	if l.needed != nil {
		return l.thinAfter()
	}
	return uint32(l.Unmove.Every) - 1 + l.thinAfter()
}

// thin keeps of the last whole level the states from which chains lead to those of the level at hand, one to
// each; few do, as many states soon have nothing new behind them. Chains from others go on to the whole level
// before.
func (l *levels[R]) thin() {
	if l.last.Len() < fewWhole {
		return
	}
	l.needed = roots.NewPlain[R](0, 1)
	stats, all := *l.stats, true
	some := make([]R, 0, goodBatch)
	look := func() {
		l.ask = append(l.ask[:0], some...)
		some = some[:0]
		l.member()
		for _, yes := range l.yes[:len(l.ask)] {
			all = all && yes
		}
	}
	l.now.Each(func(r *R) {
		if some = append(some, *r); all && len(some) == cap(some) {
			look()
		} else if !all {
			some = some[:0]
		}
	})
	if all {
		look()
	}
	if l.unsure { // a move cannot be asked for in the packing at hand: all stay
		l.state, l.unsure, all = going, false, false
	}
	if *l.stats = stats; all {
		n := roots.NewFitted[R](l.Unmove.Whole, l.needed.Len())
		l.fresh = roots.AddEach(n, l.needed, l.fresh)
		l.last.Free()
		l.last = n
	}
	l.needed.Free()
	l.needed = nil
}
