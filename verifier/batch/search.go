package batch

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"time"
	"unsafe"

	"gospin/compression/offheap"
	"gospin/verifier/limit"
	"gospin/verifier/roots"
	"gospin/verifier/search"
	"gospin/vm"
)

// whole is a search as a whole: what outlives a change of the packing.
type whole struct {
	*Task
	res   Result
	left  *rest // what is still to be done; nil: nothing
	err   error
	clock time.Time
	begun time.Time
	late  bool // all workers but one are still to come
	had   int  // processors that there were at first, if others have been asked for

	vain  int    // times that the space was packed anew
	gotTo uint64 // since when so many states had been expanded

	span uint // of an unmove set
	cost cost

	forest forest // of a reduced search
	moving moving
}

// rest is what a run leaves to the next one.
type rest struct {
	n       uint64
	convert bool // the roots are of the packing before
	set     func(f func(root []uint64))
	open    []func(f func(root []uint64, note uint64)) // a stack for every worker
	levels  *leftLevels                                // of a search by levels
}

// Search makes a search.
func Search(t *Task) (*Result, error) {
	task := *t
	w := &whole{Task: &task, clock: time.Now(), begun: time.Now()}
	defer w.giveBack()
	task.Workers = max(1, task.Workers)
	several := task.Order == AnyOrder && !task.Reduced && task.Set == roots.Whole
	if !several && task.Unmove == nil {
		task.Workers = 1
	}
	if task.Batch <= 0 {
		task.Batch = goodBatch
	}
	if task.Context == nil {
		task.Context = context.Background()
	}
	w.settleUnmove()
	w.res.Workers = 1
	w.late = task.Late > 0 && task.Workers > 1
	root, effect := task.Space.Initial()
	if effect&(vm.Failed|vm.Abort) != 0 {
		w.res.Failed, w.res.Kind = true, effect&(vm.Failed|vm.Abort)
		return &w.res, nil
	}
	w.begin(root)
	for w.left != nil && w.err == nil {
		w.dispatch()
	}
	w.res.MaxVector, w.res.Forest = task.Space.KeyLen(), w.forest.bytes()
	w.forest.free()
	return &w.res, w.err
}

// atWork is how many workers there are at present.
func (w *whole) atWork() int {
	if w.late {
		return 1
	}
	return w.Workers
}

// processors has at least so many processors run.
func (w *whole) processors(n int) {
	if before := runtime.GOMAXPROCS(0); before < n {
		w.had = max(w.had, before)
		runtime.GOMAXPROCS(n)
	}
}

// giveBack leaves the processors as they were.
func (w *whole) giveBack() {
	if w.had > 0 {
		runtime.GOMAXPROCS(w.had)
	}
}

// begin leaves the initial state to the first run, as if there had been one before.
func (w *whole) begin(root []uint64) {
	w.res.Stored = 1
	if w.Limits.States == 1 {
		w.incomplete(search.StateLimit)
		return
	}
	note := uint64(0)
	if w.Order == DepthFirst {
		note = stored
	}
	w.left = &rest{
		n:    1,
		set:  func(f func([]uint64)) { f(root) },
		open: []func(func([]uint64, uint64)){func(f func([]uint64, uint64)) { f(root, note) }},
	}
}

// runs are those with roots as they are, by roots.Widths; fewRuns all others, by roots.FewWidths.
var (
	runs = []func(*whole, *rest){
		run[[1]uint64], run[[2]uint64], run[[3]uint64], run[[4]uint64], run[[8]uint64], run[[16]uint64],
		run[[64]uint64],
	}
	fewRuns = []func(*whole, *rest){
		fewRun[[1]uint64], fewRun[[2]uint64], fewRun[[3]uint64], fewRun[[4]uint64], fewRun[[16]uint64],
		fewRun[[64]uint64],
	}
)

// Widths are those that roots may have in a search.
func (t *Task) Widths() []int {
	if t.Unmove != nil || t.Set != roots.Whole {
		return roots.FewWidths
	}
	return roots.Widths
}

func (w *whole) dispatch() {
	byWidth := runs
	if w.Unmove != nil || w.Set != roots.Whole {
		byWidth = fewRuns
	}
	n := w.Space.Words()
	at := slices.Index(w.Widths(), n)
	if at < 0 {
		w.err = fmt.Errorf("batch: roots of %d words", n)
		return
	}
	left := w.left
	w.left = nil
	defer w.survive(func() {})
	w.res.Stats.Words = n
	w.late = w.late && time.Since(w.begun) < w.Late
	byWidth[at](w, left)
}

// maker makes a set with room for so many roots, for so many workers.
type maker[R roots.Root] func(kind roots.Kind, room uint64, workers int) roots.Set[R]

func run[R roots.Root](w *whole, left *rest) {
	runWith(w, left, func(_ roots.Kind, room uint64, workers int) roots.Set[R] {
		return roots.NewPlain[R](room, workers)
	})
}

func fewRun[R roots.Root](w *whole, left *rest) {
	switch {
	case w.Unmove != nil && w.Order == DepthFirst:
		byPath[R](w, left)
	case w.Unmove != nil:
		byLevels[R](w, left)
	default:
		runWith(w, left, roots.New[R])
	}
}

func runWith[R roots.Root](w *whole, left *rest, newSet maker[R]) {
	set := takeSet(w, left, newSet)
	if w.Order == DepthFirst {
		deep(w, left, set)
	} else {
		anyhow(w, left, set)
	}
}

