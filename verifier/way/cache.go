package way

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"gospin/promela/diag"
	"gospin/verifier/report"
	"gospin/verifier/store"
)

// Evictions are what a cache may go by when it forgets states, by their names on the command line. With a
// minus in front each goes the other way round.
var Evictions = []string{"random", "fifo", "lifo", "depth", "indegree", "outdegree", "visits", "strata:N"}

// evictions are the Evictions of caches.
var evictions = map[string]store.By{
	"random": store.Randomly, "fifo": store.OldestOut, "lifo": store.NewestOut, "depth": store.Depth,
	"indegree": store.Indegree, "outdegree": store.Outdegree, "visits": store.Visits, "strata": store.Strata,
}

const (
	cacheAuto  = "auto"
	leastCache = 2 // states: the one at hand and the one that it was found from
)

// CacheSize is how many states a cache is to keep.
type CacheSize struct {
	Auto    bool
	States  int
	Percent float64 // of those that there are; 0: States says it
}

// Size reads how many states are kept.
func (c *Caching) Size() (CacheSize, error) {
	if c.Cache == cacheAuto {
		return CacheSize{Auto: true}, nil
	}
	wrong := fmt.Errorf(
		"-cache takes a number of states, at least %d, or so many percent of all (20%%), or %s; not %q",
		leastCache, cacheAuto, c.Cache)
	if p, ok := strings.CutSuffix(c.Cache, "%"); ok {
		x, err := strconv.ParseFloat(p, 64)
		if err != nil || !(x > 0) || x > 1e6 {
			return CacheSize{}, wrong
		}
		return CacheSize{Percent: x}, nil
	}
	n, err := strconv.ParseUint(c.Cache, 10, 32)
	if err != nil || n < leastCache || n >= math.MaxUint32 {
		return CacheSize{}, wrong
	}
	return CacheSize{States: int(n)}, nil
}

// Criteria reads what a cache goes by.
func (c *Caching) Criteria() (out []store.Criterion, err error) {
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

// cached makes a store that forgets, and the system for it.
func cached(b *Build, out *Made) error {
	size, err := b.Size()
	if err != nil {
		return err
	}
	how := store.CacheOptions{States: size.States, Memory: b.Memory, Full: size.Auto, Seed: b.Seed,
		Sweeps: b.Sweeps}
	if size.Percent > 0 {
		how.States = max(leastCache, int(size.Percent*float64(b.Known)/100))
	}
	if how.Evict, err = b.Criteria(); err != nil {
		return err
	}
	l := b.Prog.Layout
	var cache *store.Cache
	switch {
	case len(b.way.codecs) > 0:
		c, err := newCodec(&b.Storage, l, b.way.codecs)
		if err != nil {
			return err
		}
		cache = store.NewCacheOfCodes(l, c, how)
	case b.way.Batched: // the components that its roots are of stay
		cache = store.NewCacheOfRoots(l, b.split(), how)
	default:
		cache = store.NewCacheOfKeys(l, how)
	}
	out.Store = cache
	out.Tell = func(r *report.Report) { tellCache(r, cache, b.Known) }
	return nil
}

// tellCache adds to the report what a cache has done; known is how many states there are, 0 if nobody has
// counted them.
func tellCache(r *report.Report, c *store.Cache, known uint64) {
	did := c.Did()
	r.Cache = &report.Cache{
		Limit:     uint64(c.Limit()),
		Most:      uint64(did.Most),
		Tree:      uint64(did.Tree),
		Forgotten: did.Forgotten,
		Known:     known,
		Visits:    r.States.Stored,
	}
	if known == 0 {
		r.Cache.Known, r.Cache.Estimated = c.Distinct(), did.Forgotten+did.Passed > 0
	}
	if r.Sweep != nil && did.Forgotten+r.Sweep.Persistent == 0 { // then none is met after it was passed
		r.Cache.Known, r.Cache.Estimated = r.States.Stored, false
	}
	r.Memory.BytesPerState = float64(r.Memory.Store) / float64(max(did.Most, 1))
}
