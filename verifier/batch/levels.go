package batch

import (
	"errors"
	"slices"

	"gospin/verifier/roots"
	"gospin/verifier/search"
)

// Mover is an engine that can tell who makes a move.
type Mover[R roots.Root] interface {
	Engine[R]
	// Makes tells whether a process, by its number, has a move that leads from a state to another. Neither
	// fails.
	Makes(x, y *R, process int) bool
}

// Unmove says how states are kept by the moves that lead to them.
type Unmove struct {
	Every  int        // of so many to twice as many levels, or steps of a path, one is whole; 0: 12, or 16
	Code   uint       // bits of a rule's name; 0: 5
	Span   uint       // bits of a hash that entries are made of, at first; 0: enough for a million states
	Least  int        // entries that differ in a line, below which it is filled anew; 0: 25; below 0: never
	Crowd  int        // rules that fit a state, at which they get more names; 0: 3/4 of these; below 0: none
	Free   uint64     // steps of chains that cost nothing; 0: 262,144
	Strict bool       // where rules crowd, states are kept otherwise
	Young  int        // states below which it is when the space is packed anew; 0: 16,384; below 0: never
	Whole  roots.Kind // how whole states are kept: Whole, Quotients or Trees
}

// UnmoveStats is what such a search has done.
type UnmoveStats struct {
	Every, Bits    int    // levels, and about how many bits of a hash an entry keeps
	Whole, Entries uint64 // states, and what lies in the table
	Aside          uint64 // of the entries, those of more than some bits
	Rules, Again   int    // and how often the search was begun again
	Looks, Reads   uint64 // states that the table was asked for, and lines read for them
	Refuted        uint64 // entries whose rule does not fit
	Asked, Failed  uint64 // moves that were asked for, and those that were not made
	// Bytes of entries, whole states, rules, and of what has just been looked up.
	EntryBytes, WholeBytes, RuleBytes, RecentBytes int64
}

// levels searches breadth first, and keeps states in an unmove set: see doc.go. Its scouts find out what of
// that which lies behind states is stored; all else is done while they stand still.
type levels[R roots.Root] struct {
	*whole
	space     Fielded
	table     *roots.Unmove
	rules     *roots.Rules[R]
	old       roots.Finder[R]  // whole states of levels up to the last whole one, without that
	last      roots.Finder[R]  // those of the last whole level
	now       *roots.Packed[R] // the level that is being expanded
	next      *roots.Packed[R] // what has been found of the next
	past      [pastLevels]past[R]
	worth     worth  // of now
	before    uint64 // states of the level before
	gaps      gaps
	needed    roots.Finder[R] // of last, while that is thinned out; else nil
	sieve     *sieve          // of last, as long as no entries tell of its states; else nil
	queued    bool            // now is on the stack, too, in the order in which it was come to
	queues    bool            // so is next
	gave      bool            // some of now has been given back
	slot      int             // of now, from which on states are to be expanded
	late      []R             // states before that have not been
	state     progress
	shadow    shadow[R]
	sinceLook int                   // states expanded since the last look at limits
	open      roots.Open[R, uint32] // levels that are queued
	level     uint32                // that is being expanded
	notes     []uint32
	fresh     []uint32
	recent    recent[R]
	isDear    bool // the set costs too much
	forms[R]
	team[R]
	stats *UnmoveStats
	tally
}

// progress says whether a search goes on, and if not, why.
type progress uint8

const (
	going progress = iota
	done
	stale   // the space is to be packed anew
	spent   // the table is to be filled anew
	crowded // so it is, with more names of rules
	costly  // states are to be kept in another set
)

func byLevels[R roots.Root](w *whole, left *rest) {
	l := newLevels[R](w)
	l.recent = newRecent[R](leastRecent, false)
	l.enlist(1)
	if w.err != nil {
		return
	}
	defer l.dismiss()
	defer w.survive(l.abandon)
	if left.levels != nil {
		l.take(left)
	} else {
		l.first(left)
	}
	l.search()
	l.stats.Rules, l.stats.Entries = l.rules.Len(), uint64(l.table.Len())
	l.stats.Whole = l.old.Len() + l.last.Len()
	l.stats.Aside = uint64(l.table.Aside())
	l.stats.EntryBytes = l.table.Bytes()
	l.stats.WholeBytes = l.old.Bytes() + l.last.Bytes()
	l.stats.RuleBytes, l.stats.RecentBytes = l.rules.Bytes(), l.recent.bytes()
	l.stats.Bits = 0
	for n := l.table.Places(); n > 1; n >>= 1 {
		l.stats.Bits++
	}
	stored := l.res.Stored + l.stored
	w.res.Result = l.sum()
	w.res.Stack = max(w.res.Stack, l.frontier())
	w.res.Table = l.bytes()
	l.tell(&w.res.Stats)
	switch {
	case l.state == stale && stored >= uint64(l.Unmove.Young):
		l.leaveAll()
		return
	case l.state == stale:
		w.repack(&rest{})
	case l.state == spent && 2*l.now.Len() > 5*l.before: // there will be many more
		w.span += 5
	}
	l.free()
	w.beginAgain(l.state)
}

