package batch

import (
	"gospin/verifier/roots"
	"gospin/verifier/search"
)

// leftLevels is what a search by levels leaves to the next run, in another packing. Hashes stay, and so do
// entries; roots are converted, and so are rules, field by field.
type leftLevels struct {
	table *roots.Unmove
	plans []*plan
	rules []leftRule

	sets   [4]func(f func(root []uint64)) // old, last, now, next
	held   [4]uint64
	all    func(f func(root []uint64)) // of a shadow
	path   *leftPath                   // depth first
	level  uint32
	before uint64 // states of the level before
	gaps   gaps

	gave, queues bool
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

// leaveAll has the space packed anew, and leaves the search to the next run.
func (l *levels[R]) leaveAll() {
	left := &leftLevels{
		table: l.table, plans: l.plans, level: l.level, before: l.before, gaps: l.gaps,
		gave: l.gave, queues: l.queues,
		all: l.shadow.each,
	}
	l.forget()
	l.rules.Each(func(id uint32, c *roots.Change[R]) {
		left.rules = append(left.rules, l.numbered(id, c))
	})
	for i, s := range []roots.Set[R]{l.old, l.last, l.now, l.next} {
		left.sets[i], left.held[i] = leaveSet(s), s.Len()
	}
	if l.repack(&rest{levels: left, open: []func(func([]uint64, uint64)){l.remaining}}); l.err != nil {
		l.free()
	}
}

// remaining calls f with the states of the level that have not been expanded, and then with those of the
// next, if they are queued.
func (l *levels[R]) remaining(f func(root []uint64, note uint64)) {
	for i := range l.late {
		f(words(&l.late[i]), uint64(l.level))
	}
	some := make([]R, l.Batch)
	for n := 1; n > 0 && !l.queued; {
		n, l.slot = l.now.Take(l.slot, some, true)
		for i := range some[:n] {
			f(words(&some[i]), uint64(l.level))
		}
	}
	leaveOpen(&l.open)(f)
}

// numbered makes a rule one of numbers.
func (l *levels[R]) numbered(id uint32, c *roots.Change[R]) leftRule {
	out := leftRule{by: c.By, name: l.rules.Name(id)}
	out.after.shape, out.before.shape = l.shapeOf(&c.After), l.shapeOf(&c.Before)
	after, before := l.formAt(out.after.shape).fields, l.formAt(out.before.shape).fields
	n := len(after)
	if out.after.shape != out.before.shape {
		n = common(after, before)
	}
	out.after.add(after, n, words(&c.Mask), words(&c.After))
	out.before.add(before, n, words(&c.Mask), words(&c.Before))
	return out
}

// add adds the fields of a mask, and all from one on. That of the shape is the first.
func (s *side) add(fields []Field, all int, mask, root []uint64) {
	for i := range fields {
		if f := &fields[i]; i >= all || mask[f.Word]&f.bits() != 0 {
			s.fields, s.numbers = append(s.fields, i), append(s.numbers, f.number(root))
		}
	}
}

// put puts the numbers where they lie now.
func (s *side) put(fields []Field, mask, root []uint64) {
	for i, at := range s.fields {
		mask[fields[at].Word] |= fields[at].bits()
		fields[at].put(root, s.numbers[i])
	}
}

// take goes on with what has been left.
func (l *levels[R]) take(of *rest) {
	left := of.levels
	l.table, l.plans, l.level, l.gave = left.table, left.plans, left.level, left.gave
	l.queued, l.queues, l.before, l.gaps = true, left.queues, left.before, left.gaps
	l.takeRules(left)
	l.now, l.next = newLevel[R](l.level), newLevel[R](l.level+1)
	open := of.open[0]
	of.open[0] = func(f func([]uint64, uint64)) { // it is in now, whatever has been given back
		some := make([]R, 1)
		open(func(root []uint64, note uint64) {
			if uint32(note) == l.level {
				some[0] = packed[R](l.whole, of, root)
				l.fresh = roots.AddAll(l.now, some, l.fresh[:0])
			}
			f(root, note)
		})
	}
	takeOpen(l.whole, of, func(int) *roots.Open[R, uint32] { return &l.open })
	set := func(i int, to roots.Finder[R]) {
		some := make([]R, 1)
		left.sets[i](func(root []uint64) {
			some[0] = packed[R](l.whole, of, root)
			l.fresh = roots.AddAll(to, some, l.fresh[:0])
		})
	}
	l.old = roots.NewFitted[R](l.Unmove.Whole, left.held[0])
	l.last = roots.NewFitted[R](l.Unmove.Whole, left.held[1])
	for i, to := range []roots.Finder[R]{l.old, l.last, l.now, l.next} {
		set(i, to)
	}
	if l.level-l.gaps.last < l.thinAfter() {
		l.sift(l.last)
	}
	left.all(func(root []uint64) {
		r := packed[R](l.whole, of, root)
		l.shadow.add(&r)
	})
}

// takeRules makes the rules that have been left those of the present packing.
func (l *levels[R]) takeRules(left *leftLevels) {
	for i := range left.rules {
		x := &left.rules[i]
		f := l.formAt(x.after.shape)
		c := roots.Change[R]{Shape: x.after.shape, By: x.by, Fields: f.same}
		x.after.put(f.fields, words(&c.Mask), words(&c.After))
		x.before.put(l.formAt(x.before.shape).fields, words(&c.Mask), words(&c.Before))
		l.rules.Add(&c, x.name)
	}
}

// beginAgain has a search begin again that has come to such a state.
func (w *whole) beginAgain(state progress) {
	if state <= done || w.err != nil {
		return
	}
	w.res.Unmove.Again++
	w.ease(state)
	w.anew()
}

// anew leaves a search that begins again.
func (w *whole) anew() {
	root, _ := w.Space.Initial()
	w.res.Result = search.Result{}
	w.begin(root)
}

// settleUnmove fills in what a task with Unmove leaves open.
func (w *whole) settleUnmove() {
	if w.Unmove == nil {
		return
	}
	u := *w.Unmove
	if u.Every == 0 {
		u.Every = 12
		if w.Order == DepthFirst {
			u.Every = 16
		}
	}
	if u.Least == 0 {
		u.Least = 25
	}
	if u.Code == 0 {
		u.Code = 5
	}
	if u.Span == 0 {
		u.Span = roots.FirstSpan
	}
	if u.Crowd == 0 {
		u.Crowd = 3 << u.Code / 4
	}
	if u.Free == 0 {
		u.Free = workFree
	}
	if u.Young == 0 {
		u.Young = 1 << 14
	}
	u.Young = max(0, u.Young)
	w.Unmove, w.span = &u, u.Span
	if w.Reduced = false; w.Order != DepthFirst {
		w.Order = BreadthFirst
	} else {
		w.Workers = 1
	}
}
