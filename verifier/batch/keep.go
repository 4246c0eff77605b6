package batch

import (
	"errors"
	"slices"

	"gospin/verifier/checkpoint"
	"gospin/verifier/roots"
	"gospin/verifier/search"
	"gospin/vm"
)

// A checkpoint is a rest on disk: the set and the open roots, with the counts and what roots mean. While it
// is written, no worker moves. So each root of the set is either open, or has been expanded and all its
// successors are in the set, and a resumed search expands every other state once, and counts the same. Roots
// that were found but not looked up when the search ended are written, too.

// Keeper stores checkpoints.
type Keeper interface {
	// Due reports whether it is time for a checkpoint.
	Due() bool
	// Keep stores a checkpoint, which write writes.
	Keep(write func(*checkpoint.Writer))
}

// Form is how a search stores states, and so the form of its checkpoint. It is written directly after the
// space.
type Form uint64

const (
	InSet   Form = iota
	ByMoves      // breadth first, in an unmove set
	Dear         // in a set, since an unmove set cost too much
)

// ReadForm reads the form of a checkpoint, after the space has been read.
func ReadForm(r *checkpoint.Reader) Form {
	r.Begin("form")
	return Form(r.Int(int(Dear)))
}

// KeepAs writes a checkpoint of this form: the space, the form, and what write writes.
func (c *Common) KeepAs(form Form, write func(*checkpoint.Writer)) {
	c.Keeper.Keep(func(to *checkpoint.Writer) {
		c.Space.(Lasting).Keep(to)
		to.Begin("form")
		to.Uint(uint64(form))
		write(to)
	})
}

// Lasting is a space that can be written to a checkpoint.
type Lasting interface {
	Space
	// Keep writes the space. No engine may be in use.
	Keep(*checkpoint.Writer)
}

// snapshot is the state of a search for a checkpoint.
type snapshot[R roots.Root, N uint32 | uint64] struct {
	set     roots.Set[R]
	open    []*roots.Open[R, N]
	pending func(f func(r *R, note N)) // roots that were found, but not looked up
	counts  search.Result
	stats   Stats
	errors  errorTally
}

