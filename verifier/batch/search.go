package batch

import (
	"errors"
	"sync/atomic"
	"time"

	"gospin/verifier/roots"
	"gospin/verifier/search"
)

// job is the part of a search that does not depend on the packing.
type job struct {
	*Common
	left       *rest    // what the last run left; nil: nothing
	start      []uint64 // the initial state; if cycles are looked for, in the current packing
	awaitsLate bool     // all workers but one are still to join

	errorCount atomic.Int64 // errors counted so far
	paused     atomic.Int64 // how often
	errors     errorTally   // the same, with their faults, from runs that have ended
	traced     struct{ next, level, endOf uint64 }
	loaded     bool // all that the last run left was taken, and no state has been lost since, as at an error
}

// sumErrors adds the errors that a worker has counted.
func (w *job) sumErrors(t errorTally) {
	if w.errors == nil {
		w.errors = errorTally{}
	}
	for m, f := range t {
		w.errors.note(m, f)
	}
}

// rest is what a run leaves to the next one.
type rest struct {
	n       uint64
	convert bool // the roots have the packing of the last run
	set     func(f func(root []uint64))
	open    []func(f func(root []uint64, note uint64)) // a stack for each worker
	// in a resumed search, the roots that were found, but not looked up; else nil
	pending func(f func(root []uint64, note uint64))
}

// Search makes a search of a task without Unmove.
func Search(t *Task) (*Result, error) {
	w := &job{Common: NewCommon(t)}
	if w.Unmove != nil {
		return nil, errors.New("batch: unmove sets are searched by package unmove")
	}
	if w.Order != AnyOrder || w.Reduced || w.Set != roots.Whole || w.OnError != nil {
		w.Workers = 1
	}
	if w.OnError != nil {
		w.Order, w.Counts = BreadthFirst, true
	}
	if _, lasts := w.Space.(Lasting); !lasts && w.Keeper != nil {
		return nil, errors.New("batch: the space cannot be kept")
	}
	w.awaitsLate = w.Late > 0 && w.Workers > 1 && w.From == nil
	if w.From != nil {
		w.resume()
		w.widen()
	} else if root, ok := w.Begin(); ok {
		w.begin(root)
	}
	for w.left != nil && w.GoesOn() {
		w.dispatch()
	}
	if !w.Result.Failed {
		w.errors.addTo(&w.Result)
	}
	return w.End()
}

// atWork returns the number of workers at present.
func (w *job) atWork() int {
	if w.awaitsLate {
		return 1
	}
	return w.Workers
}

// begin leaves the initial state to the first run, as if there had been one before.
func (w *job) begin(root []uint64) {
	w.start = root
	note := uint64(0)
	if w.Order == DepthFirst {
		note = storedBit
	}
	w.left = &rest{
		n:    1,
		set:  func(f func([]uint64)) { f(root) },
		open: []func(func([]uint64, uint64)){func(f func([]uint64, uint64)) { f(root, note) }},
	}
}

// Widths returns the widths that roots may have in the search.
func (t *Task) Widths() []int {
	if t.Unmove != nil || t.Set != roots.Whole {
		return roots.FewWidths
	}
	return roots.Widths
}

func (w *job) dispatch() {
	byWidth := runs
	if w.Set != roots.Whole {
		byWidth = fewRuns
	}
	run, ok := CodeOf(w.Common, byWidth)
	if !ok {
		return
	}
	left := w.left
	w.left, w.loaded = nil, false
	defer w.Survive(func() {})
	w.awaitsLate = w.awaitsLate && time.Since(w.Begun) < w.Late
	run(w, left)
}

// maker makes a set with room for a number of roots, for a number of workers.
type maker[R roots.Root] func(kind roots.Kind, room uint64, workers int) roots.Set[R]

func run[R roots.Root](w *job, left *rest) {
	runWith(w, left, func(_ roots.Kind, room uint64, workers int) roots.Set[R] {
		return roots.NewPlain[R](room, workers)
	})
}

func fewRun[R roots.Root](w *job, left *rest) { runWith(w, left, roots.New[R]) }

func runWith[R roots.Root](w *job, left *rest, newSet maker[R]) {
	set := takeSet(w, left, newSet)
	switch {
	case w.OnError != nil:
		trace(w, left, set)
	case w.Order == DepthFirst:
		deep(w, left, set)
	default:
		anyOrder(w, left, set)
	}
}

// takeSet makes a set of the roots that the last run left.
func takeSet[R roots.Root](w *job, left *rest, newSet maker[R]) roots.Set[R] {
	set := newSet(w.Set, left.n+left.n/4, w.atWork())
	failed := true
	defer func() {
		if failed {
			set.Free()
		}
	}()
	const many = 64
	batch, fresh := make([]R, 0, many), make([]uint32, 0, many)
	add := func() {
		for from := 0; from < len(batch) && !w.IsCut(); {
			if fresh, from = set.Add(batch, from, fresh[:0]); from < len(batch) && !set.Grow(0) {
				w.Stop(search.MemoryLimit)
			}
		}
		batch = batch[:0]
	}
	left.set(func(root []uint64) {
		if w.Result.Stopped {
			return
		}
		batch = append(batch, packed[R](w, left, root))
		if w.Reduced && left.convert {
			w.moving.state(&w.forest, hashOfWords(root), hashOf(&batch[len(batch)-1]))
		}
		if len(batch) == many {
			add()
		}
	})
	add()
	failed = false
	return set
}

// takeOpen fills stacks with those that the last run left.
func takeOpen[R roots.Root, N uint32 | uint64](w *job, left *rest, stacks func(i int) *roots.Open[R, N]) {
	for i, open := range left.open {
		stack := stacks(i % w.atWork())
		open(func(root []uint64, note uint64) {
			r := packed[R](w, left, root)
			stack.Push(&r, N(note))
			if w.Reduced && left.convert {
				w.moving.isOpen(hashOfWords(root), hashOf(&r))
			}
		})
	}
}

func packed[R roots.Root](w *job, left *rest, root []uint64) R {
	return Packed[R](w.Common, left.convert, root)
}

// leaveSet and leaveOpen return what takeSet and takeOpen take. Memory is released while it is read.
func leaveSet[R roots.Root](set roots.Set[R]) func(func([]uint64)) {
	return func(f func([]uint64)) { set.Drain(func(r *R) { f(roots.Words(r)) }) }
}

func leaveOpen[R roots.Root, N uint32 | uint64](open *roots.Open[R, N]) func(func([]uint64, uint64)) {
	return func(f func([]uint64, uint64)) {
		open.Drain(func(r *R, note N) { f(roots.Words(r), uint64(note)) })
	}
}

func newEngine[R roots.Root](w *job) Engine[R] {
	if w.Reduced {
		return newJudged[R](w.Common)
	}
	return EngineOf[R](w.Common)
}

// repack packs the space again for the next run.
func (w *job) repack(left *rest) {
	if w.Repack() {
		left.convert = true
		start := make([]uint64, w.Space.Words())
		w.Space.Convert(start, w.start)
		w.start = start
		w.left = left
	}
}

// pausesToEnd pauses the search if enough states have been stored. It returns true if that ends the search.
func (j *job) pausesToEnd(stored uint64) bool {
	for {
		n := j.paused.Load()
		if int(n) >= len(j.PauseAt) || stored < j.PauseAt[n] {
			return false
		}
		if j.paused.CompareAndSwap(n, n+1) && !j.Pause(j.errorCount.Load()) {
			return true
		}
	}
}
