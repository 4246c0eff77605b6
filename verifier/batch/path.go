package batch

import (
	"errors"

	"gospin/verifier/roots"
	"gospin/verifier/search"
)

// pathed searches depth first, in pan's order, and keeps states in an unmove set: see doc.go. Of levels it
// has the table, the rules, and what tells of roots; the whole states are all in old.
type pathed[R roots.Root] struct {
	scout[R]
	found    Found[R]
	frames   pile[framed[R]]
	todo     pile[R] // what lies behind the frames, and has not been looked at; of each, the next one last
	notes    pile[uint32]
	at       []uint32       // the places of frames, plus one, by hash
	under    R              // what the move under way leads to
	sure     []R            // states known to be stored
	said     [][]roots.Lead // of states, by how many moves chains from them may have
	named    [][]uint32     // rules, likewise
	one      [1]R
	isIn     [1]bool
	depth    uint64
	lastRead uint64 // lines read, from which on a look takes too long
}

// framed is a state on the path.
type framed[R roots.Root] struct {
	root R
	step
}

// step is what does not depend on the packing of a state on the path.
type step struct {
	hash    uint64
	from    int // where in todo what lies behind it begins
	level   uint64
	deep    int  // how many steps it lies behind the last whole state on the path
	waiting bool // it has not been expanded
}

// sureOnes is how many states are remembered to be stored.
const sureOnes = 1 << 12

// byPath makes a run of a search depth first.
func byPath[R roots.Root](w *whole, left *rest) {
	d := &pathed[R]{scout: scout[R]{levels: newLevels[R](w), lot: &lot[R]{}}}
	if d.engine = newEngine[R](w); w.err != nil {
		return
	}
	d.mover, _ = d.engine.(Mover[R])
	d.sure, d.said = make([]R, sureOnes), make([][]roots.Lead, w.Unmove.Every)
	d.named = make([][]uint32, w.Unmove.Every)
	d.found.Ordered = true
	defer w.survive(d.abandon)
	if left.levels != nil {
		d.take(left)
	} else {
		d.first(left)
	}
	d.dive()
	d.tellUnmove()
	known := d.res.Stored + d.stored
	w.res.Result = d.sum()
	w.res.Stack = max(w.res.Stack, d.stack())
	w.res.Table = d.bytes()
	d.tell(&w.res.Stats)
	if d.state == stale && known >= uint64(d.Unmove.Young) {
		if d.leaveAll(); d.err == nil {
			return
		}
	} else if d.state == stale {
		w.repack(&rest{})
	}
	d.free()
	w.beginAgain(d.state)
}

// abandon gives back all there is, where the search ends in the middle of something.
func (d *pathed[R]) abandon() {
	d.res.Result = d.sum()
	d.free()
}

func (d *pathed[R]) free() {
	if d.old != nil {
		d.old.Free()
	}
	if d.table != nil {
		d.table.Free()
	}
}

// tellUnmove tells what the set has done.
func (d *pathed[R]) tellUnmove() {
	s := d.stats
	d.count.addTo(s)
	s.Rules, s.Entries, s.Aside = d.rules.Len(), uint64(d.table.Len()), uint64(d.table.Aside())
	s.EntryBytes, s.WholeBytes, s.RuleBytes = d.table.Bytes(), d.old.Bytes(), d.rules.Bytes()
	s.RecentBytes = d.sureBytes()
	s.Bits = 0
	for n := d.table.Places(); n > 1; n >>= 1 {
		s.Bits++
	}
}

func (d *pathed[R]) sureBytes() int64 { return int64(len(d.sure)) * int64(len(d.under)) * 8 }

func (d *pathed[R]) bytes() int64 {
	return d.table.Bytes() + d.old.Bytes() + d.rules.Bytes() + d.sureBytes()
}

// stack is what the path takes.
func (d *pathed[R]) stack() int64 {
	return d.frames.bytes() + d.todo.bytes() + d.notes.bytes() + int64(4*len(d.at))
}

// first begins a search, with the initial state.
func (d *pathed[R]) first(left *rest) {
	*d.stats = UnmoveStats{Every: d.Unmove.Every, Again: d.stats.Again}
	d.table = roots.NewUnmove(d.span, d.Unmove.Code, 0)
	d.old = roots.New[R](d.Unmove.Whole, 0, 1).(roots.Finder[R])
	d.at = make([]uint32, 1<<10)
	left.open[0](func(root []uint64, _ uint64) {
		copy(words(&d.under), root)
		hash := d.hashOf(&d.under)
		d.keepWhole(hash)
		d.enter(step{hash: hash, waiting: true})
	})
}

