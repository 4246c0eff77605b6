package batch

import (
	"errors"
	"slices"

	"gospin/verifier/checkpoint"
	"gospin/verifier/roots"
	"gospin/verifier/search"
	"gospin/vm"
)

// A checkpoint is a rest on disk: the set and the open roots, with what has been counted and what roots mean.
// While it is written, no worker moves: each root of the set is either open, or has been expanded, and all
// that it leads to is in the set. So whoever goes on expands every other state once, and counts the same.
// Roots that were found when the search ended, but not looked up any more, are kept, too.

// Keeper keeps what a search has come to.
type Keeper interface {
	// Due reports whether it is time to keep it.
	Due() bool
	// Keep keeps what is written.
	Keep(write func(*checkpoint.Writer))
}

// Lasting is a space that can be kept.
type Lasting interface {
	Space
	// Keep writes what roots mean. No engine is at work.
	Keep(*checkpoint.Writer)
}

// kept are sets and stacks as they are kept.
type kept[R roots.Root, N uint32 | uint64] struct {
	set     roots.Set[R]
	open    []*roots.Open[R, N]
	pending func(f func(r *R, note N)) // what was found, but not looked up
	counts  search.Result
	stats   Stats
	errors  tallied
}

// keepAll keeps what a search has come to. All workers stand still.
func keepAll[R roots.Root, N uint32 | uint64](w *whole, k *kept[R, N]) {
	if w.Reduced && w.moving.under { // no state has been expanded since roots were converted
		return
	}
	w.Keeper.Keep(func(to *checkpoint.Writer) {
		w.Space.(Lasting).Keep(to)
		w.keepCounts(to, k.counts, &k.stats, k.errors)
		to.Begin("set")
		to.Uint(uint64(len(k.open)))
		to.Uint(k.set.Len())
		k.set.Each(func(r *R) { to.Words(roots.Words(r)) })
		to.Begin("open")
		root := func(r *R, note N) {
			to.Words(roots.Words(r))
			to.Uint(uint64(note))
		}
		for _, o := range k.open {
			to.Uint(uint64(o.Len()))
			o.Each(root)
		}
		to.Begin("pending")
		n := uint64(0)
		k.pending(func(*R, N) { n++ })
		to.Uint(n)
		k.pending(root)
		w.keepForest(to)
	})
}

func (w *whole) keepCounts(to *checkpoint.Writer, r search.Result, s *Stats, errors tallied) {
	to.Begin("counts")
	to.Uint(uint64(w.Order))
	to.Bool(w.Reduced)
	for _, n := range []uint64{
		r.Stored, r.Matched, r.AtomicSteps, uint64(r.Depth), uint64(r.Stack),
		s.Batches, s.Expanded, s.Found, s.Repacks, s.Growths, uint64(w.erring.Load()),
	} {
		to.Uint(n)
	}
	to.Uint(uint64(len(errors)))
	for m, f := range errors {
		to.Bool(m.End)
		to.Uint(uint64(m.Kind))
		to.Text(m.Msg)
		to.Uint(uint64(f.Kind))
		to.Text(f.Msg)
		to.Uint(uint64(f.Pid))
		to.Uint(uint64(f.Trans))
	}
	to.Uint(uint64(w.Space.Words()))
	to.Words(w.start)
}

func (w *whole) keepForest(to *checkpoint.Writer) {
	to.Begin("forest")
	to.Uint(uint64(w.forest.n))
	for i, x := range w.forest.slots {
		if x != 0 {
			to.Words(w.forest.slots[i : i+1])
		}
	}
}

// isKept reports whether a search that has ended is to be kept, since it can go on another time.
func (w *whole) isKept() bool {
	if w.Keeper == nil || w.Err != nil || w.Result.Failed || len(w.Result.Incomplete) == 0 {
		return false
	}
	return !slices.Contains(w.Result.Incomplete, search.NoMemory) // where a worker was then is not known
}

