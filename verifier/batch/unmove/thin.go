package unmove

import (
	"slices"

	"gospin/verifier/batch"
	"gospin/verifier/roots"
)

// fewWhole states are not worth being thinned out.
const fewWhole = 64

// wholeShare: nor are those of a large level, if they take less than a byte for this many of all states.
const wholeShare = 4

// ahead is how many entries are added before it is seen whether there is room for more.
const ahead = 64

// thinAfter is after how many levels the states of a whole one are thinned out; 0: at once, all stay.
func (l *levels[R]) thinAfter() uint32 { return uint32(l.whole.Unmove.Every) / 2 }

// longest is how many moves a chain may have.
func (l *levels[R]) longest() uint32 {
	if l.needed != nil {
		return l.thinAfter()
	}
	return max(l.gaps.longest+l.thinAfter(), l.level-l.gaps.last+1) - 1
}

// gaps are between whole levels.
type gaps struct {
	last, longest uint32 // of these levels; and from one to the next
	reads, looks  uint64 // when the last one began
}

// due says that a level that begins is to be whole. While chains are short, that can wait.
func (l *levels[R]) due() bool {
	g, every := &l.gaps, uint32(l.whole.Unmove.Every)
	n := l.level - g.last
	short := (l.set.stats.Reads-g.reads)*4 < (l.set.stats.Looks-g.looks)*5
	if n < every || short && n < 2*every {
		return false
	}
	*g = gaps{last: l.level, longest: max(g.longest, n), reads: l.set.stats.Reads, looks: l.set.stats.Looks}
	return true
}

// untoldKind is how they are kept meanwhile: where memory is not short, as they are, for they are asked for
// at each step of a chain.
func (l *levels[R]) untoldKind() roots.Kind {
	if l.large() {
		return l.whole.Unmove.Whole
	}
	return roots.Whole
}

// sift makes the sieve of the last whole level, of which this is all.
func (l *levels[R]) sift(last roots.Set[R]) {
	l.sieve = newSieve(max(last.Len(), fewWhole))
	last.Each(func(r *R) { l.sieve.add(l.team.scouts[0].asker.hashOf(r)) })
}

// thin keeps of the last whole level the states from which chains lead to those of the present level, one to
// each; few do, as many states soon lead to nothing new. Chains from others go on to the whole level
// before. Then entries are made for those that stay.
func (l *levels[R]) thin() {
	cheap := l.large() && uint64(l.last.Bytes()) <= l.set.known()/wholeShare
	if l.thinAfter() > 0 && l.last.Len() >= fewWhole && !cheap {
		l.leaveOut()
	}
	n := roots.NewFitted[R](l.whole.Unmove.Whole, l.last.Len())
	l.set.fresh = roots.AddEach(n, l.last, l.set.fresh)
	l.last.Free()
	l.last = n
	l.sieve.free()
	l.sieve = nil
	said := 0
	l.last.Each(func(r *R) {
		if said++; said%ahead == 0 {
			l.room()
		}
		l.set.table.Add(l.team.scouts[0].asker.hashOf(r), roots.Lead{Whole: true})
	})
	l.room()
}

// leaveOut leaves out of the last whole level what is not needed, unless that cannot be told. Few states are
// looked at together at first: of two chains, the second is to end where the first one does, if it can.
func (l *levels[R]) leaveOut() {
	l.needed = roots.New[R](l.untoldKind(), 0, 1).(roots.Finder[R])
	stats, all, ends := *l.set.stats, true, false
	r := &l.team.rounds[0]
	for n, slot, many := 0, 0, l.whole.Batch; all; many = min(2*many, len(r.states)) {
		if n, slot = l.now.Take(slot, r.states[:many], true); n == 0 {
			break
		}
		r.divide(n, l.whole.Batch)
		l.sendAll(order[R]{trace, r.lots})
		for i := range r.lots {
			o := &r.lots[i]
			all = all && !o.unsure && !slices.Contains(o.yes, false)
			l.set.fresh = roots.AddAll(l.needed, o.wanted, l.set.fresh[:0])
		}
		if l.sinceLook += n; l.sinceLook >= batch.LookEvery {
			l.sinceLook, ends = 0, !l.whole.Look(l.bytes(), l.frontier(), l.set.sum)
			all = all && !ends && !l.isDear
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
