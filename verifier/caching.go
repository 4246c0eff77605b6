package verifier

import (
	"fmt"
	"strings"

	"gospin/verifier/por"
	"gospin/verifier/report"
	"gospin/verifier/search"
	"gospin/verifier/store"
	"gospin/verifier/way"
)

// census counts the states, if a cache is to keep a part of them.
func (j *job) census() (uint64, error) {
	size, err := j.o.Size()
	if j.o.Cache == "" || size.Percent == 0 || err != nil {
		return 0, nil
	}
	how := j.plan.Store
	if how.Name == way.Roots {
		how = *way.Named(way.Collapse)
	}
	b := j.build(nil)
	b.Caching = Caching{}
	st, err := how.Make(b)
	if err != nil {
		return 0, err
	}
	defer st.Free()
	l := search.Limits{Memory: j.o.Memory, NoAssert: true, NoEnd: true, Depth: j.o.Depth}
	sys := besideClaim(&j.part, st.Sys, false)
	task := &search.Task{
		Context: j.ctx, Sys: sys, Store: st.Store, Limits: l, Progress: j.tell,
	}
	res, err := search.DFS(task, search.DFSOptions{Proviso: j.less.Proviso})
	if err != nil {
		return 0, err
	}
	if res.Stopped {
		return 0, fmt.Errorf("-cache=%s: the states could not be counted (%s): give a number of states", j.o.Cache,
			strings.Join(res.Incomplete, ", "))
	}
	return res.Stored, nil
}

// tallyCache adds to the report what a store that forgets has done.
func tallyCache(r *report.Report, st *way.Made, res *search.Result, known uint64) {
	c, ok := st.Store.(*store.Cache)
	if !ok {
		return
	}
	did := c.Did()
	r.Cache = &report.Cache{
		Limit:     uint64(c.Limit()),
		Most:      uint64(did.Most),
		Tree:      uint64(did.Tree),
		Forgotten: did.Forgotten,
		Known:     known,
		Visits:    res.Stored,
	}
	if known == 0 {
		r.Cache.Known, r.Cache.Estimated = c.Distinct(), did.Forgotten+did.Passed > 0
	}
	if r.Sweep != nil && did.Forgotten+r.Sweep.Persistent == 0 { // then none is met after it was passed
		r.Cache.Known, r.Cache.Estimated = res.Stored, false
	}
	r.Memory.BytesPerState = float64(r.Memory.Store) / float64(max(did.Most, 1))
}

// lean tells which choices may be left out.
func (j *job) lean() search.Lean {
	if !j.o.Lean {
		return nil
	}
	return por.NewLean(j.prog).Out
}
