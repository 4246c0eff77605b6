package batch

import (
	"sync"
	"sync/atomic"
	"time"

	"gospin/verifier/roots"
	"gospin/verifier/search"
	"gospin/vm"
)

// crew are the workers of a search in any order, which share the set. All but the set is theirs by the lock.
//
// An idle worker waits until another one puts half of what it has into the pool. Where the set must grow or
// the space be packed again, all stop: the last to do so does what is to be done.
type crew[R roots.Root] struct {
	*whole
	set     roots.Set[R]
	workers []*worker[R]
	all     sync.WaitGroup

	signal  atomic.Uint32 // whether there is something to attend to
	mu      sync.Mutex
	change  sync.Cond
	running int // workers that neither wait for work nor for the others
	paused  int
	pauses  int                     // how many there have been
	pool    []roots.Open[R, uint32] // for who has nothing to do
	full    bool                    // the set must grow
	stale   bool                    // the space must be packed again
	joining bool                    // the workers that come later come now
	keeping bool                    // what the search has come to must be kept
	over    bool                    // all workers end
}

// What a signal says.
const (
	hungry = 1 << iota // somebody has nothing to do
	halt               // all stop
)

// anyhow makes a run of a search in any order, or by one worker breadth first.
func anyhow[R roots.Root](w *whole, left *rest, set roots.Set[R]) {
	c := &crew[R]{whole: w, set: set}
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

// hire adds n workers. Those at work stand still.
func (c *crew[R]) hire(n int) {
	for range n {
		o := newWorker(c)
		if o.engine = newEngine[R](c.whole); c.Err != nil {
			return
		}
		c.workers = append(c.workers, o)
	}
	c.running += n
	c.Crewed(len(c.workers))
}

// join has those begin that come later, while the first one stands still.
func (c *crew[R]) join() {
	c.joining, c.late = false, false
	at := len(c.workers)
	if c.hire(c.Workers - at); c.Err != nil {
		c.over = true
		return
	}
	if set, ok := c.set.(*roots.Plain[R]); ok {
		set.Share(c.Workers)
	}
	for _, o := range c.workers[at:] {
		c.all.Go(o.workOn)
	}
}

// end sums up, and leaves the rest to the next run if the space is to be packed again.
func (c *crew[R]) end() {
	for _, o := range c.workers {
		o.show()
	}
	if c.loaded && (c.IsKept() || c.Keeper != nil && c.Cycles && c.GoesOn() && !c.stale) {
		c.keep()
	}
	c.Result.Result = c.sum()
	c.Result.Stack = max(c.Result.Stack, c.stacks())
	c.Result.Table = c.set.Bytes()
	s := &c.Result.Stats
	for _, o := range c.workers {
		o.AddTo(s)
		c.sumErrors(o.errors)
	}
	if c.stale && !c.Result.Stopped {
		left := &rest{n: c.set.Len(), set: leaveSet(c.set)}
		for i := range c.pool {
			left.open = append(left.open, leaveOpen(&c.pool[i]))
		}
		for _, o := range c.workers {
			left.open = append(left.open, leaveOpen(&o.open))
		}
		c.repack(left)
		return
	}
	if c.Cycles && c.GoesOn() {
		seekCycles(c)
	}
	if c.All != nil && c.GoesOn() {
		c.All(func(f func(root []uint64)) { c.set.Each(func(r *R) { f(roots.Words(r)) }) })
	}
	c.free()
}

// keep keeps what the search has come to. All workers stand still, or have ended.
func (c *crew[R]) keep() {
	k := &kept[R, uint32]{set: c.set, counts: c.sum(), stats: c.Result.Stats, errors: tallied{}}
	k.counts.Stack = max(k.counts.Stack, c.stacks())
	for m, f := range c.errors {
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
	keepAll(c.whole, k)
}

// free gives back all tables.
func (c *crew[R]) free() {
	for i := range c.pool {
		c.pool[i].Free()
	}
	for _, o := range c.workers {
		o.open.Free()
	}
	c.set.Free()
}

// sum is what has been counted, as far as the workers have shown.
func (c *crew[R]) sum() search.Result {
	r := c.Result.Result
	r.Open = 0
	for i := range c.pool {
		r.Open += uint64(c.pool[i].Len())
	}
	for _, o := range c.workers {
		r = o.shown.Sum(r)
	}
	if r.Errors = int(c.erring.Load()); c.Limits.Errors > 0 && c.Counts {
		r.Errors = min(r.Errors, c.Limits.Errors)
	}
	return r
}

// stacks is what the open roots take, as far as the workers have shown.
func (c *crew[R]) stacks() (n int64) {
	for i := range c.pool {
		n += c.pool[i].Bytes()
	}
	for _, o := range c.workers {
		n += o.shown.stack
	}
	return n
}

// look looks at the limits for the crew.
func (c *crew[R]) look(o *worker[R]) {
	c.mu.Lock()
	defer c.mu.Unlock()
	o.show()
	if !c.over && !c.Look(c.set.Bytes(), c.stacks(), c.sum) {
		c.finish()
	}
	if !c.over && c.late && time.Since(c.Begun) >= c.Late {
		c.joining = true
		c.tell()
	}
	if !c.over && c.Keeper != nil && c.Keeper.Due() {
		c.keeping = true
		c.tell()
	}
}

// stopAt ends the search with an error.
func (c *crew[R]) stopAt(root []uint64, effect vm.Effect, faults []vm.Fault) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.loaded = false
	if !c.over {
		c.Fail(root, effect, faults)
		c.finish()
	}
}

// stopCounting ends the search since there are errors enough.
func (c *crew[R]) stopCounting() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.loaded = false
	if !c.over {
		c.Result.Stopped = true
		c.finish()
	}
}