// abandon gives back all there is, where the search ends in the middle of something.
func (l *levels[R]) abandon() {
	l.away.Wait()
	l.res.Result = l.sum()
	l.res.Stack = max(l.res.Stack, l.open.Bytes())
	l.free()
}

func newLevels[R roots.Root](w *whole) *levels[R] {
	l := &levels[R]{whole: w, stats: &w.res.Unmove, space: w.Space.(Fielded)}
	l.forms.begin(l.space)
	l.rules = roots.NewRules[R](1<<l.Unmove.Code - 1)
	return l
}

func (l *levels[R]) free() {
	for _, s := range []roots.Set[R]{l.old, l.last} {
		if s != nil {
			s.Free()
		}
	}
	for _, s := range []*roots.Packed[R]{l.now, l.next} {
		if s != nil {
			s.Free()
		}
	}
	l.forget()
	l.open.Free()
	if l.table != nil {
		l.table.Free()
	}
}

// first begins a search, with the initial state.
func (l *levels[R]) first(left *rest) {
	*l.stats = UnmoveStats{Every: l.Unmove.Every, Again: l.stats.Again}
	l.table = roots.NewUnmove(l.span, l.Unmove.Code, 0)
	l.old, l.last = roots.NewFitted[R](l.Unmove.Whole, 0), roots.NewFitted[R](l.Unmove.Whole, 1)
	l.now, l.next = newLevel[R](l.level), newLevel[R](l.level+1)
	left.open[0](func(root []uint64, _ uint64) {
		var r R
		copy(words(&r), root)
		l.shadow.add(&r)
		l.last.Add([]R{r}, 0, nil)
		l.now.Add([]R{r}, 0, nil)
		l.queues = true
		l.table.Add(l.scouts[0].hashOf(&r), roots.Lead{Whole: true})
	})
}

// newLevel is an empty set for a level, in another order than those beside it.
func newLevel[R roots.Root](level uint32) *roots.Packed[R] {
	return roots.NewPacked[R](uint64(level % 2))
}

// joined is a set of what is in two. As long as it is small, it is made anew: large ones grow by parts.
func (l *levels[R]) joined(a, b roots.Finder[R]) roots.Finder[R] {
	to := a
	if n := a.Len() + b.Len(); roots.Fitted(l.Unmove.Whole, a.Len(), n) {
		to = roots.NewFitted[R](l.Unmove.Whole, n)
		l.fresh = roots.AddEach(to, a, l.fresh)
		a.Free()
	}
	l.fresh = roots.AddEach(to, b, l.fresh)
	b.Free()
	return to
}

func (l *levels[R]) bytes() int64 {
	return l.table.Bytes() + l.old.Bytes() + l.last.Bytes() + l.rules.Bytes() +
		l.recent.bytes() + l.sieve.bytes()
}

func (l *levels[R]) frontier() int64 {
	return l.now.Bytes() + l.next.Bytes() + l.open.Bytes() + l.pastBytes()
}

// search searches level by level until nothing is left.
func (l *levels[R]) search() {
	l.state = going
	for i := 0; l.state == going; {
		if n := l.more(&l.rounds[i]); n > 0 {
			i = l.expandFrom(i)
			continue
		}
		if l.next.Len() == 0 {
			l.state = done
			return
		}
		l.begin(l.level + 1)
	}
}