// keepAll writes a checkpoint. All workers are paused.
func keepAll[R roots.Root, N uint32 | uint64](w *job, k *snapshot[R, N]) {
	if w.Reduced && w.moving.active { // no state has been expanded since roots were converted
		return
	}
	form := InSet
	if w.Form == Dear {
		form = Dear
	}
	w.KeepAs(form, func(to *checkpoint.Writer) {
		w.keepErrors(to, k.errors)
		w.KeepCounts(to, k.counts, &k.stats)
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

// keepErrors writes what only a search in a set has: the order, and the counted errors.
func (w *job) keepErrors(to *checkpoint.Writer, errors errorTally) {
	to.Begin("errors")
	to.Uint(uint64(w.Order))
	to.Bool(w.Reduced)
	to.Uint(uint64(w.errorCount.Load()))
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
	to.Uint(uint64(len(w.start)))
	to.Words(w.start)
}

// KeepCounts writes the counts.
func (c *Common) KeepCounts(to *checkpoint.Writer, r search.Result, s *Stats) {
	to.Begin("counts")
	for _, n := range []uint64{
		r.Stored, r.Matched, r.AtomicSteps, uint64(r.Depth), uint64(r.Stack),
		s.Batches, s.Expanded, s.Found, s.Repacks, s.Growths, uint64(c.Space.Words()),
	} {
		to.Uint(n)
	}
}

// ResumeCounts reads the counts, and returns the width of roots.
func (c *Common) ResumeCounts(r *checkpoint.Reader) (words int) {
	r.Begin("counts")
	res, s := &c.Result.Result, &c.Result.Stats
	depth, stack, width := uint64(0), uint64(0), uint64(0)
	for _, n := range []*uint64{
		&res.Stored, &res.Matched, &res.AtomicSteps, &depth, &stack,
		&s.Batches, &s.Expanded, &s.Found, &s.Repacks, &s.Growths, &width,
	} {
		*n = r.Uint()
	}
	res.Depth, res.Stack = int(depth), int64(stack)
	if most := roots.Widths[len(roots.Widths)-1]; width > uint64(most) {
		r.Fail("roots have %d words", width)
		return 0
	}
	return int(width)
}

func (w *job) keepForest(to *checkpoint.Writer) {
	to.Begin("forest")
	to.Uint(uint64(w.forest.n))
	for i, x := range w.forest.slots {
		if x != 0 {
			to.Words(w.forest.slots[i : i+1])
		}
	}
}

// IsKept reports whether a search that has ended is to be kept, since it can be continued another time.
func (c *Common) IsKept() bool {
	if c.Keeper == nil || c.Err != nil || c.Result.Failed || len(c.Result.Incomplete) == 0 {
		return false
	}
	return !slices.Contains(c.Result.Incomplete, search.NoMemory) // a worker may have stopped anywhere
}

// searchKind describes a search in a set, read from a checkpoint.
type searchKind struct {
	order      Order
	reduced    bool
	errorCount uint64
	errors     errorTally
	start      []uint64
}

func readKind(r *checkpoint.Reader) *searchKind {
	r.Begin("errors")
	k := &searchKind{Order(r.Uint()), r.Bool(), r.Uint(), errorTally{}, nil}
	for range r.Int(1 << 30) {
		m := Met{End: r.Bool(), Kind: vm.FaultKind(r.Uint()), Msg: r.Text()}
		k.errors[m] = vm.Fault{
			Kind: vm.FaultKind(r.Uint()), Msg: r.Text(), Pid: int(r.Uint()), Trans: uint32(r.Uint()),
		}
		if r.Err() != nil {
			break
		}
	}
	k.start = make([]uint64, r.Int(roots.Widths[len(roots.Widths)-1]))
	r.Words(k.start)
	return k
}

// resume continues from a checkpoint. The space has been read.
func (w *job) resume() {
	r := w.From
	if w.Form == ByMoves {
		w.Err = errors.New("states were kept by moves, so they cannot be listed: go on with -compress=unmove")
		return
	}
	k := readKind(r)
	if k.order != w.Order || k.reduced != w.Reduced {
		r.Fail("it is of a search in another order, or reduced in another way")
	}
	w.errorCount.Store(int64(k.errorCount))
	w.errors, w.start = k.errors, k.start
	words := w.ResumeCounts(r)
	left := readSet(r, words)
	if w.Err = r.Err(); w.Err != nil {
		return
	}
	w.left = left
}

// readSet begins to read a set, and returns a rest that reads the remaining parts in order.
func readSet(r *checkpoint.Reader, words int) *rest {
	r.Begin("set")
	stacks := r.Int(1 << 30)
	left := &rest{n: r.Uint(), pending: func(f func([]uint64, uint64)) { readRoots(r, words, f) }}
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
	return left
}

// Left is a checkpoint of a search in a set, for a search that continues in another way. Its parts must be
// read in this order. Notes are the depths of states.
type Left struct {
	N             uint64
	Set           func(f func(root []uint64))
	Open, Pending func(f func(root []uint64, note uint64))
}

// ReadLeft reads a checkpoint for a search that makes all moves, in any order, and counts no errors.
func (c *Common) ReadLeft() *Left {
	r := c.From
	switch k := readKind(r); {
	case r.Err() != nil:
	case k.reduced:
		c.Err = errors.New("a reduced search cannot go on as one of all moves: leave -compress=unmove out")
	case k.order == DepthFirst:
		c.Err = errors.New("a search depth first cannot go on breadth first: leave -compress=unmove out")
	case k.errorCount > 0:
		c.Err = errors.New("errors have been counted, which are not by -compress=unmove: leave it out")
	}
	words := c.ResumeCounts(r)
	left := readSet(r, words)
	if err := r.Err(); err != nil {
		c.Err = err
	}
	return &Left{
		left.n, left.set, func(f func([]uint64, uint64)) {
			for _, open := range left.open {
				open(f)
			}
		}, left.pending,
	}
}

// widen packs the space again if the set has no code for roots of its width.
func (w *job) widen() {
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

// resumePending adds the roots that were found but not looked up when the search ended, and reads the forest.
func resumePending[R roots.Root, N uint32 | uint64](
	w *job, left *rest, set roots.Set[R], open *roots.Open[R, N],
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
