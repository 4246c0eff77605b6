package unmove

import (
	"gospin/verifier/roots"
)

// leftSet is what is left of a set to the next run, in another packing. Hashes stay, and so do entries; roots
// are converted, and so are rules, field by field.
type leftSet struct {
	table *roots.Unmove
	plans []*plan
	rules []leftRule
	all   func(f func(root []uint64)) // of a shadow
}

// leave leaves the set, but for its whole states.
func (s *set[R]) leave() *leftSet {
	left := &leftSet{table: s.table, plans: s.forms.plans, all: s.shadow.each}
	s.rules.Each(func(id uint32, c *roots.Change[R]) {
		left.rules = append(left.rules, s.numbered(id, c))
	})
	return left
}

// take goes on with a set that has been left.
func (s *set[R]) take(left *leftSet) {
	s.table, s.forms.plans = left.table, left.plans
	for i := range left.rules {
		x := &left.rules[i]
		f := s.forms.formAt(x.after.shape)
		c := roots.Change[R]{Shape: x.after.shape, By: x.by, Fields: f.same}
		x.after.put(f.fields, roots.Words(&c.Mask), roots.Words(&c.After))
		x.before.put(s.forms.formAt(x.before.shape).fields, roots.Words(&c.Mask), roots.Words(&c.Before))
		s.rules.Add(&c, x.name)
	}
}

// leftStates are those of an exact set.
type leftStates struct {
	each func(f func(root []uint64))
	n    uint64
}

// leaveStates gives the memory of a set back as it is read.
func leaveStates[R roots.Root](s roots.Set[R]) leftStates {
	return leftStates{func(f func([]uint64)) { s.Drain(func(r *R) { f(roots.Words(r)) }) }, s.Len()}
}

// takeStates adds the states to a set.
func (s *set[R]) takeStates(of *rest, left leftStates, to roots.Set[R]) {
	some := make([]R, 1)
	left.each(func(root []uint64) {
		some[0] = packed[R](s.whole, of, root)
		s.fresh = roots.AddAll(to, some, s.fresh[:0])
	})
}

// leftLevels is what a search by levels leaves besides.
type leftLevels struct {
	states [4]leftStates // old, last, now, next
	level  uint32
	before uint64 // states of the level before
	gaps   gaps

	gave, queued, queues bool
}

// leftRule is a rule as numbers of fields.
type leftRule struct {
	by, name      int
	after, before side
}

// side is what a rule says of the state after or before.
type side struct {
	shape   int
	fields  []int
	numbers []uint64
}

// leaveAll has the space packed again, and leaves the search to the next run.
func (l *levels[R]) leaveAll() {
	left := &leftLevels{
		level: l.level, before: l.before, gaps: l.gaps, gave: l.gave, queued: true, queues: l.queues,
	}
	l.forget()
	for i, s := range []roots.Set[R]{l.set.old, l.last, l.now, l.next} {
		left.states[i] = leaveStates(s)
	}
	if l.whole.repack(&rest{set: l.set.leave(), levels: left, open: l.remaining}); l.whole.Err != nil {
		l.free()
	}
}

// remaining calls f with the states of the level that have not been expanded, and then with those of the
// next, if they are queued.
func (l *levels[R]) remaining(f func(root []uint64, note uint64)) {
	for i := range l.late {
		f(roots.Words(&l.late[i]), uint64(l.level))
	}
	some := make([]R, l.whole.Batch)
	for n := 1; n > 0 && !l.queued; {
		n, l.slot = l.now.Take(l.slot, some, true)
		for i := range some[:n] {
			f(roots.Words(&some[i]), uint64(l.level))
		}
	}
	l.open.Drain(func(r *R, note uint32) { f(roots.Words(r), uint64(note)) })
}

// numbered makes a rule one of numbers.
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

// add adds the fields of a mask, and all from one on. That of the shape is the first.
func (s *side) add(fields []roots.Field, all int, mask, root []uint64) {
	for i := range fields {
		if f := &fields[i]; i >= all || mask[f.Word]&f.Bits() != 0 {
			s.fields, s.numbers = append(s.fields, i), append(s.numbers, f.Number(root))
		}
	}
}

// put puts the numbers where they lie now.
func (s *side) put(fields []roots.Field, mask, root []uint64) {
	for i, at := range s.fields {
		mask[fields[at].Word] |= fields[at].Bits()
		fields[at].Put(root, s.numbers[i])
	}
}

// take goes on with what has been left.
func (l *levels[R]) take(of *rest) {
	left := of.levels
	l.level, l.gave, l.queued, l.queues = left.level, left.gave, left.queued, left.queues
	l.set.tally.Deepest = uint64(l.level)
	l.before, l.gaps = left.before, left.gaps
	l.set.take(of.set)
	l.now, l.next = newLevel[R](l.level), newLevel[R](l.level+1)
	some := make([]R, 1)
	of.open(func(root []uint64, note uint64) {
		some[0] = packed[R](l.whole, of, root)
		if uint32(note) == l.level { // it is in now, whatever has been given back
			l.set.fresh = roots.AddAll(l.now, some, l.set.fresh[:0])
		}
		if l.queued || uint32(note) != l.level {
			l.open.Push(&some[0], uint32(note))
		}
	})
	kind := l.whole.Unmove.Whole
	l.set.old, l.last = roots.NewFitted[R](kind, left.states[0].n), roots.NewFitted[R](kind, left.states[1].n)
	for i, to := range []roots.Set[R]{l.set.old, l.last, l.now, l.next} {
		l.set.takeStates(of, left.states[i], to)
	}
	if l.level-l.gaps.last < l.thinAfter() {
		l.sift(l.last)
	}
	if l.whole.From != nil {
		l.set.shadow.blind()
	}
	l.set.shadowed(of)
}
