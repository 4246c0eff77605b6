package unmove

import (
	"encoding/json"

	"gospin/verifier/batch"
	"gospin/verifier/checkpoint"
	"gospin/verifier/roots"
)

// A checkpoint of a breadth-first search is, on disk, what a run leaves to the next one (repack.go). If the
// current level is not queued, only its states that have not been expanded are written, as if the others had
// been released. No scout is busy, and each state has been expanded completely or not at all.
//
// A checkpoint of a search in a set of whole roots, in any order, can be resumed by this search. All its
// states are whole then, and have such entries. The open states are the current level, and all others come
// before it. The others have been expanded, so their successors are stored, and lie at most in the current
// level. So doc.go's proof about chains applies, with the current level as a whole one that is not thinned
// out.

// keep writes a checkpoint.
func (l *levels[R]) keep() {
	l.job.KeepAs(batch.ByMoves, func(to *checkpoint.Writer) {
		stats := l.job.Result.Stats
		l.set.tally.AddTo(&stats)
		l.job.KeepCounts(to, l.set.sum(), &stats)
		l.keepFigures(to)
		l.set.keep(to)
		root := func(r *R) { to.Words(roots.Words(r)) }
		all := []roots.Set[R]{l.set.old, l.last, l.current, l.next}
		for _, s := range all {
			to.Uint(s.Len())
		}
		to.Begin("open")
		l.each(func(r *R, note uint32) {
			to.Bool(true)
			root(r)
			to.Uint(uint64(note))
		})
		to.Bool(false)
		for i, s := range all {
			to.Begin("states")
			if i == 2 && !l.queued {
				to.Uint(0)
				continue
			}
			to.Uint(s.Len())
			s.Each(root)
		}
	})
}

// each calls f with the same states as remaining, without removing them.
func (l *levels[R]) each(f func(r *R, note uint32)) {
	for i := range l.deferred {
		f(&l.deferred[i], l.level)
	}
	some := make([]R, l.job.Batch)
	for n, slot := 1, l.slot; n > 0 && !l.queued; {
		n, slot = l.current.Take(slot, some, true)
		for i := range some[:n] {
			f(&some[i], l.level)
		}
	}
	l.open.Each(f)
}

// figures are the numbers of a breadth-first search in a checkpoint.
type figures struct {
	Code, Span                 uint
	Level, LastWhole, Longest  uint32
	Before, GapReads, GapLooks uint64
	Gave, Queued, Queues       bool
	Counted, Fit               int
	Work, Left                 uint64
	Stats                      batch.UnmoveStats
}

func (l *levels[R]) keepFigures(to *checkpoint.Writer) {
	w, c := l.job, &l.job.cost
	text, err := json.Marshal(&figures{
		Code: w.Unmove.Code, Span: w.span,
		Level: l.level, LastWhole: l.gaps.last, Longest: l.gaps.longest,
		Before: l.before, GapReads: l.gaps.reads, GapLooks: l.gaps.looks,
		Gave: l.freed || !l.queued, Queued: l.queued, Queues: l.queues,
		Counted: c.counted, Fit: c.fit, Work: c.work, Left: c.left, Stats: *l.set.stats,
	})
	if err != nil {
		panic(err) // cannot happen with plain data
	}
	to.Begin("levels")
	to.Bytes(text)
}

// keep writes the set without its whole states.
func (s *set[R]) keep(to *checkpoint.Writer) {
	to.Begin("table")
	s.table.Keep(to.Words)
	to.Begin("plans")
	to.Uint(uint64(len(s.forms.plans)))
	for _, p := range s.forms.plans {
		if to.Bool(p != nil); p != nil {
			p.keep(to)
		}
	}
	to.Begin("rules")
	s.rules.Each(func(id uint32, c *roots.Change[R]) {
		to.Bool(true)
		rule := s.numbered(id, c)
		to.Uint(uint64(rule.by + 1))
		to.Uint(uint64(rule.name))
		rule.after.keep(to)
		rule.before.keep(to)
	})
	to.Bool(false)
}

// keep writes what readPlan reads.
func (p *plan) keep(to *checkpoint.Writer) {
	to.Uint(uint64(p.width))
	to.Uint(uint64(p.words))
	to.Uint(uint64(p.used))
	to.Uint(uint64(len(p.places)))
	for _, places := range p.places {
		to.Uint(uint64(len(places)))
		for _, x := range places {
			for _, n := range []int{x.low, x.bits, x.word, x.shift} {
				to.Uint(uint64(n))
			}
		}
	}
}

func (s *side) keep(to *checkpoint.Writer) {
	to.Uint(uint64(s.shape))
	to.Uint(uint64(len(s.fields)))
	for i, at := range s.fields {
		to.Uint(uint64(at))
		to.Uint(s.numbers[i])
	}
}
