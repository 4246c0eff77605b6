package unmove

import (
	"slices"

	"gospin/verifier/batch"
	"gospin/verifier/roots"
	"gospin/verifier/search"
)

// levels is a breadth-first search that stores states in an unmove set; see doc.go. Scouts find out which
// successors are stored. Everything else is done while no scout is busy.
type levels[R roots.Root] struct {
	job       *job
	set       set[R]
	last      roots.Finder[R]  // whole states of the last whole level
	current   *roots.Packed[R] // the level that is being expanded
	next      *roots.Packed[R] // the states of the next level found so far
	past      [pastLevels]past[R]
	worth     worth  // of the current level
	before    uint64 // number of states of the level before
	gaps      gaps
	needed    roots.Finder[R]       // whole states that must stay, while last is being thinned out; else nil
	sieve     *sieve                // of last, while there are no entries for its states; else nil
	queued    bool                  // open has the current level's states, too, in the order of reaching them
	queues    bool                  // so are those of the next level
	freed     bool                  // parts of the current level have been released
	slot      int                   // slot of the current level from which on states are still to be expanded
	deferred  []R                   // states before that slot that have not been expanded
	keeping   bool                  // a checkpoint is due
	sinceLook int                   // states expanded since limits were checked
	open      roots.Open[R, uint32] // states of queued levels
	level     uint32                // number of the current level
	size      uint64                // number of its states; 0: not known, in a resumed search
	expanded  uint64                // how many of them have been expanded
	notes     []uint32
	recent    recent[R]
	isCostly  bool // the set costs too much
	team      team[R]
}

func byLevels[R roots.Root](w *job, left *rest) {
	l := &levels[R]{job: w, set: newSet[R](w), recent: newRecent[R](leastRecent, false)}
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
	l.set.report(l.bytes(), l.frontier(), l.recent.bytes())
	switch {
	case l.set.state == stale && stored >= uint64(w.Unmove.Young):
		l.leaveAll()
		return
	case l.set.state == stale:
		w.Repack()
	case l.set.state == spent && 2*l.current.Len() > 5*l.before: // there will be many more
		w.span += 5
	}
	l.free()
	w.beginAgain(l.set.state)
}

// abandon frees everything if the search ends within some step.
func (l *levels[R]) abandon() {
	l.team.busy.Wait()
	r := &l.job.Result
	r.Result = l.set.sum()
	r.Stack = max(r.Stack, l.open.Bytes())
	l.free()
}

func (l *levels[R]) free() {
	if l.last != nil {
		l.last.Free()
	}
	for _, s := range []*roots.Packed[R]{l.current, l.next} {
		if s != nil {
			s.Free()
		}
	}
	l.forget()
	l.open.Free()
	l.set.free()
}

// first begins a search with the initial state.
func (l *levels[R]) first(left *rest) {
	l.set.first()
	kind := l.job.Unmove.Whole
	l.set.old, l.last = roots.NewFitted[R](kind, 0), roots.NewFitted[R](kind, 1)
	l.current, l.next = newLevel[R](l.level), newLevel[R](l.level+1)
	r := packed[R](l.job, left, left.root)
	l.set.shadow.add(&r)
	l.last.Add([]R{r}, 0, nil)
	l.current.Add([]R{r}, 0, nil)
	l.queues = true
	l.set.table.Add(l.team.scouts[0].asker.hashOf(&r), roots.Lead{Whole: true})
}

// newLevel returns an empty set for a level. Its order differs from that of the neighbouring levels.
func newLevel[R roots.Root](level uint32) *roots.Packed[R] {
	return roots.NewPacked[R](uint64(level % 2))
}