// takeSet makes a set of that which is left.
func takeSet[R roots.Root](w *whole, left *rest, newSet maker[R]) roots.Set[R] {
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
		for from := 0; from < len(batch) && !w.cut(); {
			if fresh, from = set.Add(batch, from, fresh[:0]); from < len(batch) {
				set.Grow(0)
			}
		}
		batch = batch[:0]
	}
	left.set(func(root []uint64) {
		if w.res.Stopped {
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

// cut reports whether the search has to end, while the space is packed anew.
func (w *whole) cut() bool {
	if why := limit.Cause(w.Context); why != "" {
		w.incomplete(string(why))
	}
	return w.res.Stopped
}

// takeOpen makes stacks of those that are left.
func takeOpen[R roots.Root, N uint32 | uint64](w *whole, left *rest, stacks func(i int) *roots.Open[R, N]) {
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

func packed[R roots.Root](w *whole, left *rest, root []uint64) (r R) {
	if left.convert {
		w.Space.Convert(words(&r), root)
	} else {
		copy(words(&r), root)
	}
	return r
}

func words[R roots.Root](r *R) []uint64 {
	return unsafe.Slice((*uint64)(unsafe.Pointer(r)), len(*r))
}

// leaveSet and leaveOpen are what takeSet and takeOpen take. The memory is given back as it is read.
func leaveSet[R roots.Root](set roots.Set[R]) func(func([]uint64)) {
	return func(f func([]uint64)) { set.Drain(func(r *R) { f(words(r)) }) }
}

func leaveOpen[R roots.Root, N uint32 | uint64](open *roots.Open[R, N]) func(func([]uint64, uint64)) {
	return func(f func([]uint64, uint64)) { open.Drain(func(r *R, note N) { f(words(r), uint64(note)) }) }
}

func newEngine[R roots.Root](w *whole) Engine[R] {
	if w.Reduced {
		return newJudged[R](w)
	}
	e, ok := w.Space.Engine().(Engine[R])
	if !ok {
		w.err = fmt.Errorf("batch: the space has no engine for roots of %d words", w.Space.Words())
	}
	return e
}

// vainRepacks is how many times a space may be packed anew without that a state could be expanded.
const vainRepacks = 64

// repack has the space packed anew, for what is left.
func (w *whole) repack(left *rest) {
	w.res.Stats.Repacks++
	if w.vain++; w.gotTo != w.res.Stats.Expanded {
		w.gotTo, w.vain = w.res.Stats.Expanded, 0
	}
	if w.vain > vainRepacks {
		w.err = errors.New("batch: a state cannot be expanded in any packing")
	} else if n := w.res.Stats.Repacks; w.Restless > 0 && n >= w.Restless && w.res.Stats.Expanded < 1000*n {
		w.err = ErrRestless
	} else if !w.Space.Repack() {
		w.err = ErrWide
	} else {
		left.convert = true
		w.moving.begin(&w.forest)
		w.left = left
	}
}

// survive, deferred, ends the search where there is no more memory: end sums up and gives back what there is.
func (w *whole) survive(end func()) {
	if offheap.Exhausted(recover()) {
		w.incomplete(search.NoMemory)
		w.left = nil
		end()
	}
}

func (w *whole) incomplete(why string) {
	if !slices.Contains(w.res.Incomplete, why) {
		w.res.Incomplete = append(w.res.Incomplete, why)
	}
	w.res.Stopped = true
}

// limit is how many bytes the set may take beside the stacks; 0: any number.
func (w *whole) limit(stacks int64) int64 {
	if w.Limits.Memory == 0 {
		return 0
	}
	return max(1, w.Limits.Memory-stacks-w.Space.Bytes()-w.forest.coming())
}

// look looks at the limits, and tells of progress. The result false says that the search ends.
func (w *whole) look(table, stacks int64, progress func() search.Result) bool {
	w.res.Stack = max(w.res.Stack, stacks)
	if l := w.limit(stacks); l > 0 && table > l {
		w.incomplete(search.MemoryLimit)
		return false
	}
	if why := limit.Cause(w.Context); why != "" {
		w.incomplete(string(why))
		return false
	}
	if now := time.Now(); w.Progress != nil && now.Sub(w.clock) >= time.Second {
		w.clock = now
		r := progress()
		r.Stack, r.MaxVector = w.res.Stack, w.Space.KeyLen()
		w.Progress(&r)
	}
	return true
}

// clocked and since take times if they are asked for.
func (w *whole) clocked() (t time.Time) {
	if w.Stats {
		t = time.Now()
	}
	return t
}

func (w *whole) since(t time.Time) time.Duration {
	if !w.Stats {
		return 0
	}
	return time.Since(t)
}

// fails says whether an effect is an error, by what the limits excuse.
func (w *whole) fails(effect vm.Effect, faults func() []vm.Fault) bool {
	if effect&(vm.Abort|accepted) != 0 || effect&vm.InvalidEnd != 0 && !w.Limits.NoEnd {
		return true
	}
	if effect&vm.Failed == 0 || !w.Limits.NoAssert && !w.Limits.NoClaimAssert {
		return effect&vm.Failed != 0
	}
	return slices.ContainsFunc(faults(), func(f vm.Fault) bool { return !w.Limits.Excuses(f.Kind) })
}

// fail takes note of an error.
func (w *whole) fail(root []uint64, effect vm.Effect, faults []vm.Fault) {
	w.res.Failed, w.res.Stopped = true, true
	w.res.At = root
	w.res.Kind = effect & bad
	w.res.Faults = slices.Clone(faults)
}
