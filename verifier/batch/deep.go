package batch

import (
	"gospin/verifier/roots"
	"gospin/verifier/search"
)

// diver searches depth first, in pan's order: all that a state leads to is put on the stack, and looked up
// when its turn comes.
type diver[R roots.Root] struct {
	*whole
	set    roots.Set[R]
	engine Engine[R]
	open   roots.Open[R, uint64]
	found  Found[R]
	due    uint64 // when the limits are looked at next, by states and atomic steps
	Tally
}

// A note on the stack is the level where a root lies and, from this bit on, the deepest one that is reached
// on the way there.
const reachShift = 32

// stored marks a root on the stack that is in the set already, but not expanded.
const stored = 1 << 63

// touchBelow is how many roots lie above one on the stack when its place in the set is asked for again.
const touchBelow = 8

// deep makes a run of a search depth first.
func deep[R roots.Root](w *whole, left *rest, set roots.Set[R]) {
	d := &diver[R]{whole: w, set: set, engine: newEngine[R](w), due: LookEvery}
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
	d.Result.Result = d.sum()
	d.Result.Stack = max(d.Result.Stack, d.open.Bytes())
	d.Result.Table = d.set.Bytes()
	d.AddTo(&d.Result.Stats)
	d.Tally, d.found.Atomic = Tally{}, 0
}

func (d *diver[R]) end() {
	d.sumUp()
	d.open.Free()
	d.set.Free()
}

// dive searches until nothing is left. The result true says that the space is to be packed again.
func (d *diver[R]) dive() bool {
	var (
		one   [1]R
		note  [1]uint64
		fresh []uint32
	)
	for d.open.Pop(one[:], note[:]) > 0 {
		if note[0]&stored == 0 {
			d.Deepest = max(d.Deepest, note[0]>>reachShift)
			begin := d.Clocked()
			to := 0
			if fresh, to = d.set.Add(one[:], 0, fresh[:0]); to == 0 {
				if !d.grow() {
					d.open.Push(&one[0], note[0])
					return false
				}
				fresh, _ = d.set.Add(one[:], 0, fresh[:0])
			}
			d.Add += d.Since(begin)
			if d.Looked++; len(fresh) == 0 {
				d.set.Touch(d.open.Below(touchBelow)) // its turn comes soon, as long as nothing is new
				continue
			}
			if d.Stored++; d.Result.Stored+d.Stored == d.Limits.States {
				d.Stop(search.StateLimit)
				d.open.Push(&one[0], uint64(uint32(note[0]))|stored)
				return false
			}
		}
		level := uint64(uint32(note[0]))
		if d.Deepest = max(d.Deepest, level); d.tooDeep() {
			return false
		}
		begin := d.Clocked()
		found := &d.found
		found.Roots, found.Levels, found.Reach = found.Roots[:0], found.Levels[:0], 0
		effect, ok := d.engine.Expand(&one[0], found)
		d.Expand += d.Since(begin)
		d.Atomic = found.Atomic
		if !ok {
			d.open.Push(&one[0], level|stored)
			return true
		}
		if effect&Bad != 0 && d.Fails(effect, d.engine.Faults) {
			d.Fail(roots.Words(&one[0]), effect, d.engine.Faults())
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
		if work := d.Expanded + found.Atomic/stepsOfState; work >= d.due {
			if d.due = work + LookEvery; !d.Look(d.set.Bytes(), d.open.Bytes(), d.sum) {
				return false
			}
			if d.Keeper != nil && d.Keeper.Due() {
				d.keep()
			}
		}
	}
	d.tooDeep()
	return false
}

// keep keeps what the search has come to.
func (d *diver[R]) keep() {
	k := &kept[R, uint64]{set: d.set, counts: d.sum(), stats: d.Result.Stats}
	k.open, k.pending = []*roots.Open[R, uint64]{&d.open}, func(func(*R, uint64)) {}
	d.AddTo(&k.stats)
	keepAll(d.whole, k)
}

// tooDeep ends the search where it comes near the limit of its depth. What lies beyond is not to be counted,
// and only a search step by step looks at the last states before it as pan does.
func (d *diver[R]) tooDeep() bool {
	most := d.Limits.Depth
	if most == 0 || d.Deepest+1 < uint64(most) {
		return false
	}
	d.Err = ErrDeep
	return true
}

func (d *diver[R]) grow() bool {
	d.Result.Stats.Growths++
	if !d.set.Grow(d.Allowance(d.open.Bytes())) {
		d.Stop(whyFull(d.set))
		return false
	}
	return true
}

// whyFull is why a set does not grow: the limit of memory, or one of its own.
func whyFull(set any) string {
	if bounded, is := set.(interface{ Err() error }); is && bounded.Err() != nil {
		return bounded.Err().Error()
	}
	return search.MemoryLimit
}

// sum is what has been counted.
func (d *diver[R]) sum() search.Result {
	d.Tally.open = uint64(d.open.Len())
	r := d.Result.Result
	r.Open = 0
	return d.Sum(r)
}
