package batch

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"gospin/compression/offheap"
	"gospin/verifier/limit"
	"gospin/verifier/roots"
	"gospin/verifier/search"
	"gospin/vm"
)

// Common is what all searches of roots share, here and in package unmove: the task, the counts, and the
// reasons to end. It does not depend on the packing.
type Common struct {
	*Task
	Result Result
	Err    error
	Begun  time.Time

	clock        time.Time // time of the last report of progress
	futile       int       // successive repacks after which no state could be expanded
	expandedThen uint64    // states expanded up to the last repack

	forest forest // of a reduced search
	moving moving
}

// NewCommon copies a task, and sets the options that it leaves open.
func NewCommon(t *Task) *Common {
	task := *t
	task.Workers = max(1, task.Workers)
	if task.Batch <= 0 {
		task.Batch = goodBatch
	}
	if task.Context == nil {
		task.Context = context.Background()
	}
	now := time.Now()
	return &Common{Task: &task, Begun: now, clock: now, Result: Result{Workers: 1}}
}

// Begin makes and counts the initial state. It returns false if the search is over.
func (c *Common) Begin() (root []uint64, ok bool) {
	root, effect := c.Space.Initial()
	if effect &= vm.Failed | vm.Abort; effect != 0 {
		c.Result.Failed, c.Result.Kind = true, effect
		return nil, false
	}
	c.Result.Result = search.Result{Stored: 1}
	if c.Limits.States == 1 {
		c.Stop(search.StateLimit)
	}
	return root, !c.Result.Stopped
}

// GoesOn reports whether neither an error nor a limit has ended the search.
func (c *Common) GoesOn() bool { return c.Err == nil && !c.Result.Stopped }

// Stop ends the search early.
func (c *Common) Stop(why string) {
	if !slices.Contains(c.Result.Incomplete, why) {
		c.Result.Incomplete = append(c.Result.Incomplete, why)
	}
	c.Result.Stopped = true
}

// Survive must be deferred. It recovers if memory runs out, ends the search, and calls end, which sums up and
// frees memory.
func (c *Common) Survive(end func()) {
	if offheap.Exhausted(recover()) {
		c.Stop(search.NoMemory)
		end()
	}
}

// IsCut reports whether the search must end while the space is packed again.
func (c *Common) IsCut() bool {
	if why := limit.Cause(c.Context); why != "" {
		c.Stop(string(why))
	}
	return c.Result.Stopped
}

// Allowance returns how many bytes the set may take, given those of the stacks; 0 means no limit.
func (c *Common) Allowance(stacks int64) int64 {
	if c.Limits.Memory == 0 {
		return 0
	}
	return max(1, c.Limits.Memory-stacks-c.Space.Bytes()-c.forest.nextBytes())
}

// Look checks the limits, and reports progress. It returns false if the search must end.
func (c *Common) Look(table, stacks int64, progress func() search.Result) bool {
	c.Result.Stack = max(c.Result.Stack, stacks)
	if most := c.Allowance(stacks); most > 0 && table > most {
		c.Stop(search.MemoryLimit)
		return false
	}
	if why := limit.Cause(c.Context); why != "" {
		c.Stop(string(why))
		return false
	}
	if now := time.Now(); c.Progress != nil && now.Sub(c.clock) >= time.Second {
		c.clock = now
		r := progress()
		r.Stack, r.MaxVector = c.Result.Stack, c.Space.KeyLen()
		c.Progress(&r)
	}
	return true
}

// Clocked returns the time, if times are measured.
func (c *Common) Clocked() (t time.Time) {
	if c.Stats {
		t = time.Now()
	}
	return t
}

// Since returns the time since Clocked.
func (c *Common) Since(t time.Time) time.Duration {
	if !c.Stats {
		return 0
	}
	return time.Since(t)
}

// Bad has the effects that may be errors.
const Bad = vm.Failed | vm.InvalidEnd | vm.Abort | acceptingEffects

// acceptingEffects are the effects of a run that the claim accepts.
const acceptingEffects = vm.Accepting | vm.ClaimEnd

// Fails reports whether an effect, one of Bad, is an error that the limits do not excuse.
func (c *Common) Fails(effect vm.Effect, faults func() []vm.Fault) bool {
	if effect&(vm.Abort|acceptingEffects) != 0 || effect&vm.InvalidEnd != 0 && !c.Limits.NoEnd {
		return true
	}
	if effect&vm.Failed == 0 || !c.Limits.NoAssert && !c.Limits.NoClaimAssert {
		return effect&vm.Failed != 0
	}
	return slices.ContainsFunc(faults(), func(f vm.Fault) bool { return !c.Limits.Excuses(f.Kind) })
}

// endingEffects also end a search that counts errors.
const endingEffects = vm.Abort | acceptingEffects

// errorTally has the errors that were counted, and the first fault of each sort.
type errorTally map[Met]vm.Fault

