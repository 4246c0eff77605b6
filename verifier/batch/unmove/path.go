package unmove

import (
	"errors"

	"gospin/compression/mix"
	"gospin/compression/probe"
	"gospin/verifier/batch"
	"gospin/verifier/roots"
)

// path searches depth first, in pan's order, and keeps states in an unmove set: see doc.go.
type path[R roots.Root] struct {
	whole    *whole
	set      set[R]
	asker    asker[R]
	found    batch.Found[R]
	frames   pile[framed[R]]
	todo     pile[R] // what the frames lead to, and has not been looked at; of each, the next one last
	notes    pile[uint32]
	at       []uint32       // the places of frames, plus one, by hash
	target   R              // of the move under way
	sure     []R            // states known to be stored
	said     [][]roots.Lead // of states, by how many moves chains from them may have
	named    [][]uint32     // rules, likewise
	one      [1]R
	isIn     [1]bool
	isLong   bool   // a look takes too long
	lastRead uint64 // lines read, from which on it does
}

// framed is a state on the path.
type framed[R roots.Root] struct {
	root R
	step
}

// step is what does not depend on the packing of a state on the path.
type step struct {
	hash    uint64
	from    int // where in todo what it leads to begins
	level   uint64
	deep    int  // how many steps it lies after the last whole state on the path
	waiting bool // it has not been expanded
}

// sureOnes is how many states are remembered to be stored.
const sureOnes = 1 << 12

// byPath makes a run of a search depth first.
func byPath[R roots.Root](w *whole, left *rest) {
	d := &path[R]{whole: w, set: newSet[R](w)}
	d.set.forms.begin(w.Space.(batch.Fielded))
	if d.asker = newAsker(&d.set); w.Err != nil {
		return
	}
	d.sure, d.said = make([]R, sureOnes), make([][]roots.Lead, w.Unmove.Every)
	d.named = make([][]uint32, w.Unmove.Every)
	d.found.Ordered = true
	defer w.Survive(d.abandon)
	if left.path != nil {
		d.take(left)
	} else {
		d.first(left)
	}
	d.dive()
	d.asker.pass()
	d.set.stats.WholeBytes = d.set.old.Bytes()
	known := d.set.known()
	d.set.tell(d.bytes(), d.stack(), d.sureBytes())
	if d.set.state == stale && known >= uint64(w.Unmove.Young) {
		if d.leaveAll(); w.Err == nil {
			return
		}
	} else if d.set.state == stale {
		w.Repack()
	}
	d.set.free()
	w.beginAgain(d.set.state)
}

// abandon gives back all there is, where the search ends in the middle of something.
func (d *path[R]) abandon() {
	d.whole.Result.Result = d.set.sum()
	d.set.free()
}

func (d *path[R]) sureBytes() int64 { return int64(len(d.sure)) * int64(len(d.target)) * 8 }

func (d *path[R]) bytes() int64 { return d.set.bytes() + d.sureBytes() }

// stack is what the path takes.
func (d *path[R]) stack() int64 {
	return d.frames.bytes() + d.todo.bytes() + d.notes.bytes() + int64(4*len(d.at))
}

// first begins a search, with the initial state.
func (d *path[R]) first(left *rest) {
	d.set.first()
	d.set.old = roots.New[R](d.whole.Unmove.Whole, 0, 1).(roots.Finder[R])
	d.at = make([]uint32, 1<<10)
	d.target = packed[R](d.whole, left, left.root)
	hash := d.asker.hashOf(&d.target)
	d.keepWhole(hash)
	d.enter(step{hash: hash, waiting: true})
}

// keepWhole stores the state that the move under way leads to whole.
func (d *path[R]) keepWhole(hash uint64) {
	d.one[0] = d.target
	d.set.fresh = roots.AddAll(d.set.old, d.one[:], d.set.fresh[:0])
	d.set.table.Add(hash, roots.Lead{Whole: true})
	d.set.stats.Whole++
	d.set.shadow.add(&d.target)
}