// keepWhole stores the state that the move under way leads to whole.
func (d *pathed[R]) keepWhole(hash uint64) {
	d.one[0] = d.under
	d.fresh = roots.AddAll(d.old, d.one[:], d.fresh[:0])
	d.table.Add(hash, roots.Lead{Whole: true})
	d.stats.Whole++
	d.shadow.add(&d.under)
}

// enter puts the state that the move under way leads to on the path.
func (d *pathed[R]) enter(s step) {
	s.from = d.todo.n
	d.frames.push(framed[R]{d.under, s})
	if 2*d.frames.n > len(d.at) {
		d.at = make([]uint32, 2*len(d.at))
		for i := range d.frames.n {
			d.place(i)
		}
		return
	}
	d.place(d.frames.n - 1)
}

func (d *pathed[R]) place(i int) {
	slot := int(d.frames.at(i).hash) & (len(d.at) - 1)
	for d.at[slot] != 0 {
		slot = (slot + 1) & (len(d.at) - 1)
	}
	d.at[slot] = uint32(i + 1)
}

// leave takes the last state from the path. It was put into the table as the last one that is there, so no
// look for another one leads over its place.
func (d *pathed[R]) leave() {
	i := d.frames.n - 1
	slot := int(d.frames.at(i).hash) & (len(d.at) - 1)
	for d.at[slot] != uint32(i+1) {
		slot = (slot + 1) & (len(d.at) - 1)
	}
	d.at[slot] = 0
	d.frames.n--
}

// onPath is where on the path a state is; below 0: it isn't.
func (d *pathed[R]) onPath(x *R, hash uint64) int {
	slot := int(hash) & (len(d.at) - 1)
	for ; d.at[slot] != 0; slot = (slot + 1) & (len(d.at) - 1) {
		if f := d.frames.at(int(d.at[slot]) - 1); f.hash == hash && f.root == *x {
			return int(d.at[slot]) - 1
		}
	}
	return -1
}

// dive searches until nothing is left, or the table or the packing is of no more use.
func (d *pathed[R]) dive() {
	for d.state = going; d.frames.n > 0 && d.state == going; {
		f := d.frames.at(d.frames.n - 1)
		switch {
		case f.waiting:
			d.expandLast(f)
		case f.from == d.todo.n:
			d.leave()
		default:
			d.goOn(f)
		}
	}
	if d.state == going {
		d.state = done
	}
}

// expandLast finds what lies behind the last state of the path.
func (d *pathed[R]) expandLast(f *framed[R]) {
	found := &d.found
	found.Roots, found.Levels, found.Reach = found.Roots[:0], found.Levels[:0], 0
	begin := d.clocked()
	effect, ok := d.engine.Expand(&f.root, found)
	d.expand += d.since(begin)
	if !ok {
		d.state = stale
		return
	}
	f.waiting = false
	if effect&bad != 0 && d.fails(effect, d.engine.Faults) {
		d.fail(words(&f.root), effect, d.engine.Faults())
		d.state = done
		return
	}
	d.depth = max(d.depth, f.level+uint64(found.Reach))
	for i := len(found.Roots) - 1; i >= 0; i-- {
		d.todo.push(found.Roots[i])
		d.notes.push(found.Levels[i])
		d.table.Touch(d.hashOf(&found.Roots[i]))
	}
	d.batches++
	if d.expanded++; d.expanded%lookEvery != 0 {
		return
	}
	if !d.look(d.bytes(), d.stack(), d.sum) {
		d.state = done
	} else if d.charge(&d.count) {
		d.state = d.relief()
	}
	d.count.addTo(d.stats)
	d.count = UnmoveStats{}
}

// goOn makes the next move of the last state of the path.
func (d *pathed[R]) goOn(f *framed[R]) {
	d.under = d.todo.pop()
	note := d.notes.pop()
	level := f.level + uint64(note&0xffff)
	d.depth = max(d.depth, f.level+uint64(note>>16))
	begin := d.clocked()
	hash := d.hashOf(&d.under)
	d.looked++
	d.count.Looks++
	d.lastRead = d.count.Reads + mostReads
	known := d.member(&d.under, hash, d.Unmove.Every-1)
	if d.long {
		d.state = d.relief()
		return
	}
	if d.unsure {
		d.state, d.unsure = stale, false
	}
	d.shadow.holds(&d.under, known)
	if !known && d.state == going {
		d.stored++
		d.depth = max(d.depth, level)
		s := step{hash: hash, level: level, deep: f.deep + 1, waiting: true}
		if s.deep == d.Unmove.Every {
			s.deep = 0
			d.keepWhole(hash)
		} else {
			d.keep(&f.root, hash)
		}
		d.enter(s)
		d.room()
	}
	d.add += d.since(begin)
}

