package unmove

import (
	"errors"

	"gospin/compression/mix"
	"gospin/compression/probe"
	"gospin/verifier/batch"
	"gospin/verifier/roots"
)

// path is a depth-first search in pan's order that stores states in an unmove set; see doc.go.
type path[R roots.Root] struct {
	job      *job
	set      set[R]
	asker    asker[R]
	found    batch.Found[R]
	frames   pile[frame[R]]
	todo     pile[R] // successors of frames that were not looked up yet; of each, the next one last
	notes    pile[uint32]
	at       []uint32       // hash table of the frames: their indices, plus one
	target   R              // of the current move
	sure     []R            // a cache of states that are known to be stored
	leads    [][]roots.Lead // scratch of member, by the greatest length of a chain
	ruleIDs  [][]uint32     // rules, in the same way
	one      [1]R
	hit      [1]bool
	isLong   bool   // a look-up takes too long
	lastRead uint64 // value of Reads above which it does
}

// frame is a state on the path.
type frame[R roots.Root] struct {
	root R
	step
}

// step is the part of a frame that does not depend on the packing.
type step struct {
	hash       uint64
	from       int // index in todo of its first successor
	level      uint64
	sinceWhole int  // number of steps after the last whole state on the path
	unexpanded bool // it has not been expanded
}

// sureSize is the number of states in the cache of stored states.
const sureSize = 1 << 12