// more has the next states of the level at hand, in the order in which they were come to: so moves that have
// much in common follow one another, and there are fewer rules. Where a level takes a great part of the
// memory there is, it is not queued, and what has been expanded is given back: whoever comes to it again
// finds it by its move.
func (l *levels[R]) more(r *round[R]) (n int) {
	defer func() { r.divide(n, l.Batch) }()
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

// large says that the level at hand takes a great part of the memory there is.
func (l *levels[R]) large() bool {
	most := l.Limits.Memory
	return most > 0 && l.now.Bytes() >= most/largePart
}

// largePart is the part of the memory from which on a level is large. Tests change it.
var largePart int64 = 16

// expandFrom expands the states of a round, and takes in what lies behind them. Meanwhile the other scouts
// expand those of the next round, and so on, as long as there are any. It returns which one is next then.
func (l *levels[R]) expandFrom(i int) int {
	first := order[R]{explore, l.rounds[i].lots}
	for l.sendAll(first); len(first.lots) > 0 && l.state == going; l.join(first) {
		l.lots = first.lots
		if i = 1 - i; len(l.lots) > 1 {
			l.claims.clear(len(l.lots) * l.Batch)
		}
		l.sendAll(order[R]{lookUp, l.lots})
		if first.lots = nil; len(l.lots) > 1 && l.state == going && l.more(&l.rounds[i]) > 0 {
			first.lots = l.rounds[i].lots
			l.send(first)
		}
		l.takeInAll()
	}
	if l.state == stale { // chains might lead through states given back that are still to be expanded
		for i := range first.lots {
			l.late = append(l.late, first.lots[i].states...)
		}
	}
	return i
}

// takeInAll takes in what has been found behind the lots at hand. Where one of them does not know what is
// stored, others don't that have left it to that one; so none is taken for known.
func (l *levels[R]) takeInAll() {
	if slices.ContainsFunc(l.lots, func(o lot[R]) bool { return o.long }) {
		l.state = l.relief()
		return
	}
	unsure := slices.ContainsFunc(l.lots, func(o lot[R]) bool { return o.unsure })
	for i := range l.lots {
		l.lots[i].unsure = unsure
		o := &l.lots[i]
		if l.sinceLook += len(o.states); l.state == going || l.state == stale {
			l.takeIn(o)
		}
	}
	if l.state == going && l.sinceLook >= lookEvery {
		l.sinceLook = 0
		if !l.look(l.bytes(), l.frontier(), l.sum) {
			l.state = done
		} else if l.isDear {
			l.state = l.relief()
		}
		l.enlistAll()
	}
}

// takeIn takes in what has been found behind a lot.
func (l *levels[R]) takeIn(o *lot[R]) {
	l.expand += o.exploring
	begin := l.clocked()
	defer func() { l.add += o.asking + l.since(begin) }()
	if l.batches++; o.effect != 0 {
		l.fail(words(&o.states[o.did]), o.effect, o.faults)
		l.state = done
		return
	}
	if o.unsure { // its states are expanded again
		o.did, o.ask, o.twice, o.found = 0, o.ask[:0], o.twice[:0], Found[R]{Roots: o.found.Roots[:0]}
	}
	if o.did < len(o.states) {
		l.state = stale
		l.late = append(l.late, o.states[o.did:]...)
	}
	l.expanded += uint64(o.did)
	l.looked += uint64(len(o.found.Roots))
	l.atomic += o.found.Atomic
	l.addNew(o)
	if o.claimed(l.lots); len(o.ask) > 0 {
		l.addNew(o)
	}
	if most := l.Limits.States; most > 0 && l.res.Stored+l.stored >= most {
		l.incomplete(search.StateLimit)
		l.state = done
	}
	l.room()
}

// begin begins a level.
func (l *levels[R]) begin(level uint32) {
	l.level, l.slot = level, 0
	if uint64(l.recent.bytes())*2*recentShare <= l.res.Stored+l.stored {
		l.recent = newRecent[R](2*l.recent.len(), len(l.scouts) > 1)
	}
	l.before = l.now.Len()
	l.pass(l.now)
	l.now, l.next, l.gave = l.next, l.next.Like(uint64(level+1)%2), false
	l.queued, l.queues = l.queues, !l.large()
	if l.due() {
		l.old = l.joined(l.old, l.last)
		l.last = roots.NewFitted[R](l.untoldKind(), l.now.Len())
		l.fresh = roots.AddEach(l.last, l.now, l.fresh)
		l.sift(l.now)
	}
	if level-l.gaps.last == l.thinAfter() {
		l.thin()
	}
	l.enlistAll()
}

// addNew adds what is asked for to the next level.
func (l *levels[R]) addNew(o *lot[R]) {
	l.fresh = roots.AddAll(l.next, o.ask, l.fresh[:0])
	state, end := -1, 0
	for _, i := range l.fresh {
		at := int(o.at[i])
		for at >= end {
			state++
			end = o.ends[state]
		}
		l.keep(&o.states[state], &o.ask[i], o.hash[i], o.ways[i])
	}
}

// room sees to it that there is room in the table.
func (l *levels[R]) room() {
	switch {
	case !l.table.Full():
	case l.table.Places() < l.Unmove.Least:
		l.state = spent
	default:
		l.res.Stats.Growths++
		if !l.table.Grow(l.limit(l.frontier() + l.bytes() - l.table.Bytes())) {
			l.incomplete(search.MemoryLimit)
			l.state = done
		}
	}
}

// keep takes in a new state, the one that it was come to from, and by which rule; 0: that is not known yet.
func (l *levels[R]) keep(x, y *R, hash uint64, rule uint32) {
	l.stored++
	l.shadow.add(y)
	if l.queues {
		l.open.Push(y, l.level+1)
	}
	if rule == 0 {
		if l.rules.Full() {
			l.err = errors.New("batch: states change in too many ways for an unmove set")
			l.state = done
			return
		}
		c := l.change(x, y)
		fresh := false
		if rule, fresh = l.rules.Find(y, &c); fresh {
			l.rules.SetBy(rule, l.scouts[0].moverOf(x, y))
		}
	}
	l.table.Add(hash, roots.Lead{Name: int32(l.rules.Name(rule))})
	if l.crowds(y, &l.scouts[0].count) && l.state == going {
		l.state = l.relief()
	}
}

func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/2)
	}
	return s[:n]
}

// sum is what has been counted.
func (l *levels[R]) sum() search.Result {
	r := l.res.Result
	r.Stored += l.stored
	r.Matched += l.looked - l.stored
	r.AtomicSteps += l.atomic
	r.Depth = max(r.Depth, int(l.level))
	return r
}
