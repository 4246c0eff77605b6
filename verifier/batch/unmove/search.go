package unmove

import (
	"gospin/verifier/batch"
	"gospin/verifier/roots"
)

// job is the part of a search that does not depend on the packing.
type job struct {
	*batch.Common
	span     uint // of the table
	cost     cost
	left     *rest // what the last run left; nil: nothing
	isCostly bool  // the set costs too much, so the search begins again in another one
	loaded   bool  // the whole checkpoint has been read
}

// rest is what a run leaves to the next one.
type rest struct {
	root    []uint64    // the initial state, if the search begins; else nil
	kept    *batch.Left // a checkpoint of a search in a set, which is continued breadth first; else nil
	convert bool        // the roots have the packing of the last run
	open    func(f func(root []uint64, note uint64))
	set     *leftSet
	levels  *leftLevels // breadth first
	path    *leftPath   // depth first
}

// Search makes a search of a task with Unmove. If that costs too much, it searches again in a set of whole
// roots.
func Search(t *batch.Task) (*batch.Result, error) {
	w := &job{Common: batch.NewCommon(t)}
	w.setDefaults()
	if w.From == nil {
		w.loaded = true
		w.begin()
	} else if w.Form == batch.Dear {
		return w.searchWhole()
	} else {
		w.resume()
	}
	for w.left != nil && w.GoesOn() {
		w.dispatch()
	}
	res, err := w.End()
	if w.isCostly && err == nil {
		return w.searchWhole()
	}
	return res, err
}

// searchWhole makes the search in a set of whole roots.
func (w *job) searchWhole() (*batch.Result, error) {
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

// setDefaults sets the options that the task leaves open.
func (w *job) setDefaults() {
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
func (w *job) begin() {
	if root, ok := w.Begin(); ok {
		w.left = &rest{root: root}
	}
}

func (w *job) dispatch() {
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

// repack packs the space again for the next run.
func (w *job) repack(left *rest) {
	if w.Repack() {
		left.convert = true
		w.left = left
	}
}

// beginAgain begins the search again if it ended in a state that requires it.
func (w *job) beginAgain(state progress) {
	if state <= done || w.Err != nil {
		return
	}
	w.Result.Unmove.Again++
	switch state {
	case spent:
		w.span += 5
	case crowded: // false matches cost more here, too
		w.Unmove.Code = wideCode
		w.span += 5
	case costly:
		w.isCostly = true
		return
	}
	w.cost = cost{}
	w.begin()
}

func packed[R roots.Root](w *job, left *rest, root []uint64) R {
	return batch.Packed[R](w.Common, left.convert, root)
}

func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/2)
	}
	return s[:n]
}
