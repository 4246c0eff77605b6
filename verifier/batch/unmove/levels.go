package unmove

import (
	"slices"

	"gospin/verifier/batch"
	"gospin/verifier/roots"
	"gospin/verifier/search"
)

// levels searches breadth first, and keeps states in an unmove set: see doc.go. Its scouts find out what of
// that which lies behind states is stored; all else is done while they stand still.
type levels[R roots.Root] struct {
	whole     *whole
	set       set[R]
	last      roots.Finder[R]  // whole states of the last whole level
	now       *roots.Packed[R] // the level that is being expanded
	next      *roots.Packed[R] // what has been found of the next
	past      [pastLevels]past[R]
	worth     worth  // of now
	before    uint64 // states of the level before
	gaps      gaps
	needed    roots.Finder[R]       // of last, while that is thinned out; else nil
	sieve     *sieve                // of last, as long as there are no entries for its states; else nil
	queued    bool                  // now is on the stack, too, in the order in which it was reached
	queues    bool                  // so is next
	gave      bool                  // some of now has been given back
	slot      int                   // of now, from which on states are to be expanded
	late      []R                   // states before that have not been
	keeping   bool                  // what the search has come to is to be kept
	sinceLook int                   // states expanded since the last look at limits
	open      roots.Open[R, uint32] // levels that are queued
	level     uint32                // that is being expanded
	size      uint64                // how many states it has; 0: a search that goes on does not know
	expanded  uint64                // of these
	notes     []uint32
	recent    recent[R]
	isDear    bool // the set costs too much
	team      team[R]
}

func byLevels[R roots.Root](w *whole, left *rest) {
	l := &levels[R]{whole: w, set: newSet[R](w), recent: newRecent[R](leastRecent, false)}
	l.set.forms.begin(w.Space.(batch.Fielded))
	l.enlist(1)
	if w.Err != nil {
		return
	}
	defer l.dismiss()
	defer w.Survive(l.abandon)
	switch {
	case left.levels != nil:
		l.take(left)
	case left.kept != nil:
		l.takeKept(left)
	default:
		l.first(left)
	}
	if w.left = nil; w.resumed() {
		l.search()
	}
	if w.loaded && w.IsKept() {
		l.keep()
	}
	l.set.stats.Whole, l.set.stats.WholeBytes = l.set.old.Len()+l.last.Len(), l.set.old.Bytes()+l.last.Bytes()
	stored := l.set.known()
	l.set.tell(l.bytes(), l.frontier(), l.recent.bytes())
	switch {
	case l.set.state == stale && stored >= uint64(w.Unmove.Young):
		l.leaveAll()
		return
	case l.set.state == stale:
		w.Repack()
	case l.set.state == spent && 2*l.now.Len() > 5*l.before: // there will be many more
		w.span += 5
	}
	l.free()
	w.beginAgain(l.set.state)
}

// abandon gives back all there is, where the search ends in the middle of something.
func (l *levels[R]) abandon() {
	l.team.away.Wait()
	r := &l.whole.Result
	r.Result = l.set.sum()
	r.Stack = max(r.Stack, l.open.Bytes())
	l.free()
}

func (l *levels[R]) free() {
	if l.last != nil {
		l.last.Free()
	}
	for _, s := range []*roots.Packed[R]{l.now, l.next} {
		if s != nil {
			s.Free()
		}
	}
	l.forget()
	l.open.Free()
	l.set.free()
}

// first begins a search, with the initial state.
func (l *levels[R]) first(left *rest) {
	l.set.first()
	kind := l.whole.Unmove.Whole
	l.set.old, l.last = roots.NewFitted[R](kind, 0), roots.NewFitted[R](kind, 1)
	l.now, l.next = newLevel[R](l.level), newLevel[R](l.level+1)
	r := packed[R](l.whole, left, left.root)
	l.set.shadow.add(&r)
	l.last.Add([]R{r}, 0, nil)
	l.now.Add([]R{r}, 0, nil)
	l.queues = true
	l.set.table.Add(l.team.scouts[0].asker.hashOf(&r), roots.Lead{Whole: true})
}

// newLevel is an empty set for a level, in another order than those next to it.
func newLevel[R roots.Root](level uint32) *roots.Packed[R] {
	return roots.NewPacked[R](uint64(level % 2))
}

