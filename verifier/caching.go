package verifier

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gospin/promela/diag"
	"gospin/verifier/por"
	"gospin/verifier/report"
	"gospin/verifier/search"
	"gospin/verifier/store"
	"gospin/vm"
)

// Evictions are what a cache may go by when it forgets states, by their names on the command line. With a
// minus in front each goes the other way round.
var Evictions = []string{"random", "fifo", "lifo", "depth", "indegree", "outdegree", "visits", "strata:N"}

// evictions are the Evictions of caches.
var evictions = map[string]store.By{
	"random": store.Randomly, "fifo": store.OldestOut, "lifo": store.NewestOut, "depth": store.Depth,
	"indegree": store.Indegree, "outdegree": store.Outdegree, "visits": store.Visits, "strata": store.Strata,
}

// cacheModes are the kinds of modes whose states can be forgotten.
var cacheModes = []string{rootsMode, "collapse", "whole", "coded"}

const (
	cacheAuto  = "auto"
	leastCache = 2 // states: the one at hand and the one that it was found from
)

// cacheSize is how many states a cache is to keep.
type cacheSize struct {
	auto    bool
	states  int
	percent float64 // of those that there are; 0: states says it
}

func (c *Caching) size() (cacheSize, error) {
	if c.Cache == cacheAuto {
		return cacheSize{auto: true}, nil
	}
	wrong := fmt.Errorf(
		"-cache takes a number of states, at least %d, or so many percent of all (20%%), or %s; not %q",
		leastCache, cacheAuto, c.Cache)
	if p, ok := strings.CutSuffix(c.Cache, "%"); ok {
		x, err := strconv.ParseFloat(p, 64)
		if err != nil || !(x > 0) || x > 1e6 {
			return cacheSize{}, wrong
		}
		return cacheSize{percent: x}, nil
	}
	n, err := strconv.ParseUint(c.Cache, 10, 32)
	if err != nil || n < leastCache || n >= math.MaxUint32 {
		return cacheSize{}, wrong
	}
	return cacheSize{states: int(n)}, nil
}

// criteria reads what a cache goes by.
func (c *Caching) criteria() (out []store.Criterion, err error) {
	names := []string{}
	for _, e := range Evictions {
		name, _, _ := strings.Cut(e, ":")
		names = append(names, name)
	}
	for _, word := range c.Evict {
		name, reverse := strings.CutPrefix(strings.TrimSpace(word), "-")
		name, n, more := strings.Cut(name, ":")
		by, ok := evictions[name]
		if !ok {
			hint := ""
			if near := diag.DidYouMean(name, names); near != "" {
				hint = " (" + near + ")"
			}
			return nil, fmt.Errorf("unknown -evict=%s%s: there are %s, and each with a minus in front", word, hint,
				strings.Join(Evictions, ", "))
		}
		k := store.Criterion{By: by, Reverse: reverse}
		if by == store.Strata {
			if k.Modulo, err = strconv.Atoi(n); err != nil || k.Modulo < 2 {
				return nil, fmt.Errorf("-evict=strata takes how many depths make a stratum, at least 2: strata:3; not %q",
					n)
			}
		} else if more {
			return nil, fmt.Errorf("-evict=%s takes nothing more, not %q", name, n)
		}
		out = append(out, k)
	}
	return out, nil
}

// settleCaching refuses what does not go together with a cache, or without one.
func (o *Options) settleCaching(m mode) error {
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
	if _, err := o.size(); err != nil {
		return err
	}
	if _, err := o.criteria(); err != nil {
		return err
	}
	const colours = "-cache and %s exclude each other: what a search knows of a state would be forgotten with it"
	switch {
	case o.approximately() != "":
		return fmt.Errorf("-cache and %s exclude each other: what is left of states can't be taken out again",
			o.storedAs())
	case m.kind == deltaMode || m.kind == diffMode:
		return fmt.Errorf("-cache and -compress=%s exclude each other: states are told by their predecessors, which "+
			"could not be forgotten: use collapse, mask or none", o.Compress)
	case !slices.Contains(cacheModes, m.kind):
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

// cached makes a store that forgets, and the system for it.
func (m *making) cached(out *made) error {
	size, err := m.o.size()
	if err != nil {
		return err
	}
	how := store.CacheOptions{States: size.states, Memory: m.o.Memory, Full: size.auto, Seed: m.o.Seed,
		Sweeps: m.o.sweeps()}
	if size.percent > 0 {
		how.States = max(leastCache, int(size.percent*float64(m.known)/100))
	}
	if how.Evict, err = m.o.criteria(); err != nil {
		return err
	}
	switch m.mode.kind {
	case "whole":
		out.Store = store.NewCacheOfKeys(m.prog.Layout, how)
	case "coded":
		c, err := newCodec(&m.o.Storage, m.prog.Layout, m.mode.codecs)
		if err != nil {
			return err
		}
		out.Store = store.NewCacheOfCodes(m.prog.Layout, c, how)
	default:
		out.Store = store.NewCacheOfRoots(m.prog.Layout, m.o.split(), how)
	}
	return nil
}

// census counts the states, if a cache is to keep a part of them.
func (j *job) census() (uint64, error) {
	size, err := j.o.size()
	if j.o.Cache == "" || size.percent == 0 || err != nil {
		return 0, nil
	}
	how := *j.o
	how.Caching = Caching{}
	mode := j.how
	if mode.kind == rootsMode {
		mode.kind = "collapse"
	}
	st, err := (&making{j.ctx, &how, mode, j.prog, j.less, nil, 0, 0}).make()
	if err != nil {
		return 0, err
	}
	defer st.Free()
	l := search.Limits{Memory: j.o.Memory, NoAssert: true, NoEnd: true, Depth: j.o.Depth}
	if j.o.Time > 0 {
		l.Deadline = j.compiled.Add(j.o.Time)
	}
	sys := j.part.beside(st.sys, false)
	task := &search.Task{Sys: sys, Store: st.Store, Limits: l, Proviso: j.less.proviso}
	task.Progress = j.lookAfter(&task.Limits)
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
func tallyCache(r *report.Report, st *made, res *search.Result, known uint64) {
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
