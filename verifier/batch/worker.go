package batch

import (
	"gospin/compression/offheap"
	"gospin/verifier/roots"
	"gospin/verifier/search"
	"gospin/vm"
)

// goodBatch is the default number of states that are expanded together.
const goodBatch = 24

// LookEvery is the number of states that a worker expands between two checks of the limits. stepsOfState
// atomic steps count as a state.
const (
	LookEvery    = 1 << 13
	stepsOfState = 16
)

// While a batch is expanded, places of the roots found are prefetched after every touchEvery states, if the
// set is larger than a cache near the processor.
const (
	touchEvery = 4
	nearBytes  = 512 << 10
)

// worker expands states in any order, and stores the new states.
type worker[R roots.Root] struct {
	crew      *crew[R]
	job       *job
	engine    Engine[R]
	timed     roots.Timed[R]        // the set, if times are measured and it supports that
	plain     *roots.Plain[R]       // the set, if it is a Plain and times are not measured
	places    []int                 // places in plain of the roots found
	open      roots.Open[R, uint32] // the note is the depth
	found     Found[R]
	looked    int // how many roots of found were looked up; all, unless the search has ended
	states    []R // the current batch
	levels    []uint32
	ends      []int // for each state, the end of its successors in found
	fresh     []uint32
	sinceLook int // states expanded since limits were checked
	errors    errorTally
	Tally
	published Tally // a copy of the Tally for other workers
}

func newWorker[R roots.Root](c *crew[R]) *worker[R] {
	n := c.job.Batch
	w := &worker[R]{
		crew: c, job: c.job, states: make([]R, n), levels: make([]uint32, n), ends: make([]int, n),
	}
	w.open.Spill(c.job.Disk, c.job.Order == BreadthFirst)
	if c.job.Stats {
		w.timed, _ = c.set.(roots.Timed[R])
	} else {
		w.plain, _ = c.set.(*roots.Plain[R])
	}
	return w
}

// publish copies the tally for other workers. The caller must hold the lock.
func (w *worker[R]) publish() {
	w.published = w.Tally
	p := &w.published
	p.Atomic, p.stack, p.open = w.found.Atomic, w.open.Bytes(), uint64(w.open.Len())
}

// workOn calls work. If memory runs out, it ends the search.
func (w *worker[R]) workOn() {
	defer func() {
		if offheap.Exhausted(recover()) {
			w.crew.stopBecause(search.NoMemory)
		}
	}()
	w.work()
}

// work runs until no worker has work, or the search or the packing ends.
func (w *worker[R]) work() {
	for {
		n := w.take()
		if n == 0 {
			if !w.crew.idle(w) {
				return
			}
			continue
		}
		steps := w.found.Atomic
		m, ok := w.expandAll(n)
		w.leave(m, n)
		if !ok || !w.addFound() {
			return
		}
		w.sinceLook += n + int((w.found.Atomic-steps)/stepsOfState)
		if w.sinceLook >= LookEvery || w.job.Limits.Memory > 0 && w.open.Bytes() > w.published.stack {
			w.sinceLook = 0
			w.crew.look(w)
		}
		if m < n {
			w.crew.requestRepack()
		}
		if w.crew.signal.Load() != 0 && !w.crew.attend(w) {
			return
		}
	}
}

// take takes a batch of states. leave puts those back that were not expanded.
func (w *worker[R]) take() int {
	if w.job.Order == BreadthFirst {
		return w.open.Peek(w.states, w.levels)
	}
	return w.open.Pop(w.states, w.levels)
}

func (w *worker[R]) leave(from, to int) {
	if w.job.Order == BreadthFirst {
		w.open.Drop(from)
		return
	}
	for i := from; i < to; i++ {
		w.open.Push(&w.states[i], w.levels[i])
	}
}

// expandAll finds the successors of the first n states of the batch, and returns how many it could expand. It
// returns false if there is an error.
func (w *worker[R]) expandAll(n int) (int, bool) {
	begin, hashed := w.job.Clocked(), w.times.Hash
	w.found.Roots, w.places = w.found.Roots[:0], w.places[:0]
	i, touched, far := 0, 0, w.crew.set.Bytes() > nearBytes
	for ; i < n; i++ {
		effect, ok := w.engine.Expand(&w.states[i], &w.found)
		if !ok {
			break
		}
		if effect&Bad != 0 && !w.handle(&w.states[i], effect) {
			return i, false
		}
		w.ends[i] = len(w.found.Roots)
		if far && i%touchEvery == touchEvery-1 {
			w.touch(w.found.Roots[touched:])
			touched = len(w.found.Roots)
		}
	}
	w.Batches++
	w.Expanded += uint64(i)
	w.Expand += w.job.Since(begin) + hashed - w.times.Hash
	return i, true
}

