package batch

import (
	"sync"
	"sync/atomic"
	"time"

	"gospin/verifier/roots"
	"gospin/verifier/search"
	"gospin/vm"
)

// crew has the workers of a search in any order, which share the set. All fields but the set are protected by
// mu.
//
// An idle worker waits until another one puts half of its stack into the pool. If the set must grow, or the
// space must be packed again, all workers pause, and the last one to pause does it.
type crew[R roots.Root] struct {
	job     *job
	set     roots.Set[R]
	workers []*worker[R]
	all     sync.WaitGroup

	signal  atomic.Uint32 // what workers must react to
	mu      sync.Mutex
	change  sync.Cond
	running int // workers that neither wait for work nor are paused
	paused  int
	pauses  int                     // number of pauses so far
	pool    []roots.Open[R, uint32] // stacks for idle workers
	full    bool                    // the set must grow
	stale   bool                    // the space must be packed again
	joining bool                    // the late workers join now
	keeping bool                    // a checkpoint is due
	over    bool                    // all workers must end
}

// Bits of crew.signal.
const (
	hungry = 1 << iota // a worker is idle
	halt               // all must pause
)

// anyOrder makes a run of a search in any order, or breadth first with one worker.
func anyOrder[R roots.Root](w *job, left *rest, set roots.Set[R]) {
	c := &crew[R]{job: w, set: set}
	defer w.Survive(c.free)
	c.change.L = &c.mu
	if c.hire(w.atWork()); w.Err != nil {
		c.set.Free()
		return
	}
	takeOpen(w, left, func(i int) *roots.Open[R, uint32] { return &c.workers[i].open })
	resumePending(w, left, set, &c.workers[0].open)
	if w.loaded = w.GoesOn(); w.loaded {
		for _, o := range c.workers[1:] {
			c.all.Go(o.workOn)
		}
		c.workers[0].workOn()
		c.all.Wait()
	}
	c.end()
}

// hire adds n workers. The others must be paused.
func (c *crew[R]) hire(n int) {
	for range n {
		o := newWorker(c)
		if o.engine = newEngine[R](c.job); c.job.Err != nil {
			return
		}
		c.workers = append(c.workers, o)
	}
	c.running += n
	c.job.Crewed(len(c.workers))
}

// join adds the late workers, while the first one is paused.
func (c *crew[R]) join() {
	c.joining, c.job.awaitsLate = false, false
	at := len(c.workers)
	if c.hire(c.job.Workers - at); c.job.Err != nil {
		c.over = true
		return
	}
	if set, ok := c.set.(*roots.Plain[R]); ok {
		set.Share(c.job.Workers)
	}
	for _, o := range c.workers[at:] {
		c.all.Go(o.workOn)
	}
}

// end sums up. If the space must be packed again, it leaves the rest to the next run.
func (c *crew[R]) end() {
	for _, o := range c.workers {
		o.publish()
	}
	if c.job.loaded && (c.job.IsKept() || c.job.Keeper != nil && c.job.Cycles && c.job.GoesOn() && !c.stale) {
		c.keep()
	}
	c.job.Result.Result = c.sum()
	c.job.Result.Stack = max(c.job.Result.Stack, c.stacks())
	c.job.Result.Table = c.set.Bytes()
	s := &c.job.Result.Stats
	for _, o := range c.workers {
		o.AddTo(s)
		c.job.sumErrors(o.errors)
	}
	if c.stale && !c.job.Result.Stopped {
		left := &rest{n: c.set.Len(), set: leaveSet(c.set)}
		for i := range c.pool {
			left.open = append(left.open, leaveOpen(&c.pool[i]))
		}
		for _, o := range c.workers {
			left.open = append(left.open, leaveOpen(&o.open))
		}
		c.job.repack(left)
		return
	}
	if c.job.Cycles && c.job.GoesOn() {
		seekCycles(c)
	}
	if c.job.All != nil && c.job.GoesOn() {
		c.job.All(func(f func(root []uint64)) { c.set.Each(func(r *R) { f(roots.Words(r)) }) })
	}
	c.free()
}

// keep writes a checkpoint. All workers are paused, or have ended.
func (c *crew[R]) keep() {
	k := &snapshot[R, uint32]{set: c.set, counts: c.sum(), stats: c.job.Result.Stats, errors: errorTally{}}
	k.counts.Stack = max(k.counts.Stack, c.stacks())
	for m, f := range c.job.errors {
		k.errors.note(m, f)
	}
	for i := range c.pool {
		k.open = append(k.open, &c.pool[i])
	}
	for _, o := range c.workers {
		k.open = append(k.open, &o.open)
		o.AddTo(&k.stats)
		for m, f := range o.errors {
			k.errors.note(m, f)
		}
	}
	k.pending = func(f func(*R, uint32)) {
		for _, o := range c.workers {
			o.pending(f)
		}
	}
	keepAll(c.job, k)
}

// free frees all tables.
func (c *crew[R]) free() {
	for i := range c.pool {
		c.pool[i].Free()
	}
	for _, o := range c.workers {
		o.open.Free()
	}
	c.set.Free()
}