// resume has a search begin with what was kept. The space has been read.
func (w *whole) resume() {
	r := w.From
	r.Begin("counts")
	if Order(r.Uint()) != w.Order || r.Bool() != w.Reduced {
		r.Fail("it is of a search in another order, or reduced in another way")
	}
	res, s, erring := &w.Result.Result, &w.Result.Stats, uint64(0)
	depth, stack := uint64(0), uint64(0)
	for _, n := range []*uint64{
		&res.Stored, &res.Matched, &res.AtomicSteps, &depth, &stack,
		&s.Batches, &s.Expanded, &s.Found, &s.Repacks, &s.Growths, &erring,
	} {
		*n = r.Uint()
	}
	res.Depth, res.Stack = int(depth), int64(stack)
	w.erring.Store(int64(erring))
	w.errors = tallied{}
	for range r.Int(1 << 30) {
		m := Met{End: r.Bool(), Kind: vm.FaultKind(r.Uint()), Msg: r.Text()}
		w.errors[m] = vm.Fault{
			Kind: vm.FaultKind(r.Uint()), Msg: r.Text(), Pid: int(r.Uint()), Trans: uint32(r.Uint()),
		}
		if r.Err() != nil {
			break
		}
	}
	words := r.Int(roots.Widths[len(roots.Widths)-1])
	w.start = make([]uint64, words)
	r.Words(w.start)
	r.Begin("set")
	stacks := r.Int(1 << 30)
	left := &rest{n: r.Uint(), pending: func(f func([]uint64, uint64)) { readRoots(r, words, f) }}
	if w.Err = r.Err(); w.Err != nil {
		return
	}
	left.set = func(f func([]uint64)) {
		root := make([]uint64, words)
		for range left.n {
			if !r.Words(root) {
				return
			}
			f(root)
		}
		r.Begin("open")
	}
	for i := range stacks {
		left.open = append(left.open, func(f func([]uint64, uint64)) {
			if readRoots(r, words, f); i == stacks-1 {
				r.Begin("pending")
			}
		})
	}
	w.left = left
}

// fit has what was kept made as wide as the set has it that is to hold it.
func (w *whole) fit() {
	if w.Err != nil || slices.Contains(w.Widths(), w.Space.Words()) {
		return
	}
	if w.Reduced {
		w.Err = errors.New("batch: a reduced search goes on in the kind of set in which it began")
		return
	}
	w.repack(w.left)
}

// readRoots reads roots, each with a note.
func readRoots(r *checkpoint.Reader, words int, f func([]uint64, uint64)) {
	root := make([]uint64, words)
	for range r.Uint() {
		if !r.Words(root) {
			return
		}
		if note := r.Uint(); r.Err() == nil {
			f(root, note)
		}
	}
}

// resumePending takes what was found when the search ended, but not looked up any more, and the forest.
func resumePending[R roots.Root, N uint32 | uint64](
	w *whole, left *rest, set roots.Set[R], open *roots.Open[R, N],
) {
	if left.pending == nil {
		return
	}
	var one [1]R
	var fresh []uint32
	left.pending(func(root []uint64, note uint64) {
		one[0] = packed[R](w, left, root)
		to := 0
		for fresh, to = set.Add(one[:], 0, fresh[:0]); to == 0; fresh, to = set.Add(one[:], 0, fresh[:0]) {
			if !set.Grow(0) {
				w.Stop(search.MemoryLimit)
				return
			}
		}
		w.Result.Stats.Found++
		if len(fresh) == 0 {
			w.Result.Matched++
			return
		}
		w.Result.Stored++
		w.Result.Depth = max(w.Result.Depth, int(uint32(note)))
		open.Push(&one[0], N(note))
	})
	r := w.From
	r.Begin("forest")
	w.forest.free()
	var x [1]uint64
	for range r.Int(1 << 40) {
		if !r.Words(x[:]) {
			break
		}
		w.forest.link(uint32(x[0]>>32), uint32(x[0]))
	}
	if err := r.End(); err != nil && w.Err == nil {
		w.Err = err
	}
}