// byPath makes a run of a depth-first search.
func byPath[R roots.Root](w *job, left *rest) {
	d := &path[R]{job: w, set: newSet[R](w)}
	d.set.forms.begin(w.Space.(batch.Fielded))
	if d.asker = newAsker(&d.set); w.Err != nil {
		return
	}
	d.sure, d.leads = make([]R, sureSize), make([][]roots.Lead, w.Unmove.Every)
	d.ruleIDs = make([][]uint32, w.Unmove.Every)
	d.found.Ordered = true
	defer w.Survive(d.abandon)
	if left.path != nil {
		d.take(left)
	} else {
		d.first(left)
	}
	d.dive()
	d.asker.flush()
	d.set.stats.WholeBytes = d.set.old.Bytes()
	known := d.set.known()
	d.set.report(d.bytes(), d.stack(), d.sureBytes())
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

// abandon frees everything if the search ends within some step.
func (d *path[R]) abandon() {
	d.job.Result.Result = d.set.sum()
	d.set.free()
}

func (d *path[R]) sureBytes() int64 { return int64(len(d.sure)) * int64(len(d.target)) * 8 }

func (d *path[R]) bytes() int64 { return d.set.bytes() + d.sureBytes() }

// stack returns the memory of the path.
func (d *path[R]) stack() int64 {
	return d.frames.bytes() + d.todo.bytes() + d.notes.bytes() + int64(4*len(d.at))
}

// first begins a search with the initial state.
func (d *path[R]) first(left *rest) {
	d.set.first()
	d.set.old = roots.New[R](d.job.Unmove.Whole, 0, 1).(roots.Finder[R])
	d.at = make([]uint32, 1<<10)
	d.target = packed[R](d.job, left, left.root)
	hash := d.asker.hashOf(&d.target)
	d.keepWhole(hash)
	d.enter(step{hash: hash, unexpanded: true})
}

// keepWhole stores the target of the current move as a whole state.
func (d *path[R]) keepWhole(hash uint64) {
	d.one[0] = d.target
	d.set.fresh = roots.AddAll(d.set.old, d.one[:], d.set.fresh[:0])
	d.set.table.Add(hash, roots.Lead{Whole: true})
	d.set.stats.Whole++
	d.set.shadow.add(&d.target)
}

// enter puts the target of the current move on the path.
func (d *path[R]) enter(s step) {
	s.from = d.todo.n
	d.frames.push(frame[R]{d.target, s})
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

// leave removes the last state from the path. It was the last one to be put into the hash table, so no other
// probe sequence passes its slot.
func (d *path[R]) leave() {
	i := d.frames.n - 1
	slot := mix.Slot(d.frames.at(i).hash, len(d.at))
	for d.at[slot] != uint32(i+1) {
		slot = probe.Next(slot, len(d.at))
	}
	d.at[slot] = 0
	d.frames.n--
}

// onPath returns the index of a state on the path, or -1.
func (d *path[R]) onPath(x *R, hash uint64) int {
	for slot := mix.Slot(hash, len(d.at)); d.at[slot] != 0; slot = probe.Next(slot, len(d.at)) {
		if f := d.frames.at(int(d.at[slot]) - 1); f.hash == hash && f.root == *x {
			return int(d.at[slot]) - 1
		}
	}
	return -1
}

// dive searches until there are no more states, or the table or the packing must change.
func (d *path[R]) dive() {
	for d.set.state = going; d.frames.n > 0 && d.set.state == going; {
		f := d.frames.at(d.frames.n - 1)
		switch {
		case f.unexpanded:
			d.expandLast(f)
		case f.from == d.todo.n:
			d.leave()
		default:
			d.nextMove(f)
		}
	}
	if d.set.state == going {
		d.set.state = done
	}
}

// expandLast finds the successors of the last state of the path.
func (d *path[R]) expandLast(f *frame[R]) {
	found := &d.found
	found.Roots, found.Levels, found.Reach = found.Roots[:0], found.Levels[:0], 0
	begin := d.job.Clocked()
	effect, ok := d.asker.engine.Expand(&f.root, found)
	d.set.tally.Expand += d.job.Since(begin)
	d.set.tally.Atomic = found.Atomic
	if !ok {
		d.set.state = stale
		return
	}
	f.unexpanded = false
	if effect&batch.Bad != 0 && d.job.Fails(effect, d.asker.engine.Faults) {
		d.job.Fail(roots.Words(&f.root), effect, d.asker.engine.Faults())
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
	if !d.job.Look(d.bytes(), d.stack(), d.set.sum) {
		d.set.state = done
	} else if d.set.charge(&d.asker.count) {
		d.set.state = d.set.fallback()
	}
	d.asker.flush()
}

// nextMove makes the next move of the last state of the path.
func (d *path[R]) nextMove(f *frame[R]) {
	d.target = d.todo.pop()
	note := d.notes.pop()
	level := f.level + uint64(note&0xffff)
	d.set.tally.Deepest = max(d.set.tally.Deepest, f.level+uint64(note>>16))
	begin := d.job.Clocked()
	hash := d.asker.hashOf(&d.target)
	d.set.tally.Looked++
	d.asker.count.Looks++
	d.lastRead = d.asker.count.Reads + mostReads
	known := d.member(&d.target, hash, d.job.Unmove.Every-1)
	if d.isLong {
		d.set.state = d.set.fallback()
		return
	}
	if d.asker.isUnsure {
		d.set.state, d.asker.isUnsure = stale, false
	}
	d.set.shadow.checkOne(&d.target, known)
	if !known && d.set.state == going {
		d.set.tally.Stored++
		d.set.tally.Deepest = max(d.set.tally.Deepest, level)
		s := step{hash: hash, level: level, sinceWhole: f.sinceWhole + 1, unexpanded: true}
		if s.sinceWhole == d.job.Unmove.Every {
			s.sinceWhole = 0
			d.keepWhole(hash)
		} else {
			d.keep(&f.root, hash)
		}
		d.enter(s)
		d.room()
	}
	d.set.tally.Add += d.job.Since(begin)
}

// keep stores the target of the current move by the move that leads to it from x.
func (d *path[R]) keep(x *R, hash uint64) {
	s := &d.set
	if s.isFull() {
		return
	}
	s.shadow.add(&d.target)
	s.table.Add(hash, roots.Lead{Name: int32(s.rules.Name(s.ruleOf(&d.asker, x, &d.target)))})
	if s.crowds(&d.target, &d.asker.count) {
		s.state = s.fallback()
	}
}

// room makes room for another state.
func (d *path[R]) room() {
	if d.set.countStates(); d.set.table.Full() {
		d.set.makeRoom(d.stack() + d.bytes() - d.set.table.Bytes())
	}
}

// member reports whether a state is stored. It follows chains of at most a given number of moves.
func (d *path[R]) member(x *R, hash uint64, most int) bool {
	sure := &d.sure[hash>>20&(sureSize-1)]
	if *sure == *x || d.onPath(x, hash) >= 0 {
		return true
	}
	if d.asker.count.Reads++; d.asker.count.Reads > d.lastRead {
		d.isLong = true
		return false
	}
	d.leads[most] = d.set.table.Look(hash, d.leads[most][:0])
	for i := range d.leads[most] {
		if lead := d.leads[most][i]; !d.leadHolds(x, lead, most) {
			continue
		}
		*sure = *x
		return true
	}
	return false
}

// leadHolds reports whether what an entry says is true for a state.
func (d *path[R]) leadHolds(x *R, lead roots.Lead, most int) bool {
	if lead.Whole {
		d.one[0] = *x
		d.set.old.Find(d.one[:], d.hit[:])
		return d.hit[0]
	}
	if most == 0 {
		return false
	}
	d.ruleIDs[most] = d.rulesOf(x, lead, d.ruleIDs[most][:0])
	if len(d.ruleIDs[most]) == 0 {
		d.asker.count.Refuted++
	}
	for i := range d.ruleIDs[most] {
		var y R
		if id := d.ruleIDs[most][i]; d.set.rules.Undo(id, x, &y) {
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

// rulesOf appends the rules of a lead that fit a state.
func (d *path[R]) rulesOf(x *R, lead roots.Lead, out []uint32) []uint32 {
	out, tried := d.set.rules.Named(d.set.forms.shapeOf(x), x, int(lead.Name), out)
	d.asker.count.Tried += uint64(tried)
	return out
}

// hasMade reports whether a move from a stored state to another has been made. For a state on the path, the
// moves that are still to be made are the successors in todo, and the current move.
func (d *path[R]) hasMade(y, x *R, hash uint64, rule uint32) bool {
	if i := d.onPath(y, hash); i >= 0 {
		if left := d.pendingMoves(i, x); left > 0 {
			d.asker.count.Asked++
			return d.countMoves(y, x) > left
		}
	}
	return d.asker.hasMade(y, x, rule)
}

// pendingMoves returns how many moves from frame i to a state are still to be made.
func (d *path[R]) pendingMoves(i int, x *R) (n int) {
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

// countMoves returns how many moves lead from y to x.
func (d *path[R]) countMoves(y, x *R) (n int) {
	if !d.expandAgain(y) {
		return 0
	}
	for i := range d.asker.scratch.Roots {
		if d.asker.scratch.Roots[i] == *x {
			n++
		}
	}
	return n
}

// expandAgain sets scratch to the successors of a state that has been expanded before. If it can't, the
// search ends.
func (d *path[R]) expandAgain(x *R) bool {
	if d.asker.expandAgain(x) {
		return true
	}
	d.job.Err = errors.New("batch: a state cannot be expanded again")
	d.set.state = done
	return false
}
