package unmove

import (
	"slices"

	"gospin/verifier/batch"
	"gospin/verifier/roots"
)

// fewWhole is the number of whole states below which thinning out is not worth while.
const fewWhole = 64

// wholeShare is a number of states: if the whole states of a large level take less than a byte for this many
// stored states, thinning out is not worth while either.
const wholeShare = 4

// roomEvery is the number of entries that are added between checks for room.
const roomEvery = 64

// thinAfter returns the number of levels after which a whole level is thinned out; 0: at once, and all states
// stay.
func (l *levels[R]) thinAfter() uint32 { return uint32(l.job.Unmove.Every) / 2 }

// longest returns how many moves a chain may have.
func (l *levels[R]) longest() uint32 {
	if l.needed != nil {
		return l.thinAfter()
	}
	return max(l.gaps.longest+l.thinAfter(), l.level-l.gaps.last+1) - 1
}

// gaps has the distances between whole levels.
type gaps struct {
	last, longest uint32 // the number of the last whole level; the longest distance between two
	reads, looks  uint64 // counts when the last whole level began
}

// due reports whether the level that begins must be whole. While chains are short, it may come later.
func (l *levels[R]) due() bool {
	g, every := &l.gaps, uint32(l.job.Unmove.Every)
	n := l.level - g.last
	short := (l.set.stats.Reads-g.reads)*4 < (l.set.stats.Looks-g.looks)*5
	if n < every || short && n < 2*every {
		return false
	}
	*g = gaps{last: l.level, longest: max(g.longest, n), reads: l.set.stats.Reads, looks: l.set.stats.Looks}
	return true
}

// unlistedKind returns the kind of set for a whole level while there are no entries for its states. If there
// is enough memory, it has whole roots, since every step of a chain looks into it.
func (l *levels[R]) unlistedKind() roots.Kind {
	if l.large() {
		return l.job.Unmove.Whole
	}
	return roots.Whole
}

// sift makes the sieve of the last whole level from all its states.
func (l *levels[R]) sift(last roots.Set[R]) {
	l.sieve = newSieve(max(last.Len(), fewWhole))
	last.Each(func(r *R) { l.sieve.add(l.team.scouts[0].asker.hashOf(r)) })
}

// thin removes those states of the last whole level to which no chain from the current level leads. One chain
// for each state of the current level suffices. Few states remain, since most states of a level soon lead to
// nothing new; chains from others continue to the whole level before. Then thin adds entries for the states
// that remain.
func (l *levels[R]) thin() {
	cheap := l.large() && uint64(l.last.Bytes()) <= l.set.known()/wholeShare
	if l.thinAfter() > 0 && l.last.Len() >= fewWhole && !cheap {
		l.thinOut()
	}
	n := roots.NewFitted[R](l.job.Unmove.Whole, l.last.Len())
	l.set.fresh = roots.AddEach(n, l.last, l.set.fresh)
	l.last.Free()
	l.last = n
	l.sieve.free()
	l.sieve = nil
	added := 0
	l.last.Each(func(r *R) {
		if added++; added%roomEvery == 0 {
			l.room()
		}
		l.set.table.Add(l.team.scouts[0].asker.hashOf(r), roots.Lead{Whole: true})
	})
	l.room()
}

// thinOut removes the states of the last whole level that are not needed, if these can be determined. It
// begins with few states at a time, so that later chains end in whole states that earlier ones needed.
func (l *levels[R]) thinOut() {
	l.needed = roots.New[R](l.unlistedKind(), 0, 1).(roots.Finder[R])
	stats, all, ends := *l.set.stats, true, false
	r := &l.team.rounds[0]
	for n, slot, many := 0, 0, l.job.Batch; all; many = min(2*many, len(r.states)) {
		if n, slot = l.current.Take(slot, r.states[:many], true); n == 0 {
			break
		}
		r.divide(n, l.job.Batch)
		l.sendAll(order[R]{trace, r.lots})
		for i := range r.lots {
			o := &r.lots[i]
			all = all && !o.unsure && !slices.Contains(o.stored, false)
			l.set.fresh = roots.AddAll(l.needed, o.wanted, l.set.fresh[:0])
		}
		if l.sinceLook += n; l.sinceLook >= batch.LookEvery {
			l.sinceLook, ends = 0, !l.job.Look(l.bytes(), l.frontier(), l.set.sum)
			all = all && !ends && !l.isCostly
		}
	}
	if ends {
		l.set.state = done
	}
	if *l.set.stats = stats; all {
		l.last, l.needed = l.needed, l.last
	}
	l.needed.Free()
	l.needed = nil
}