// sum returns the counts that the workers have published.
func (c *crew[R]) sum() search.Result {
	r := c.job.Result.Result
	r.Open = 0
	for i := range c.pool {
		r.Open += uint64(c.pool[i].Len())
	}
	for _, o := range c.workers {
		r = o.published.Sum(r)
	}
	if r.Errors = int(c.job.errorCount.Load()); c.job.Limits.Errors > 0 && c.job.Counts {
		r.Errors = min(r.Errors, c.job.Limits.Errors)
	}
	return r
}

// stacks returns the memory of the open roots, as far as published.
func (c *crew[R]) stacks() (n int64) {
	for i := range c.pool {
		n += c.pool[i].Bytes()
	}
	for _, o := range c.workers {
		n += o.published.stack
	}
	return n
}

// look checks the limits.
func (c *crew[R]) look(o *worker[R]) {
	c.mu.Lock()
	defer c.mu.Unlock()
	o.publish()
	if !c.over && !c.job.Look(c.set.Bytes(), c.stacks(), c.sum) {
		c.finish()
	}
	if !c.over && c.job.awaitsLate && time.Since(c.job.Begun) >= c.job.Late {
		c.joining = true
		c.notify()
	}
	if !c.over && c.job.Keeper != nil && c.job.Keeper.Due() {
		c.keeping = true
		c.notify()
	}
}

// stopAt ends the search with an error.
func (c *crew[R]) stopAt(root []uint64, effect vm.Effect, faults []vm.Fault) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.job.loaded = false
	if !c.over {
		c.job.Fail(root, effect, faults)
		c.finish()
	}
}

// stopCounting ends the search since enough errors were counted.
func (c *crew[R]) stopCounting() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.job.loaded = false
	if !c.over {
		c.job.Result.Stopped = true
		c.finish()
	}
}

// stopBecause ends the search early.
func (c *crew[R]) stopBecause(why string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.over {
		c.job.Stop(why)
		c.finish()
	}
}

// finish makes all workers end. The caller of this and the following methods must hold the lock.
func (c *crew[R]) finish() {
	c.over = true
	c.notify()
}

// notify publishes the signal, and wakes waiting workers.
func (c *crew[R]) notify() {
	signal := uint32(0)
	if c.over || c.full || c.stale || c.joining || c.keeping {
		signal |= halt
	}
	if len(c.workers)-c.running-c.paused > len(c.pool) {
		signal |= hungry
	}
	c.signal.Store(signal)
	c.change.Broadcast()
}

// pause waits until all workers have paused, and the last one has done what they paused for. It returns false
// if the search is over.
func (c *crew[R]) pause() bool {
	now := c.pauses
	c.running--
	c.paused++
	if c.running == 0 {
		c.allPaused()
	}
	for now == c.pauses && !c.over {
		c.change.Wait()
	}
	return !c.over
}

// allPaused does what all workers have paused for, and lets them continue. The set is grown first: while it
// is full, workers have roots that are still to be added.
func (c *crew[R]) allPaused() {
	for _, o := range c.workers {
		o.publish()
	}
	if c.full {
		c.full = false
		c.job.Result.Stats.Growths++
		c.job.Result.Stack = max(c.job.Result.Stack, c.stacks())
		if !c.set.Grow(c.job.Allowance(c.stacks())) {
			c.job.Stop(whyFull(c.set))
			c.over = true
		}
	} else if c.stale {
		c.over = true
	} else if c.joining {
		c.join()
	} else if c.keeping {
		c.keeping = false
		c.keep()
	}
	c.running += c.paused
	c.paused = 0
	c.pauses++
	c.notify()
}

// growSet makes the set grow. It returns false if the search is over. This and the following methods take the
// lock.
func (c *crew[R]) growSet() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.over {
		return false
	}
	c.full = true
	c.notify()
	return c.pause()
}

// requestRepack makes all workers pause, so that the space is packed again.
func (c *crew[R]) requestRepack() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stale = true
	c.notify()
}

// attend reacts to a signal. It returns false if the search is over.
func (c *crew[R]) attend(o *worker[R]) bool {
	if c.signal.Load()&halt == 0 && o.open.Len() < 2*c.job.Batch {
		return true
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for !c.over && (c.full || c.stale || c.joining || c.keeping) {
		if !c.pause() {
			return false
		}
	}
	if c.signal.Load()&hungry != 0 && o.open.Len() >= 2*c.job.Batch {
		c.pool = append(c.pool, roots.Open[R, uint32]{})
		o.open.Share(&c.pool[len(c.pool)-1])
		c.notify()
	}
	return !c.over
}

// idle waits for work. It returns false if the search is over.
func (c *crew[R]) idle(o *worker[R]) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	o.open.Free()
	c.running--
	c.notify()
	for !c.over {
		if n := len(c.pool); n > 0 {
			o.open, c.pool = c.pool[n-1], c.pool[:n-1]
			c.running++
			c.notify()
			return true
		}
		switch {
		case c.running > 0:
			c.change.Wait()
		case c.paused > 0:
			c.allPaused()
		default:
			c.finish()
		}
	}
	return false
}