// stopBecause ends the search before its time.
func (c *crew[R]) stopBecause(why string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.over {
		c.Stop(why)
		c.finish()
	}
}

// finish has all workers end. As those below, it is for who holds the lock.
func (c *crew[R]) finish() {
	c.over = true
	c.tell()
}

// tell lets all know of what has changed.
func (c *crew[R]) tell() {
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

// pause waits until all have stopped and what is to be done has been. The result false says that it is over.
func (c *crew[R]) pause() bool {
	now := c.pauses
	c.running--
	c.paused++
	if c.running == 0 {
		c.allStopped()
	}
	for now == c.pauses && !c.over {
		c.change.Wait()
	}
	return !c.over
}

// allStopped does what all have stopped for, and has them go on. A set that is full comes first: only where
// it is not, no worker has roots that are still to be added.
func (c *crew[R]) allStopped() {
	for _, o := range c.workers {
		o.show()
	}
	if c.full {
		c.full = false
		c.Result.Stats.Growths++
		c.Result.Stack = max(c.Result.Stack, c.stacks())
		if !c.set.Grow(c.Allowance(c.stacks())) {
			c.Stop(whyFull(c.set))
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
	c.tell()
}

// growSet has the set grow. It and those below are for workers. The result false says that it is over.
func (c *crew[R]) growSet() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.over {
		return false
	}
	c.full = true
	c.tell()
	return c.pause()
}

// askRepack has all stop for the space to be packed again.
func (c *crew[R]) askRepack() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stale = true
	c.tell()
}

// attend does what a signal asks for.
func (c *crew[R]) attend(o *worker[R]) bool {
	if c.signal.Load()&halt == 0 && o.open.Len() < 2*c.Batch {
		return true
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for !c.over && (c.full || c.stale || c.joining || c.keeping) {
		if !c.pause() {
			return false
		}
	}
	if c.signal.Load()&hungry != 0 && o.open.Len() >= 2*c.Batch {
		c.pool = append(c.pool, roots.Open[R, uint32]{})
		o.open.Share(&c.pool[len(c.pool)-1])
		c.tell()
	}
	return !c.over
}

// idle waits for something to do. The result false says that there is nothing left, too.
func (c *crew[R]) idle(o *worker[R]) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	o.open.Free()
	c.running--
	c.tell()
	for !c.over {
		if n := len(c.pool); n > 0 {
			o.open, c.pool = c.pool[n-1], c.pool[:n-1]
			c.running++
			c.tell()
			return true
		}
		switch {
		case c.running > 0:
			c.change.Wait()
		case c.paused > 0:
			c.allStopped()
		default:
			c.finish()
		}
	}
	return false
}