// enter puts the state that the move under way leads to on the path.
func (d *path[R]) enter(s step) {
	s.from = d.todo.n
	d.frames.push(framed[R]{d.target, s})
	if 2*d.frames.n > len(d.at) {
		d.at = make([]uint32, 2*len(d.at))
		for i := range d.frames.n {
			d.place(i)
		}
		return
	}
	d.place(d.frames.n - 1)
}

func (d *path[R]) place(i int) {
	d.at[probe.Free(d.at, d.frames.at(i).hash)] = uint32(i + 1)
}

// leave takes the last state from the path. It was put into the table as the last one that is there, so no
// look for another one leads over its place.
func (d *path[R]) leave() {
	i := d.frames.n - 1
	slot := mix.Slot(d.frames.at(i).hash, len(d.at))
	for d.at[slot] != uint32(i+1) {
		slot = probe.Next(slot, len(d.at))
	}
	d.at[slot] = 0
	d.frames.n--
}

// onPath is where on the path a state is; below 0: it isn't.
func (d *path[R]) onPath(x *R, hash uint64) int {
	for slot := mix.Slot(hash, len(d.at)); d.at[slot] != 0; slot = probe.Next(slot, len(d.at)) {
		if f := d.frames.at(int(d.at[slot]) - 1); f.hash == hash && f.root == *x {
			return int(d.at[slot]) - 1
		}
	}
	return -1
}