// handle handles the errors of a state. It returns false if the search must end.
func (w *worker[R]) handle(r *R, effect vm.Effect) bool {
	if w.job.Counts && effect&endingEffects == 0 {
		return w.count(effect)
	}
	if w.job.Fails(effect, w.engine.Faults) {
		w.crew.stopAt(roots.Words(r), effect, w.engine.Faults())
		return false
	}
	return true
}

// count counts the errors of a state. It returns false if the limit of errors is reached.
func (w *worker[R]) count(effect vm.Effect) bool {
	if w.errors == nil {
		w.errors = errorTally{}
	}
	n, limit := w.errors.add(&w.job.Limits, effect, w.engine.Faults()), int64(w.job.Limits.Errors)
	if all := w.job.errorCount.Add(int64(n)); n > 0 && limit > 0 && all >= limit {
		w.crew.stopCounting()
		return false
	}
	return true
}

// touch prefetches the places of the roots found last.
func (w *worker[R]) touch(rs []R) {
	if w.plain != nil {
		w.places = w.plain.Place(rs, w.places)
		return
	}
	begin := w.job.Clocked()
	w.crew.set.Touch(rs)
	w.times.Hash += w.job.Since(begin)
}

// addFound adds the successors of the batch. It returns false if the search must end.
func (w *worker[R]) addFound() bool {
	begin, timed := w.job.Clocked(), w.times.All()
	found, ok := w.found.Roots, true
	w.fresh = w.fresh[:0]
	if most := w.job.Limits.States; most > 0 && w.crew.set.Len()+uint64(len(found)) >= most {
		w.looked, ok = w.addSome(found, most)
	} else {
		w.looked, ok = w.addAll(found, 0)
	}
	state, end, level := -1, 0, uint32(0)
	for _, i := range w.fresh {
		for int(i) >= end {
			state++
			end, level = w.ends[state], w.levels[state]+1
		}
		w.open.Push(&found[i], level)
		w.Deepest = max(w.Deepest, uint64(level))
	}
	if ok && w.job.pausesToEnd(w.crew.set.Len()) {
		ok = false
		w.crew.stopBecause(search.StateLimit)
	}
	w.Looked += uint64(w.looked)
	w.Stored += uint64(len(w.fresh))
	w.Add += w.job.Since(begin) - (w.times.All() - timed)
	return ok
}

// pending calls f with the roots that were found but not looked up when the search ended, and their depths.
func (w *worker[R]) pending(f func(r *R, level uint32)) {
	state := 0
	for i := w.looked; i < len(w.found.Roots); i++ {
		for i >= w.ends[state] {
			state++
		}
		f(&w.found.Roots[i], w.levels[state]+1)
	}
}

// addAll adds rs[from:], and makes the set grow when it must. It returns how far it has come.
func (w *worker[R]) addAll(rs []R, from int) (to int, ok bool) {
	for from < len(rs) {
		switch {
		case w.plain != nil:
			if n := len(w.places); n < len(rs) {
				w.touch(rs[n:])
			}
			w.fresh, from = w.plain.AddPlaced(rs, w.places, from, w.fresh)
		case w.timed != nil:
			w.fresh, from = w.timed.AddTimed(rs, from, w.fresh, &w.times)
		default:
			w.fresh, from = w.crew.set.Add(rs, from, w.fresh)
		}
		if from < len(rs) {
			if !w.crew.growSet() {
				return from, false
			}
			w.places = w.places[:0] // a grown set has other places
		}
	}
	return from, true
}

// addSome adds roots one by one until the set has as many as most. It returns how many were looked up.
func (w *worker[R]) addSome(rs []R, most uint64) (to int, ok bool) {
	for to < len(rs) {
		if to, ok = w.addAll(rs[:to+1], to); !ok {
			return to, false
		}
		if w.crew.set.Len() >= most {
			w.crew.stopBecause(search.StateLimit)
			return to, false
		}
	}
	return to, true
}
