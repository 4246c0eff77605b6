package verifier

import (
	"fmt"
	"slices"
	"strings"

	"gospin/verifier/por"
	"gospin/verifier/report"
	"gospin/verifier/search"
	"gospin/verifier/store"
	"gospin/verifier/way"
	"gospin/vm"
)

// settleCaching refuses what does not go together with a cache, or without one.
func (o *Options) settleCaching(m *way.Store) error {
	switch {
	case o.Lean && o.POR != "off" && o.POR != "":
		return fmt.Errorf("-lean and -por=%s exclude each other: use -noreduce", o.POR)
	case o.Cache == "" && len(o.Evict) > 0:
		return fmt.Errorf("-evict is for -cache")
	case o.Cache == "" && (o.Chains || o.MaxVisits != 0):
		return fmt.Errorf("-chains and -maxvisits are for -cache")
	case o.Lean && o.Workers > 1:
		return fmt.Errorf("-lean and -workers=%d exclude each other: one searches alone", o.Workers)
	case o.Cache == "":
		return nil
	}
	if _, err := o.Size(); err != nil {
		return err
	}
	if _, err := o.Criteria(); err != nil {
		return err
	}
	const colours = "-cache and %s exclude each other: what a search knows of a state would be forgotten with it"
	switch {
	case m.Approximate:
		return fmt.Errorf("-cache and %s exclude each other: what is left of states can't be taken out again",
			o.ways().StoredAs())
	case m.Related:
		return fmt.Errorf("-cache and -compress=%s exclude each other: states are told by their predecessors, which "+
			"could not be forgotten: use collapse, mask or none", o.Compress)
	case !m.Forgets:
		return fmt.Errorf("-cache and -compress=%s exclude each other: states can't be taken out again one by one: "+
			"use collapse, mask or none", o.Compress)
	case o.Fair:
		return fmt.Errorf(colours, "-f")
	case o.Acceptance:
		return fmt.Errorf(colours, "-a")
	case o.NonProgress:
		return fmt.Errorf(colours, "-l")
	case o.Workers > 1:
		return fmt.Errorf("-cache and -workers=%d exclude each other: one searches alone", o.Workers)
	case o.MaxVisits < 0 || o.MaxVisits > 0 && o.MaxVisits < 1:
		return fmt.Errorf("-maxvisits takes a number from 1 on, not %g", o.MaxVisits)
	}
	return nil
}

// notLean says why edges can't be left out of a program; nil if they can.
func (o *Options) notLean(p *vm.Program) error {
	why := ""
	switch {
	case !o.Lean:
	case p.UsesPrio:
		why = "the model has priorities"
	case p.UsesTimeout:
		why = "the model uses timeout"
	case p.Events != nil:
		why = "the model has a trace assertion"
	case p.LastVar != nil:
		why = "the model uses _last"
	case slices.ContainsFunc(p.Procs, func(t vm.Proctype) bool { return t.Provided >= 0 }):
		why = "the model has provided clauses"
	}
	if why == "" {
		return nil
	}
	return fmt.Errorf("-lean: %s, so any step may depend on any other: leave -lean out", why)
}

// census counts the states, if a cache is to keep a part of them.
func (j *job) census() (uint64, error) {
	size, err := j.o.Size()
	if j.o.Cache == "" || size.Percent == 0 || err != nil {
		return 0, nil
	}
	how := j.how
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
	sys := j.part.beside(st.Sys, false)
	task := &search.Task{
		Context: j.ctx, Sys: sys, Store: st.Store, Limits: l, Proviso: j.less.proviso, Progress: j.tell,
	}
	res, err := search.DFS(task)
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
