package unmove

import (
	"gospin/verifier/batch"
	"gospin/verifier/roots"
)

// whole is a search as a whole: what outlives a change of the packing.
type whole struct {
	*batch.Common
	span   uint // of the table
	cost   cost
	left   *rest // what is still to be done; nil: nothing
	isDear bool  // the set costs too much: states are to be kept in another one
	loaded bool  // all that was kept has been read
}

// rest is what a run leaves to the next one.
type rest struct {
	root    []uint64    // the initial state, of a search that begins; else nil
	kept    *batch.Left // what a search in a set has come to, which goes on by levels; else nil
	convert bool        // the roots are of the packing before
	open    func(f func(root []uint64, note uint64))
	set     *leftSet
	levels  *leftLevels // breadth first
	path    *leftPath   // depth first
}

// Search makes a search of a task with Unmove. Where that costs too much, it is made again in a set of whole
// roots.
func Search(t *batch.Task) (*batch.Result, error) {
	w := &whole{Common: batch.NewCommon(t)}
	w.settle()
	if w.From == nil {
		w.loaded = true
		w.begin()
	} else if w.Form == batch.Dear {
		return w.otherwise()
	} else {
		w.resume()
	}
	for w.left != nil && w.GoesOn() {
		w.dispatch()
	}
	res, err := w.End()
	if w.isDear && err == nil {
		return w.otherwise()
	}
	return res, err
}

// otherwise makes the search in a set of whole roots.
func (w *whole) otherwise() (*batch.Result, error) {
	t := *w.Task
	t.Set, t.Unmove, t.Workers = w.Unmove.Whole, nil, 1
	if t.Form != batch.Dear {
		t.From, t.Form = nil, batch.Dear
	}
	res, err := batch.Search(&t)
	if res != nil {
		res.Left = true
	}
	return res, err
}

// settle fills in what the task leaves open.
func (w *whole) settle() {
	u := *w.Unmove
	if u.Every == 0 {
		u.Every = 12
		if w.Order == batch.DepthFirst {
			u.Every = 16
		}
	}
	if u.Least == 0 {
		u.Least = 25
	}
	if u.Code == 0 {
		u.Code = 5
	}
	if u.Span == 0 {
		u.Span = roots.FirstSpan
	}
	if u.Crowd == 0 {
		u.Crowd = 3 << u.Code / 4
	}
	if u.Free == 0 {
		u.Free = workFree
	}
	if u.Young == 0 {
		u.Young = 1 << 14
	}
	u.Young = max(0, u.Young)
	w.Unmove, w.span = &u, u.Span
	if w.Reduced = false; w.Order != batch.DepthFirst {
		w.Order = batch.BreadthFirst
	} else {
		w.Workers = 1
	}
}

// begin leaves the initial state to the first run.
func (w *whole) begin() {
	if root, ok := w.Begin(); ok {
		w.left = &rest{root: root}
	}
}

func (w *whole) dispatch() {
	byWidth := broad
	if w.Order == batch.DepthFirst {
		byWidth = deep
	}
	run, ok := batch.CodeOf(w.Common, byWidth)
	if !ok {
		return
	}
	left := w.left
	w.left = nil
	defer w.Survive(func() {})
	run(w, left)
}

// repack has the space packed again, for what is left.
func (w *whole) repack(left *rest) {
	if w.Repack() {
		left.convert = true
		w.left = left
	}
}

// beginAgain has a search begin again that has ended so.
func (w *whole) beginAgain(state progress) {
	if state <= done || w.Err != nil {
		return
	}
	w.Result.Unmove.Again++
	switch state {
	case spent:
		w.span += 5
	case crowded: // entries of other states cost more here, too
		w.Unmove.Code = wideCode
		w.span += 5
	case costly:
		w.isDear = true
		return
	}
	w.cost = cost{}
	w.begin()
}

func packed[R roots.Root](w *whole, left *rest, root []uint64) R {
	return batch.Packed[R](w.Common, left.convert, root)
}

func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/2)
	}
	return s[:n]
}
