package batch

import (
	"math"

	"gospin/verifier/roots"
	"gospin/verifier/search"
	"gospin/vm"
)

// tracer searches breadth first with one worker, and keeps all states in the order in which they are found,
// each with its predecessor. So the path to a state has as few choices as possible, and is the same each
// time.
type tracer[R roots.Root] struct {
	job      *job
	set      roots.Set[R]
	engine   Engine[R]
	all      roots.Open[R, uint32] // states in the order of being found, with the number of the predecessor
	next     uint64                // how many have been expanded
	found    Found[R]
	ends     []int
	states   []R
	fresh    []uint32
	nextLook uint64 // number of states and atomic steps at which limits are checked next
	level    uint64 // level of the states that are being expanded, which end before endOf
	endOf    uint64
	Tally
}

// Lead describes an error, and how it was reached.
type Lead struct {
	Kind   vm.Effect // Failed, InvalidEnd, ClaimEnd, or several of them
	Faults []vm.Fault
	// Path returns the states from the initial one to that with the error, in the current packing. It must be
	// called during OnError.
	Path func() [][]uint64
}

// mostTraced is the number of states that a tracer can number.
const mostTraced = math.MaxUint32

// trace makes a run of a search that keeps paths.
func trace[R roots.Root](w *job, left *rest, set roots.Set[R]) {
	d := &tracer[R]{job: w, set: set, engine: newEngine[R](w), nextLook: LookEvery}
	d.next, d.level, d.endOf = w.traced.next, w.traced.level, max(1, w.traced.endOf)
	d.states, d.ends = make([]R, w.Batch), make([]int, w.Batch)
	defer w.Survive(d.end)
	takeOpen(w, left, func(int) *roots.Open[R, uint32] { return &d.all })
	again := w.Err == nil && !w.Result.Stopped && d.work()
	if !again {
		d.end()
		return
	}
	d.sumUp()
	w.repack(&rest{
		n: d.set.Len(), set: leaveSet(d.set), open: []func(func([]uint64, uint64)){leaveOpen(&d.all)},
	})
}

func (d *tracer[R]) sum() search.Result {
	r := d.Sum(d.job.Result.Result)
	if r.Errors = int(d.job.errorCount.Load()); d.job.Limits.Errors > 0 {
		r.Errors = min(r.Errors, d.job.Limits.Errors)
	}
	return r
}

func (d *tracer[R]) sumUp() {
	d.Atomic = d.found.Atomic
	d.job.Result.Result = d.sum()
	d.job.Result.Stack = max(d.job.Result.Stack, d.all.Bytes())
	d.job.Result.Table = d.set.Bytes()
	d.AddTo(&d.job.Result.Stats)
	d.job.traced.next, d.job.traced.level, d.job.traced.endOf = d.next, d.level, d.endOf
	d.Tally, d.found.Atomic = Tally{}, 0
}

func (d *tracer[R]) end() {
	d.sumUp()
	d.all.Free()
	d.set.Free()
}

// work searches until there are no more states. It returns true if the space must be packed again.
func (d *tracer[R]) work() bool {
	for d.next < uint64(d.all.Len()) {
		if d.next == d.endOf {
			d.level, d.endOf = d.level+1, uint64(d.all.Len())
		}
		n := min(uint64(len(d.states)), d.endOf-d.next)
		done, ok := d.expandAll(int(n))
		if !ok || !d.add(done) {
			return false
		}
		d.next += uint64(done)
		d.Batches++
		d.Expanded += uint64(done)
		if uint64(done) < n {
			return true
		}
		if work := d.Expanded + d.found.Atomic/stepsOfState; work >= d.nextLook {
			if d.nextLook = work + LookEvery; !d.job.Look(d.set.Bytes(), d.all.Bytes(), d.sum) {
				return false
			}
		}
	}
	return false
}

// expandAll finds the successors of the next n states, and returns how many it could expand. It returns false
// if the search must end.
func (d *tracer[R]) expandAll(n int) (int, bool) {
	d.found.Roots = d.found.Roots[:0]
	for i := range n {
		d.states[i] = *d.all.At(d.next + uint64(i))
	}
	for i := range n {
		effect, ok := d.engine.Expand(&d.states[i], &d.found)
		if !ok {
			return i, true
		}
		if effect&Bad != 0 && !d.handle(d.next+uint64(i), effect) {
			return i, false
		}
		d.ends[i] = len(d.found.Roots)
	}
	return n, true
}

// handle handles the errors of a state, given by its number. It returns false if the search must end.
func (d *tracer[R]) handle(state uint64, effect vm.Effect) bool {
	faults := d.engine.Faults()
	if effect&endingEffects != 0 {
		if effect&vm.ClaimEnd != 0 || len(faults) > 0 {
			d.job.OnError(&Lead{effect, faults, func() [][]uint64 { return d.pathTo(state) }})
		}
		d.job.Fail(roots.Words(d.all.At(state)), effect, faults)
		return false
	}
	if d.job.errors == nil {
		d.job.errors = errorTally{}
	}
	n := d.job.errors.add(&d.job.Limits, effect, faults)
	if n == 0 {
		return true
	}
	all := int(d.job.errorCount.Add(int64(n)))
	goesOn := d.job.OnError(&Lead{effect, faults, func() [][]uint64 { return d.pathTo(state) }})
	if !goesOn || d.job.Limits.Errors > 0 && all >= d.job.Limits.Errors {
		d.job.Result.Stopped = true
		return false
	}
	return true
}

// pathTo returns the states on the path to a state, given by its number.
func (d *tracer[R]) pathTo(state uint64) (path [][]uint64) {
	numbers := []uint64{state}
	for state > 0 {
		state = uint64(*d.all.NoteAt(state))
		numbers = append(numbers, state)
	}
	for i := len(numbers) - 1; i >= 0; i-- {
		path = append(path, append([]uint64(nil), roots.Words(d.all.At(numbers[i]))...))
	}
	return path
}

// add adds the successors of the first n states of the batch. It returns false if the search must end.
func (d *tracer[R]) add(n int) bool {
	found := d.found.Roots
	if n == 0 {
		found = nil
	} else {
		found = found[:d.ends[n-1]]
	}
	d.fresh = d.fresh[:0]
	for from := 0; from < len(found); {
		if d.fresh, from = d.set.Add(found, from, d.fresh); from < len(found) && !d.grow() {
			return false
		}
	}
	state, end := -1, 0
	for _, i := range d.fresh {
		for int(i) >= end {
			state++
			end = d.ends[state]
		}
		d.all.Push(&found[i], uint32(d.next)+uint32(state))
		d.Deepest = d.level + 1
	}
	d.Looked += uint64(len(found))
	d.Stored += uint64(len(d.fresh))
	if most := d.job.Limits.States; most > 0 && d.set.Len() >= most || d.all.Len() >= mostTraced {
		d.job.Stop(search.StateLimit)
		return false
	}
	return true
}

func (d *tracer[R]) grow() bool {
	d.job.Result.Stats.Growths++
	if !d.set.Grow(d.job.Allowance(d.all.Bytes())) {
		d.job.Stop(whyFull(d.set))
		return false
	}
	return true
}