// dive searches until nothing is left, or the table or the packing is of no more use.
func (d *path[R]) dive() {
	for d.set.state = going; d.frames.n > 0 && d.set.state == going; {
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
	if d.set.state == going {
		d.set.state = done
	}
}

// expandLast finds what the last state of the path leads to.
func (d *path[R]) expandLast(f *framed[R]) {
	found := &d.found
	found.Roots, found.Levels, found.Reach = found.Roots[:0], found.Levels[:0], 0
	begin := d.whole.Clocked()
	effect, ok := d.asker.engine.Expand(&f.root, found)
	d.set.tally.Expand += d.whole.Since(begin)
	d.set.tally.Atomic = found.Atomic
	if !ok {
		d.set.state = stale
		return
	}
	f.waiting = false
	if effect&batch.Bad != 0 && d.whole.Fails(effect, d.asker.engine.Faults) {
		d.whole.Fail(roots.Words(&f.root), effect, d.asker.engine.Faults())
		d.set.state = done
		return
	}
	d.set.tally.Deepest = max(d.set.tally.Deepest, f.level+uint64(found.Reach))
	for i := len(found.Roots) - 1; i >= 0; i-- {
		d.todo.push(found.Roots[i])
		d.notes.push(found.Levels[i])
		d.set.table.Touch(d.asker.hashOf(&found.Roots[i]))
	}
	d.set.tally.Batches++
	if d.set.tally.Expanded++; d.set.tally.Expanded%batch.LookEvery != 0 {
		return
	}
	if !d.whole.Look(d.bytes(), d.stack(), d.set.sum) {
		d.set.state = done
	} else if d.set.charge(&d.asker.count) {
		d.set.state = d.set.relief()
	}
	d.asker.pass()
}

// goOn makes the next move of the last state of the path.
func (d *path[R]) goOn(f *framed[R]) {
	d.target = d.todo.pop()
	note := d.notes.pop()
	level := f.level + uint64(note&0xffff)
	d.set.tally.Deepest = max(d.set.tally.Deepest, f.level+uint64(note>>16))
	begin := d.whole.Clocked()
	hash := d.asker.hashOf(&d.target)
	d.set.tally.Looked++
	d.asker.count.Looks++
	d.lastRead = d.asker.count.Reads + mostReads
	known := d.member(&d.target, hash, d.whole.Unmove.Every-1)
	if d.isLong {
		d.set.state = d.set.relief()
		return
	}
	if d.asker.isUnsure {
		d.set.state, d.asker.isUnsure = stale, false
	}
	d.set.shadow.holds(&d.target, known)
	if !known && d.set.state == going {
		d.set.tally.Stored++
		d.set.tally.Deepest = max(d.set.tally.Deepest, level)
		s := step{hash: hash, level: level, deep: f.deep + 1, waiting: true}
		if s.deep == d.whole.Unmove.Every {
			s.deep = 0
			d.keepWhole(hash)
		} else {
			d.keep(&f.root, hash)
		}
		d.enter(s)
		d.room()
	}
	d.set.tally.Add += d.whole.Since(begin)
}

// keep stores the state that the move under way leads to from x, by that move.
func (d *path[R]) keep(x *R, hash uint64) {
	s := &d.set
	if s.isFull() {
		return
	}
	s.shadow.add(&d.target)
	s.table.Add(hash, roots.Lead{Name: int32(s.rules.Name(s.ruleOf(&d.asker, x, &d.target)))})
	if s.crowds(&d.target, &d.asker.count) {
		s.state = s.relief()
	}
}

// room sees to it that there is room for another state.
func (d *path[R]) room() {
	if d.set.countStates(); d.set.table.Full() {
		d.set.makeRoom(d.stack() + d.bytes() - d.set.table.Bytes())
	}
}

// member reports whether a state is stored, by a chain of at most a given number of moves.
func (d *path[R]) member(x *R, hash uint64, most int) bool {
	sure := &d.sure[hash>>20&(sureOnes-1)]
	if *sure == *x || d.onPath(x, hash) >= 0 {
		return true
	}
	if d.asker.count.Reads++; d.asker.count.Reads > d.lastRead {
		d.isLong = true
		return false
	}
	d.said[most] = d.set.table.Look(hash, d.said[most][:0])
	for i := range d.said[most] {
		if lead := d.said[most][i]; !d.led(x, lead, most) {
			continue
		}
		*sure = *x
		return true
	}
	return false
}

// led reports whether what an entry says of a state is so of it.
func (d *path[R]) led(x *R, lead roots.Lead, most int) bool {
	if lead.Whole {
		d.one[0] = *x
		d.set.old.Find(d.one[:], d.isIn[:])
		return d.isIn[0]
	}
	if most == 0 {
		return false
	}
	d.named[most] = d.rulesOf(x, lead, d.named[most][:0])
	if len(d.named[most]) == 0 {
		d.asker.count.Refuted++
	}
	for i := range d.named[most] {
		var y R
		if id := d.named[most][i]; d.set.rules.Undo(id, x, &y) {
			hash := d.asker.hashOf(&y)
			if d.member(&y, hash, most-1) && d.hasMade(&y, x, hash, id) {
				return true
			}
		} else {
			d.asker.count.Refuted++
		}
	}
	return false
}

// rulesOf appends the rules that an entry may say of a state.
func (d *path[R]) rulesOf(x *R, lead roots.Lead, out []uint32) []uint32 {
	out, tried := d.set.rules.Named(d.set.forms.shapeOf(x), x, int(lead.Name), out)
	d.asker.count.Tried += uint64(tried)
	return out
}

// hasMade reports whether a move that leads from a stored state to another has been made. Of a state on the
// path those have not that are still to be: what they lead to lies in todo, but for the move under way.
func (d *path[R]) hasMade(y, x *R, hash uint64, rule uint32) bool {
	if i := d.onPath(y, hash); i >= 0 {
		if left := d.toBeMade(i, x); left > 0 {
			d.asker.count.Asked++
			return d.leadingTo(y, x) > left
		}
	}
	return d.asker.made(y, x, rule)
}

// toBeMade is how many moves to a state are still to be made of one on the path.
func (d *path[R]) toBeMade(i int, x *R) (n int) {
	from, to := d.frames.at(i).from, d.todo.n
	if i < d.frames.n-1 {
		to = d.frames.at(i + 1).from
	} else if d.target == *x {
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
func (d *path[R]) leadingTo(y, x *R) (n int) {
	if !d.behind(y) {
		return 0
	}
	for i := range d.asker.scratch.Roots {
		if d.asker.scratch.Roots[i] == *x {
			n++
		}
	}
	return n
}

// behind finds in scratch what a state that has been expanded before leads to.
func (d *path[R]) behind(x *R) bool {
	if d.asker.again(x) {
		return true
	}
	d.whole.Err = errors.New("batch: a state cannot be expanded again")
	d.set.state = done
	return false
}