// joined returns a set of the states of both sets. A small set is built again, since large ones grow by
// parts.
func (l *levels[R]) joined(a, b roots.Finder[R]) roots.Finder[R] {
	to := a
	if n := a.Len() + b.Len(); roots.Fitted(l.job.Unmove.Whole, a.Len(), n) {
		to = roots.NewFitted[R](l.job.Unmove.Whole, n)
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
	return l.current.Bytes() + l.next.Bytes() + l.open.Bytes() + l.pastBytes()
}

// sum returns the counts of the search, and the progress in the current level.
func (l *levels[R]) sum() search.Result {
	r := l.set.sum()
	r.Open = l.next.Len()
	if r.Level, r.Expanded = l.size, l.expanded; l.size > l.expanded {
		r.Open += l.size - l.expanded
	}
	return r
}

// search searches one level after the other until there are no more states.
func (l *levels[R]) search() {
	l.set.state = going
	for i := 0; l.set.state == going; {
		if l.keeping {
			l.keeping = false
			l.keep()
		}
		if n := l.nextStates(&l.team.rounds[i]); n > 0 {
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

// nextStates takes the next states of the current level, in the order in which they were reached: then
// similar moves follow each other, and there are fewer rules. If a level takes a large part of the memory, it
// is not queued, and states are released when they have been expanded; when such a state is reached again, it
// is found by its move.
func (l *levels[R]) nextStates(r *round[R]) (n int) {
	defer func() { r.divide(n, l.job.Batch) }()
	if l.queued {
		n = l.open.Peek(r.states[:l.roundSize()], l.notes)
		for n > 0 && l.notes[n-1] != l.level {
			n--
		}
		l.open.Drop(n)
		return n
	}
	l.freed = l.freed || l.large()
	n, l.slot = l.current.Take(l.slot, r.states[:l.roundSize()], !l.freed)
	return n
}

// large reports whether the current level takes a large part of the memory.
func (l *levels[R]) large() bool {
	most := l.job.Limits.Memory
	return most > 0 && l.current.Bytes() >= most/largePart
}

// largePart is the part of the memory from which on a level is large. It is a variable for tests.
var largePart int64 = 16

// expandFrom expands the states of a round, and adds their successors. Meanwhile the other scouts expand the
// next round, and so on, while there are any states. It returns the index of the round to use next.
func (l *levels[R]) expandFrom(i int) int {
	first := order[R]{explore, l.team.rounds[i].lots}
	for l.sendAll(first); len(first.lots) > 0 && l.set.state == going; l.join(first) {
		l.team.lots = first.lots
		if i = 1 - i; len(l.team.lots) > 1 {
			l.team.claims.clear(len(l.team.lots) * l.job.Batch)
		}
		l.sendAll(order[R]{lookUp, l.team.lots})
		onward := len(l.team.lots) > 1 && l.set.state == going && !l.keeping
		if first.lots = nil; onward && l.nextStates(&l.team.rounds[i]) > 0 {
			first.lots = l.team.rounds[i].lots
			l.send(first)
		}
		l.takeInAll()
	}
	if l.set.state != going { // chains might lead through released states that are still to be expanded
		for i := range first.lots {
			l.deferred = append(l.deferred, first.lots[i].states...)
		}
	}
	return i
}

// takeInAll adds the successors that the current lots have found. If one lot does not know which of them are
// stored, then others that have left duplicates to it don't know either; so no lot's answers are used.
func (l *levels[R]) takeInAll() {
	if slices.ContainsFunc(l.team.lots, func(o lot[R]) bool { return o.long }) {
		l.set.state = l.set.fallback()
		return
	}
	unsure := slices.ContainsFunc(l.team.lots, func(o lot[R]) bool { return o.unsure })
	for i := range l.team.lots {
		l.team.lots[i].unsure = unsure
		o := &l.team.lots[i]
		if l.sinceLook += len(o.states); l.set.state == going || l.set.state == stale {
			l.takeIn(o)
		} else {
			l.deferred = append(l.deferred, o.states...)
		}
	}
	if l.set.state == going && l.sinceLook >= batch.LookEvery {
		l.sinceLook = 0
		if !l.job.Look(l.bytes(), l.frontier(), l.sum) {
			l.set.state = done
		} else if l.isCostly {
			l.set.state = l.set.fallback()
		}
		l.keeping = l.keeping || l.job.Keeper != nil && l.job.Keeper.Due()
		l.enlistAll()
	}
}

// takeIn adds the successors that a lot has found.
func (l *levels[R]) takeIn(o *lot[R]) {
	l.set.tally.Expand += o.exploreTime
	begin := l.job.Clocked()
	defer func() { l.set.tally.Add += o.lookUpTime + l.job.Since(begin) }()
	if l.set.tally.Batches++; o.effect != 0 {
		l.job.Fail(roots.Words(&o.states[o.expanded]), o.effect, o.faults)
		l.set.state = done
		return
	}
	if o.unsure { // its states will be expanded again
		o.expanded, o.unknown, o.duplicates = 0, o.unknown[:0], o.duplicates[:0]
		o.found = batch.Found[R]{Roots: o.found.Roots[:0]}
	}
	if o.expanded < len(o.states) {
		l.set.state = stale
		l.deferred = append(l.deferred, o.states[o.expanded:]...)
	}
	ok := l.addNew(o)
	if ok {
		if o.takeDuplicates(l.team.lots); len(o.unknown) > 0 {
			ok = l.addNew(o)
		}
	}
	if !ok { // its states will be expanded again, and counted then
		l.deferred = append(l.deferred, o.states[:o.expanded]...)
		return
	}
	l.set.tally.Expanded += uint64(o.expanded)
	l.expanded += uint64(o.expanded)
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
	l.before = l.current.Len()
	l.retire(l.current)
	l.current, l.next, l.freed = l.next, l.next.Like(uint64(level+1)%2), false
	l.size, l.expanded = l.current.Len(), 0
	l.queued, l.queues = l.queues, !l.large()
	if l.due() {
		l.set.old = l.joined(l.set.old, l.last)
		l.last = roots.NewFitted[R](l.unlistedKind(), l.current.Len())
		l.set.fresh = roots.AddEach(l.last, l.current, l.set.fresh)
		l.sift(l.current)
	}
	if level-l.gaps.last == l.thinAfter() {
		l.thin()
	}
	l.enlistAll()
}

// addNew adds the unknown roots of a lot to the next level, and reports whether there was room for all.
func (l *levels[R]) addNew(o *lot[R]) bool {
	ok := l.findNew(o.unknown)
	state, end := -1, 0
	for _, i := range l.set.fresh {
		at := int(o.at[i])
		for at >= end {
			state++
			end = o.ends[state]
		}
		l.enter(&o.states[state], &o.unknown[i], o.hash[i], o.rules[i])
	}
	return ok
}

// findNew adds roots to the next level, and sets fresh to the indices of the new ones. It reports whether
// there was memory for all.
func (l *levels[R]) findNew(rs []R) bool {
	s := &l.set
	s.fresh = s.fresh[:0]
	for from := 0; s.state != done; {
		if s.fresh, from = l.next.Add(rs, from, s.fresh); from == len(rs) {
			return true
		}
		if !l.next.Grow(l.job.Allowance(l.bytes() + l.frontier() - l.next.Bytes())) {
			l.job.Stop(search.MemoryLimit)
			s.state = done
		}
	}
	return false
}

// room makes room in the table if it is full.
func (l *levels[R]) room() {
	if l.set.table.Full() {
		l.set.makeRoom(l.frontier() + l.bytes() - l.set.table.Bytes())
	}
}

// enter adds a new state y, which was reached from x by a rule; 0 means the rule is not known yet.
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
		s.state = s.fallback()
	}
}
