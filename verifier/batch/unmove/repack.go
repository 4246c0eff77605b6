package unmove

import (
	"gospin/verifier/roots"
)

// leftSet is the set that a run leaves to the next one, which has another packing. Hashes and entries stay
// valid. Roots and rules are converted, the latter field by field.
type leftSet struct {
	table *roots.Unmove
	plans []*plan
	rules []leftRule
	all   func(f func(root []uint64)) // the states of a shadow
}

// leave returns what the set leaves to the next run, without its whole states.
func (s *set[R]) leave() *leftSet {
	left := &leftSet{table: s.table, plans: s.forms.plans, all: s.shadow.each}
	s.rules.Each(func(id uint32, c *roots.Change[R]) {
		left.rules = append(left.rules, s.numbered(id, c))
	})
	return left
}

// take continues with the set that the last run left.
func (s *set[R]) take(left *leftSet) {
	s.table, s.forms.plans = left.table, left.plans
	for i := range left.rules {
		x := &left.rules[i]
		f := s.forms.formAt(x.after.shape)
		c := roots.Change[R]{Shape: x.after.shape, By: x.by, Fields: f.fieldBits}
		x.after.put(f.fields, roots.Words(&c.Mask), roots.Words(&c.After))
		x.before.put(s.forms.formAt(x.before.shape).fields, roots.Words(&c.Mask), roots.Words(&c.Before))
		s.rules.Add(&c, x.name)
	}
}

// leftStates are the states of an exact set.
type leftStates struct {
	each func(f func(root []uint64))
	n    uint64
}

// leaveStates returns the states of a set, which is drained when they are read.
func leaveStates[R roots.Root](s roots.Set[R]) leftStates {
	return leftStates{func(f func([]uint64)) { s.Drain(func(r *R) { f(roots.Words(r)) }) }, s.Len()}
}

// takeStates adds the states to a set.
func (s *set[R]) takeStates(of *rest, left leftStates, to roots.Set[R]) {
	some := make([]R, 1)
	left.each(func(root []uint64) {
		some[0] = packed[R](s.job, of, root)
		s.fresh = roots.AddAll(to, some, s.fresh[:0])
	})
}

// leftLevels is what else a breadth-first search leaves to the next run.
type leftLevels struct {
	states [4]leftStates // old, last, current, next
	level  uint32
	before uint64 // number of states of the level before
	gaps   gaps

	freed, queued, queues bool
}

// leftRule is a rule, given by the numbers of fields.
type leftRule struct {
	by, name      int
	after, before side
}

// side is what a rule says of the state after or before the move.
type side struct {
	shape   int
	fields  []int
	numbers []uint64
}

// leaveAll packs the space again, and leaves the search to the next run.
func (l *levels[R]) leaveAll() {
	left := &leftLevels{
		level: l.level, before: l.before, gaps: l.gaps, freed: l.freed, queued: true, queues: l.queues,
	}
	l.forget()
	for i, s := range []roots.Set[R]{l.set.old, l.last, l.current, l.next} {
		left.states[i] = leaveStates(s)
	}
	if l.job.repack(&rest{set: l.set.leave(), levels: left, open: l.remaining}); l.job.Err != nil {
		l.free()
	}
}

// remaining calls f with the states of the current level that have not been expanded, and then with those of
// the next level, if they are queued.
func (l *levels[R]) remaining(f func(root []uint64, note uint64)) {
	for i := range l.deferred {
		f(roots.Words(&l.deferred[i]), uint64(l.level))
	}
	some := make([]R, l.job.Batch)
	for n := 1; n > 0 && !l.queued; {
		n, l.slot = l.current.Take(l.slot, some, true)
		for i := range some[:n] {
			f(roots.Words(&some[i]), uint64(l.level))
		}
	}
	l.open.Drain(func(r *R, note uint32) { f(roots.Words(r), uint64(note)) })
}

// numbered returns a rule as numbers of fields.
func (s *set[R]) numbered(id uint32, c *roots.Change[R]) leftRule {
	out := leftRule{by: c.By, name: s.rules.Name(id)}
	out.after.shape, out.before.shape = s.forms.shapeOf(&c.After), s.forms.shapeOf(&c.Before)
	after, before := s.forms.formAt(out.after.shape).fields, s.forms.formAt(out.before.shape).fields
	n := len(after)
	if out.after.shape != out.before.shape {
		n = common(after, before)
	}
	out.after.add(after, n, roots.Words(&c.Mask), roots.Words(&c.After))
	out.before.add(before, n, roots.Words(&c.Mask), roots.Words(&c.Before))
	return out
}

// add adds the fields that a mask covers, and all fields from index all on. The first one is that of the
// shape.
func (s *side) add(fields []roots.Field, all int, mask, root []uint64) {
	for i := range fields {
		if f := &fields[i]; i >= all || mask[f.Word]&f.Bits() != 0 {
			s.fields, s.numbers = append(s.fields, i), append(s.numbers, f.Number(root))
		}
	}
}

// put sets the fields of a root, and their bits in the mask, in the current packing.
func (s *side) put(fields []roots.Field, mask, root []uint64) {
	for i, at := range s.fields {
		mask[fields[at].Word] |= fields[at].Bits()
		fields[at].Put(root, s.numbers[i])
	}
}

// take continues the search that the last run left.
func (l *levels[R]) take(of *rest) {
	left := of.levels
	l.level, l.freed, l.queued, l.queues = left.level, left.freed, left.queued, left.queues
	l.set.tally.Deepest = uint64(l.level)
	l.before, l.gaps = left.before, left.gaps
	l.set.take(of.set)
	l.current, l.next = newLevel[R](l.level), newLevel[R](l.level+1)
	some := make([]R, 1)
	of.open(func(root []uint64, note uint64) {
		some[0] = packed[R](l.job, of, root)
		if uint32(note) == l.level { // it is in the current level, though it may have been released
			l.set.fresh = roots.AddAll(l.current, some, l.set.fresh[:0])
		}
		if l.queued || uint32(note) != l.level {
			l.open.Push(&some[0], uint32(note))
		}
	})
	kind := l.job.Unmove.Whole
	l.set.old, l.last = roots.NewFitted[R](kind, left.states[0].n), roots.NewFitted[R](kind, left.states[1].n)
	for i, to := range []roots.Set[R]{l.set.old, l.last, l.current, l.next} {
		l.set.takeStates(of, left.states[i], to)
	}
	if l.level-l.gaps.last < l.thinAfter() {
		l.sift(l.last)
	}
	if l.job.From != nil {
		l.set.shadow.disable()
	}
	l.set.fillShadow(of)
}