// joined is a set of what is in two. As long as it is small, it is made again: large ones grow by parts.
func (l *levels[R]) joined(a, b roots.Finder[R]) roots.Finder[R] {
	to := a
	if n := a.Len() + b.Len(); roots.Fitted(l.whole.Unmove.Whole, a.Len(), n) {
		to = roots.NewFitted[R](l.whole.Unmove.Whole, n)
		l.set.fresh = roots.AddEach(to, a, l.set.fresh)
		a.Free()
	}
	l.set.fresh = roots.AddEach(to, b, l.set.fresh)
	b.Free()
	return to
}

func (l *levels[R]) bytes() int64 {
	return l.set.bytes() + l.last.Bytes() + l.recent.bytes() + l.sieve.bytes()
}

func (l *levels[R]) frontier() int64 {
	return l.now.Bytes() + l.next.Bytes() + l.open.Bytes() + l.pastBytes()
}

// sum is what has been counted, and how far the level is.
func (l *levels[R]) sum() search.Result {
	r := l.set.sum()
	r.Open = l.next.Len()
	if r.Level, r.Expanded = l.size, l.expanded; l.size > l.expanded {
		r.Open += l.size - l.expanded
	}
	return r
}

// search searches level by level until nothing is left.
func (l *levels[R]) search() {
	l.set.state = going
	for i := 0; l.set.state == going; {
		if l.keeping {
			l.keeping = false
			l.keep()
		}
		if n := l.more(&l.team.rounds[i]); n > 0 {
			i = l.expandFrom(i)
			continue
		}
		if l.next.Len() == 0 {
			l.set.state = done
			return
		}
		l.begin(l.level + 1)
	}
}

// more has the next states of the present level, in the order in which they were reached: so moves that have
// much in common follow one another, and there are fewer rules. Where a level takes a great part of the
// memory there is, it is not queued, and what has been expanded is given back: whoever reaches it again
// finds it by its move.
func (l *levels[R]) more(r *round[R]) (n int) {
	defer func() { r.divide(n, l.whole.Batch) }()
	if l.queued {
		n = l.open.Peek(r.states[:l.many()], l.notes)
		for n > 0 && l.notes[n-1] != l.level {
			n--
		}
		l.open.Drop(n)
		return n
	}
	l.gave = l.gave || l.large()
	n, l.slot = l.now.Take(l.slot, r.states[:l.many()], !l.gave)
	return n
}

// large says that the present level takes a great part of the memory there is.
func (l *levels[R]) large() bool {
	most := l.whole.Limits.Memory
	return most > 0 && l.now.Bytes() >= most/largePart
}

// largePart is the part of the memory from which on a level is large. Tests change it.
var largePart int64 = 16

// expandFrom expands the states of a round, and takes in what they lead to. Meanwhile the other scouts
// expand those of the next round, and so on, as long as there are any. It returns which one is next then.
func (l *levels[R]) expandFrom(i int) int {
	first := order[R]{explore, l.team.rounds[i].lots}
	for l.sendAll(first); len(first.lots) > 0 && l.set.state == going; l.join(first) {
		l.team.lots = first.lots
		if i = 1 - i; len(l.team.lots) > 1 {
			l.team.claims.clear(len(l.team.lots) * l.whole.Batch)
		}
		l.sendAll(order[R]{lookUp, l.team.lots})
		onward := len(l.team.lots) > 1 && l.set.state == going && !l.keeping
		if first.lots = nil; onward && l.more(&l.team.rounds[i]) > 0 {
			first.lots = l.team.rounds[i].lots
			l.send(first)
		}
		l.takeInAll()
	}
	if l.set.state != going { // chains might lead through states given back that are still to be expanded
		for i := range first.lots {
			l.late = append(l.late, first.lots[i].states...)
		}
	}
	return i
}

// takeInAll takes in what the present lots lead to. Where one of them does not know what is
// stored, others don't that have left it to that one; so none is taken for known.
func (l *levels[R]) takeInAll() {
	if slices.ContainsFunc(l.team.lots, func(o lot[R]) bool { return o.long }) {
		l.set.state = l.set.relief()
		return
	}
	unsure := slices.ContainsFunc(l.team.lots, func(o lot[R]) bool { return o.unsure })
	for i := range l.team.lots {
		l.team.lots[i].unsure = unsure
		o := &l.team.lots[i]
		if l.sinceLook += len(o.states); l.set.state == going || l.set.state == stale {
			l.takeIn(o)
		} else {
			l.late = append(l.late, o.states...)
		}
	}
	if l.set.state == going && l.sinceLook >= batch.LookEvery {
		l.sinceLook = 0
		if !l.whole.Look(l.bytes(), l.frontier(), l.sum) {
			l.set.state = done
		} else if l.isDear {
			l.set.state = l.set.relief()
		}
		l.keeping = l.keeping || l.whole.Keeper != nil && l.whole.Keeper.Due()
		l.enlistAll()
	}
}

