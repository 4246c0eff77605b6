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

// Common is what all searches of roots share, here and in package unmove: the task, what has been counted,
// and the reasons to end. It outlives a change of the packing.
type Common struct {
	*Task
	Result Result
	Err    error
	Begun  time.Time

	clock time.Time // of the last report of progress
	vain  int       // times that the space was packed again
	gotTo uint64    // states that had been expanded at the last of these

	forest forest // of a reduced search
	moving moving
}

// NewCommon copies a task and fills in what it leaves open.
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

// Begin makes and counts the initial state. The result false says that the search is over.
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

// Stop ends the search before its time.
func (c *Common) Stop(why string) {
	if !slices.Contains(c.Result.Incomplete, why) {
		c.Result.Incomplete = append(c.Result.Incomplete, why)
	}
	c.Result.Stopped = true
}

// Survive, deferred, ends the search where there is no more memory. The function end sums up and gives back
// what there is.
func (c *Common) Survive(end func()) {
	if offheap.Exhausted(recover()) {
		c.Stop(search.NoMemory)
		end()
	}
}

// IsCut reports whether the search has to end while the space is packed again.
func (c *Common) IsCut() bool {
	if why := limit.Cause(c.Context); why != "" {
		c.Stop(string(why))
	}
	return c.Result.Stopped
}

// Allowance is how many bytes the set may take beside those of stacks; 0: any number.
func (c *Common) Allowance(stacks int64) int64 {
	if c.Limits.Memory == 0 {
		return 0
	}
	return max(1, c.Limits.Memory-stacks-c.Space.Bytes()-c.forest.coming())
}

// Look looks at the limits, and reports progress. The result false says that the search ends.
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

// Clocked and Since take times if they are asked for.
func (c *Common) Clocked() (t time.Time) {
	if c.Stats {
		t = time.Now()
	}
	return t
}

// Since is the time since Clocked.
func (c *Common) Since(t time.Time) time.Duration {
	if !c.Stats {
		return 0
	}
	return time.Since(t)
}

// Bad are the effects that may be errors.
const Bad = vm.Failed | vm.InvalidEnd | vm.Abort | accepted

// accepted are those of a run that a claim accepts.
const accepted = vm.Accepting | vm.ClaimEnd

// Fails reports whether an effect, one of Bad, is an error, by what the limits excuse.
func (c *Common) Fails(effect vm.Effect, faults func() []vm.Fault) bool {
	if effect&(vm.Abort|accepted) != 0 || effect&vm.InvalidEnd != 0 && !c.Limits.NoEnd {
		return true
	}
	if effect&vm.Failed == 0 || !c.Limits.NoAssert && !c.Limits.NoClaimAssert {
		return effect&vm.Failed != 0
	}
	return slices.ContainsFunc(faults(), func(f vm.Fault) bool { return !c.Limits.Excuses(f.Kind) })
}

// ended are the effects that end a search which counts errors, too.
const ended = vm.Abort | accepted

// tallied are the errors that have been counted: of each sort the first fault, if it is one.
type tallied map[Met]vm.Fault

// add counts the errors of a state, by what the limits excuse, and returns how many they are.
func (t tallied) add(l *search.Limits, effect vm.Effect, faults []vm.Fault) (n int) {
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

func (t tallied) note(m Met, f vm.Fault) {
	if _, known := t[m]; !known {
		t[m] = f
	}
}

// say adds what has been counted to the result.
func (t tallied) say(r *Result) {
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

// vainRepacks is how many times a space may be packed again without that a state could be expanded.
const vainRepacks = 64

// Repack has the space packed again, and reports whether the search can go on.
func (c *Common) Repack() bool {
	s := &c.Result.Stats
	s.Repacks++
	if c.vain++; c.gotTo != s.Expanded {
		c.gotTo, c.vain = s.Expanded, 0
	}
	switch {
	case c.vain > vainRepacks:
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

// Crewed notes how many workers there are now.
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

// Packed is a root in the present packing; if it is to be converted, it is of the packing before.
func Packed[R roots.Root](c *Common, convert bool, root []uint64) (r R) {
	if convert {
		c.Space.Convert(roots.Words(&r), root)
	} else {
		copy(roots.Words(&r), root)
	}
	return r
}

// End fills in what is known when the search is over.
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

// EngineOf is a new engine of the space, which must have one for such roots.
func EngineOf[R roots.Root](c *Common) Engine[R] {
	e, ok := c.Space.Engine().(Engine[R])
	if !ok {
		c.Err = fmt.Errorf("batch: the space has no engine for roots of %d words", c.Space.Words())
	}
	return e
}

// CodeOf is the code for roots of the present width; false, and an error: there is none.
func CodeOf[F any](c *Common, all roots.ByWidth[F]) (code F, ok bool) {
	n := c.Space.Words()
	c.Result.Stats.Words = n
	if code, ok = all[n]; !ok {
		c.Err = fmt.Errorf("batch: roots of %d words", n)
	}
	return code, ok
}

// Tally is what a worker counts.
type Tally struct {
	Batches, Expanded, Looked, Stored uint64 // Looked: roots that were looked up

	Deepest uint64
	Expand  time.Duration
	Add     time.Duration // what is not in times
	times   roots.Times

	Atomic uint64
	stack  int64
	open   uint64
}

// AddTo adds the tally to what the search has done.
func (t *Tally) AddTo(s *Stats) {
	s.Batches += t.Batches
	s.Expanded += t.Expanded
	s.Found += t.Looked
	s.Expand += t.Expand
	s.Hash += t.times.Hash
	s.Wait += t.times.Wait
	s.Add += t.Add + t.times.Put
}

// Sum is what has been counted by r and the tally.
func (t *Tally) Sum(r search.Result) search.Result {
	r.Stored += t.Stored
	r.Matched += t.Looked - t.Stored
	r.AtomicSteps += t.Atomic
	r.Depth = max(r.Depth, int(t.Deepest))
	r.Open += t.open
	return r
}