// add counts the errors of a state that the limits do not excuse, and returns their number.
func (t errorTally) add(l *search.Limits, effect vm.Effect, faults []vm.Fault) (n int) {
	if effect&vm.InvalidEnd != 0 && !l.NoEnd {
		t.note(Met{End: true}, vm.Fault{})
		n++
	}
	for i := range faults {
		if f := &faults[i]; !l.Excuses(f.Kind) {
			t.note(Met{Kind: f.Kind, Msg: f.Msg}, *f)
			n++
		}
	}
	return n
}

func (t errorTally) note(m Met, f vm.Fault) {
	if _, known := t[m]; !known {
		t[m] = f
	}
}

// addTo adds the errors to the result.
func (t errorTally) addTo(r *Result) {
	for m, f := range t {
		if r.Met = append(r.Met, m); !m.End {
			r.Faults = append(r.Faults, f)
		}
	}
}

// Fail ends the search with an error.
func (c *Common) Fail(root []uint64, effect vm.Effect, faults []vm.Fault) {
	r := &c.Result
	r.Failed, r.Stopped = true, true
	r.At, r.Kind, r.Faults = root, effect&Bad, slices.Clone(faults)
}

// futileRepacks is how many times in succession the space may be packed without a state being expanded.
const futileRepacks = 64

// Repack packs the space again, and reports whether the search can continue.
func (c *Common) Repack() bool {
	s := &c.Result.Stats
	s.Repacks++
	if c.futile++; c.expandedThen != s.Expanded {
		c.expandedThen, c.futile = s.Expanded, 0
	}
	switch {
	case c.futile > futileRepacks:
		c.Err = errors.New("batch: a state cannot be expanded in any packing")
	case c.Restless > 0 && s.Repacks >= c.Restless && s.Expanded < 1000*s.Repacks:
		c.Err = ErrRestless
	case !c.Space.Repack():
		c.Err = ErrWide
	default:
		c.moving.begin(&c.forest)
		return true
	}
	return false
}

// Crewed records how many workers there are now.
func (c *Common) Crewed(workers int) {
	if r := &c.Result; workers > r.Workers {
		r.Workers = workers
		c.crew(workers)
	}
}

func (c *Common) crew(workers int) {
	if c.Crew != nil {
		c.Crew(workers)
	}
}

// Packed returns a root in the current packing. If convert is true, root has the packing before.
func Packed[R roots.Root](c *Common, convert bool, root []uint64) (r R) {
	if convert {
		c.Space.Convert(roots.Words(&r), root)
	} else {
		copy(roots.Words(&r), root)
	}
	return r
}

// End fills in the rest of the result when the search is over.
func (c *Common) End() (*Result, error) {
	c.Result.MaxVector, c.Result.Forest = c.Space.KeyLen(), c.forest.bytes()
	c.forest.free()
	if c.Result.Workers > 1 {
		c.crew(1)
	}
	if c.Disk != nil && c.Disk.Err() != nil && c.Err == nil {
		c.Err = c.Disk.Err()
	}
	return &c.Result, c.Err
}

// EngineOf returns a new engine of the space. If the space has none for such roots, it sets c.Err.
func EngineOf[R roots.Root](c *Common) Engine[R] {
	e, ok := c.Space.Engine().(Engine[R])
	if !ok {
		c.Err = fmt.Errorf("batch: the space has no engine for roots of %d words", c.Space.Words())
	}
	return e
}

// CodeOf returns the code for roots of the current width. If there is none, it sets c.Err and returns false.
func CodeOf[F any](c *Common, all roots.ByWidth[F]) (code F, ok bool) {
	n := c.Space.Words()
	c.Result.Stats.Words = n
	if code, ok = all[n]; !ok {
		c.Err = fmt.Errorf("batch: roots of %d words", n)
	}
	return code, ok
}

// Tally has the counts of a worker.
type Tally struct {
	Batches, Expanded, Looked, Stored uint64 // Looked counts the roots looked up

	Deepest uint64
	Expand  time.Duration
	Add     time.Duration // without what is in times
	times   roots.Times

	Atomic uint64
	stack  int64
	open   uint64
}

// AddTo adds the tally to the figures of the search.
func (t *Tally) AddTo(s *Stats) {
	s.Batches += t.Batches
	s.Expanded += t.Expanded
	s.Found += t.Looked
	s.Expand += t.Expand
	s.Hash += t.times.Hash
	s.Wait += t.times.Wait
	s.Add += t.Add + t.times.Put
}

// Sum returns the counts of r and the tally together.
func (t *Tally) Sum(r search.Result) search.Result {
	r.Stored += t.Stored
	r.Matched += t.Looked - t.Stored
	r.AtomicSteps += t.Atomic
	r.Depth = max(r.Depth, int(t.Deepest))
	r.Open += t.open
	return r
}