// takeIn takes in what a lot leads to.
func (l *levels[R]) takeIn(o *lot[R]) {
	l.set.tally.Expand += o.exploring
	begin := l.whole.Clocked()
	defer func() { l.set.tally.Add += o.asking + l.whole.Since(begin) }()
	if l.set.tally.Batches++; o.effect != 0 {
		l.whole.Fail(roots.Words(&o.states[o.did]), o.effect, o.faults)
		l.set.state = done
		return
	}
	if o.unsure { // its states are expanded again
		o.did, o.ask, o.twice, o.found = 0, o.ask[:0], o.twice[:0], batch.Found[R]{Roots: o.found.Roots[:0]}
	}
	if o.did < len(o.states) {
		l.set.state = stale
		l.late = append(l.late, o.states[o.did:]...)
	}
	ok := l.addNew(o)
	if ok {
		if o.claimed(l.team.lots); len(o.ask) > 0 {
			ok = l.addNew(o)
		}
	}
	if !ok { // they are to be expanded again, and count then
		l.late = append(l.late, o.states[:o.did]...)
		return
	}
	l.set.tally.Expanded += uint64(o.did)
	l.expanded += uint64(o.did)
	l.set.tally.Looked += uint64(len(o.found.Roots))
	l.set.tally.Atomic += o.found.Atomic
	l.set.countStates()
	l.room()
}

// begin begins a level.
func (l *levels[R]) begin(level uint32) {
	l.level, l.slot = level, 0
	l.set.tally.Deepest = uint64(level)
	if uint64(l.recent.bytes())*2*recentShare <= l.set.known() {
		l.recent = newRecent[R](2*l.recent.len(), len(l.team.scouts) > 1)
	}
	l.before = l.now.Len()
	l.pass(l.now)
	l.now, l.next, l.gave = l.next, l.next.Like(uint64(level+1)%2), false
	l.size, l.expanded = l.now.Len(), 0
	l.queued, l.queues = l.queues, !l.large()
	if l.due() {
		l.set.old = l.joined(l.set.old, l.last)
		l.last = roots.NewFitted[R](l.untoldKind(), l.now.Len())
		l.set.fresh = roots.AddEach(l.last, l.now, l.set.fresh)
		l.sift(l.now)
	}
	if level-l.gaps.last == l.thinAfter() {
		l.thin()
	}
	l.enlistAll()
}

// addNew adds what is asked for to the next level, and reports whether there was room for all of it.
func (l *levels[R]) addNew(o *lot[R]) bool {
	ok := l.findNew(o.ask)
	state, end := -1, 0
	for _, i := range l.set.fresh {
		at := int(o.at[i])
		for at >= end {
			state++
			end = o.ends[state]
		}
		l.enter(&o.states[state], &o.ask[i], o.hash[i], o.ways[i])
	}
	return ok
}

// findNew adds roots to the next level, as far as the memory goes; fresh are the places of the new ones. It
// reports whether there was room for all.
func (l *levels[R]) findNew(rs []R) bool {
	s := &l.set
	s.fresh = s.fresh[:0]
	for from := 0; s.state != done; {
		if s.fresh, from = l.next.Add(rs, from, s.fresh); from == len(rs) {
			return true
		}
		if !l.next.Grow(l.whole.Allowance(l.bytes() + l.frontier() - l.next.Bytes())) {
			l.whole.Stop(search.MemoryLimit)
			s.state = done
		}
	}
	return false
}

// room sees to it that there is room in the table.
func (l *levels[R]) room() {
	if l.set.table.Full() {
		l.set.makeRoom(l.frontier() + l.bytes() - l.set.table.Bytes())
	}
}

// enter takes in a new state, the one that it was reached from, and by which rule; 0: that is not known yet.
func (l *levels[R]) enter(x, y *R, hash uint64, rule uint32) {
	s, first := &l.set, &l.team.scouts[0].asker
	s.tally.Stored++
	s.shadow.add(y)
	if l.queues {
		l.open.Push(y, l.level+1)
	}
	if rule == 0 {
		if s.isFull() {
			return
		}
		rule = s.ruleOf(first, x, y)
	}
	s.table.Add(hash, roots.Lead{Name: int32(s.rules.Name(rule))})
	if s.crowds(y, &first.count) && s.state == going {
		s.state = s.relief()
	}
}