// keep stores the state that the move under way leads to from x, by that move.
func (d *pathed[R]) keep(x *R, hash uint64) {
	d.shadow.add(&d.under)
	c := d.change(x, &d.under)
	id, fresh := d.rules.Find(&d.under, &c)
	if fresh {
		d.rules.SetBy(id, d.moverOf(x, &d.under))
	}
	d.table.Add(hash, roots.Lead{Name: int32(d.rules.Name(id))})
	if d.crowds(&d.under, &d.count) {
		d.state = d.relief()
	}
}

// room sees to it that there is room for another state.
func (d *pathed[R]) room() {
	if most := d.Limits.States; most > 0 && d.res.Stored+d.stored >= most {
		d.incomplete(search.StateLimit)
		d.state = done
	}
	switch {
	case !d.table.Full():
	case d.table.Places() < d.Unmove.Least:
		d.state = spent
	default:
		d.res.Stats.Growths++
		if !d.table.Grow(d.limit(d.stack() + d.bytes() - d.table.Bytes())) {
			d.incomplete(search.MemoryLimit)
			d.state = done
		}
	}
}

// member tells whether a state is stored, by a chain of at most so many moves.
func (d *pathed[R]) member(x *R, hash uint64, most int) bool {
	sure := &d.sure[hash>>20&(sureOnes-1)]
	if *sure == *x || d.onPath(x, hash) >= 0 {
		return true
	}
	if d.count.Reads++; d.count.Reads > d.lastRead {
		d.long = true
		return false
	}
	d.said[most] = d.table.Look(hash, d.said[most][:0])
	for i := range d.said[most] {
		if lead := d.said[most][i]; !d.led(x, lead, most) {
			continue
		}
		*sure = *x
		return true
	}
	return false
}

// led tells whether what an entry says of a state is so of it.
func (d *pathed[R]) led(x *R, lead roots.Lead, most int) bool {
	if lead.Whole {
		d.one[0] = *x
		d.old.Find(d.one[:], d.isIn[:])
		return d.isIn[0]
	}
	if most == 0 {
		return false
	}
	d.named[most] = d.rulesOf(x, lead, d.named[most][:0])
	if len(d.named[most]) == 0 {
		d.count.Refuted++
	}
	for i := range d.named[most] {
		var y R
		if id := d.named[most][i]; d.rules.Undo(id, x, &y) {
			hash := d.hashOf(&y)
			if d.member(&y, hash, most-1) && d.hasMade(&y, x, hash, id) {
				return true
			}
		} else {
			d.count.Refuted++
		}
	}
	return false
}

// rulesOf appends the rules that an entry may say of a state.
func (d *pathed[R]) rulesOf(x *R, lead roots.Lead, out []uint32) []uint32 {
	return d.rules.Named(d.shapeOf(x), x, int(lead.Name), out)
}

// hasMade tells whether a move that leads from a stored state to another has been made. Of a state on the
// path those have not that are still to be: what they lead to lies in todo, but for the move under way.
func (d *pathed[R]) hasMade(y, x *R, hash uint64, rule uint32) bool {
	if i := d.onPath(y, hash); i >= 0 {
		if left := d.toBeMade(i, x); left > 0 {
			d.count.Asked++
			return d.leadingTo(y, x) > left
		}
	}
	return d.made(y, x, rule)
}

// toBeMade is how many moves to a state are still to be made of one on the path.
func (d *pathed[R]) toBeMade(i int, x *R) (n int) {
	from, to := d.frames.at(i).from, d.todo.n
	if i < d.frames.n-1 {
		to = d.frames.at(i + 1).from
	} else if d.under == *x {
		n++
	}
	for ; from < to; from++ {
		if *d.todo.at(from) == *x {
			n++
		}
	}
	return n
}

// leadingTo is how many moves lead from a state to another.
func (d *pathed[R]) leadingTo(y, x *R) (n int) {
	if !d.behind(y) {
		return 0
	}
	for i := range d.scratch.Roots {
		if d.scratch.Roots[i] == *x {
			n++
		}
	}
	return n
}

// behind finds in scratch what lies behind a state that has been expanded before.
func (d *pathed[R]) behind(x *R) bool {
	if d.again(x) {
		return true
	}
	d.err = errors.New("batch: a state cannot be expanded again")
	d.state = done
	return false
}

// sum is what has been counted.
func (d *pathed[R]) sum() search.Result {
	r := d.res.Result
	r.Stored += d.stored
	r.Matched += d.looked - d.stored
	r.AtomicSteps += d.found.Atomic
	r.Depth = max(r.Depth, int(d.depth))
	return r
}
