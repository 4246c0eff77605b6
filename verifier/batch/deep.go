package batch

import (
	"gospin/verifier/roots"
	"gospin/verifier/search"
)

// diver searches depth first, in pan's order: all successors of a state are pushed onto the stack, and each
// is looked up when its turn comes.
type diver[R roots.Root] struct {
	job      *job
	set      roots.Set[R]
	engine   Engine[R]
	open     roots.Open[R, uint64]
	found    Found[R]
	nextLook uint64 // number of states and atomic steps at which limits are checked next
	Tally
}

// A note on the stack is the level of a root and, from this bit on, the deepest level that is reached on the
// way to it.
const reachShift = 32

// storedBit marks a root on the stack that is in the set, but not expanded.
const storedBit = 1 << 63

// touchBelow is the distance from the top of the stack at which a root's slot is prefetched again.
const touchBelow = 8

// deep makes a run of a depth-first search.
func deep[R roots.Root](w *job, left *rest, set roots.Set[R]) {
	d := &diver[R]{job: w, set: set, engine: newEngine[R](w), nextLook: LookEvery}
	d.open.Spill(w.Disk, false)
	defer w.Survive(d.end)
	takeOpen(w, left, func(int) *roots.Open[R, uint64] { return &d.open })
	resumePending(w, left, set, &d.open)
	d.found.Ordered = true
	if w.loaded = w.GoesOn(); !w.loaded || !d.dive() {
		if w.loaded && w.IsKept() {
			d.keep()
		}
		d.end()
		return
	}
	d.sumUp()
	w.repack(&rest{
		n: d.set.Len(), set: leaveSet(d.set), open: []func(func([]uint64, uint64)){leaveOpen(&d.open)},
	})
}

func (d *diver[R]) sumUp() {
	d.job.Result.Result = d.sum()
	d.job.Result.Stack = max(d.job.Result.Stack, d.open.Bytes())
	d.job.Result.Table = d.set.Bytes()
	d.AddTo(&d.job.Result.Stats)
	d.Tally, d.found.Atomic = Tally{}, 0
}

func (d *diver[R]) end() {
	d.sumUp()
	d.open.Free()
	d.set.Free()
}

// dive searches until the stack is empty. It returns true if the space must be packed again.
func (d *diver[R]) dive() bool {
	var (
		one   [1]R
		note  [1]uint64
		fresh []uint32
	)
	for d.open.Pop(one[:], note[:]) > 0 {
		if note[0]&storedBit == 0 {
			d.Deepest = max(d.Deepest, note[0]>>reachShift)
			begin := d.job.Clocked()
			to := 0
			if fresh, to = d.set.Add(one[:], 0, fresh[:0]); to == 0 {
				if !d.grow() {
					d.open.Push(&one[0], note[0])
					return false
				}
				fresh, _ = d.set.Add(one[:], 0, fresh[:0])
			}
			d.Add += d.job.Since(begin)
			if d.Looked++; len(fresh) == 0 {
				d.set.Touch(d.open.Below(touchBelow)) // that root is looked up soon if nothing new is found
				continue
			}
			d.Stored++
			stored := d.job.Result.Stored + d.Stored
			if stored == d.job.Limits.States || d.job.pausesToEnd(stored) {
				d.job.Stop(search.StateLimit)
				d.open.Push(&one[0], uint64(uint32(note[0]))|storedBit)
				return false
			}
		}
		level := uint64(uint32(note[0]))
		if d.Deepest = max(d.Deepest, level); d.tooDeep() {
			return false
		}
		begin := d.job.Clocked()
		found := &d.found
		found.Roots, found.Levels, found.Reach = found.Roots[:0], found.Levels[:0], 0
		effect, ok := d.engine.Expand(&one[0], found)
		d.Expand += d.job.Since(begin)
		d.Atomic = found.Atomic
		if !ok {
			d.open.Push(&one[0], level|storedBit)
			return true
		}
		if effect&Bad != 0 && d.job.Fails(effect, d.engine.Faults) {
			d.job.Fail(roots.Words(&one[0]), effect, d.engine.Faults())
			return false
		}
		d.Deepest = max(d.Deepest, level+uint64(found.Reach))
		d.set.Touch(found.Roots)
		for i := len(found.Roots) - 1; i >= 0; i-- {
			deeper, reach := uint64(found.Levels[i]&0xffff), uint64(found.Levels[i]>>16)
			d.open.Push(&found.Roots[i], level+deeper|(level+reach)<<reachShift)
		}
		d.Batches++
		d.Expanded++
		if work := d.Expanded + found.Atomic/stepsOfState; work >= d.nextLook {
			if d.nextLook = work + LookEvery; !d.job.Look(d.set.Bytes(), d.open.Bytes(), d.sum) {
				return false
			}
			if d.job.Keeper != nil && d.job.Keeper.Due() {
				d.keep()
			}
		}
	}
	d.tooDeep()
	return false
}

// keep writes a checkpoint.
func (d *diver[R]) keep() {
	k := &snapshot[R, uint64]{set: d.set, counts: d.sum(), stats: d.job.Result.Stats}
	k.open, k.pending = []*roots.Open[R, uint64]{&d.open}, func(func(*R, uint64)) {}
	d.AddTo(&k.stats)
	keepAll(d.job, k)
}

// tooDeep ends the search if it comes near the limit of depth. States beyond the limit must not be counted,
// and only a search by single steps treats the last states before it as pan does.
func (d *diver[R]) tooDeep() bool {
	most := d.job.Limits.Depth
	if most == 0 || d.Deepest+1 < uint64(most) {
		return false
	}
	d.job.Err = ErrDeep
	return true
}

func (d *diver[R]) grow() bool {
	d.job.Result.Stats.Growths++
	if !d.set.Grow(d.job.Allowance(d.open.Bytes())) {
		d.job.Stop(whyFull(d.set))
		return false
	}
	return true
}

// whyFull returns why a set does not grow: the limit of memory, or a limit of its own.
func whyFull(set any) string {
	if bounded, is := set.(interface{ Err() error }); is && bounded.Err() != nil {
		return bounded.Err().Error()
	}
	return search.MemoryLimit
}

// sum returns the counts of the search.
func (d *diver[R]) sum() search.Result {
	d.Tally.open = uint64(d.open.Len())
	r := d.job.Result.Result
	r.Open = 0
	return d.Sum(r)
}
