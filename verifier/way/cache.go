package way

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"gospin/promela/diag"
	"gospin/verifier/report"
	"gospin/verifier/store/cache"
)

// Evictions are the orders in which a cache can forget states. A minus before a name reverses the order.
var Evictions = []string{"random", "fifo", "lifo", "depth", "indegree", "outdegree", "visits", "strata:N"}

// evictions maps Evictions to the cache's.
var evictions = map[string]cache.By{
	"random": cache.Randomly, "fifo": cache.OldestOut, "lifo": cache.NewestOut, "depth": cache.Depth,
	"indegree": cache.Indegree, "outdegree": cache.Outdegree, "visits": cache.Visits, "strata": cache.Strata,
}

const (
	cacheAuto = "auto"
	minCache  = 2 // the current state and the one from which it was found
)

// CacheSize is the size of a cache.
type CacheSize struct {
	Auto    bool
	States  int
	Percent float64 // of the number of states; 0 to use States
}

// Size parses the size.
func (c *Caching) Size() (CacheSize, error) {
	if c.Cache == cacheAuto {
		return CacheSize{Auto: true}, nil
	}
	wrong := fmt.Errorf(
		"-cache takes a number of states, at least %d, or so many percent of all (20%%), or %s; not %q",
		minCache, cacheAuto, c.Cache)
	if p, ok := strings.CutSuffix(c.Cache, "%"); ok {
		x, err := strconv.ParseFloat(p, 64)
		if err != nil || !(x > 0) || x > 1e6 {
			return CacheSize{}, wrong
		}
		return CacheSize{Percent: x}, nil
	}
	n, err := strconv.ParseUint(c.Cache, 10, 32)
	if err != nil || n < minCache || n >= math.MaxUint32 {
		return CacheSize{}, wrong
	}
	return CacheSize{States: int(n)}, nil
}

// Criteria parses the orders of forgetting.
func (c *Caching) Criteria() (out []cache.Criterion, err error) {
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
		k := cache.Criterion{By: by, Reverse: reverse}
		if by == cache.Strata {
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

// cached makes a store that forgets, and its system.
func cached(b *Build, out *Made) error {
	size, err := b.Size()
	if err != nil {
		return err
	}
	how := cache.Options{States: size.States, Memory: b.Memory, Full: size.Auto, Seed: b.Seed,
		Sweeps: b.Sweeps, Sample: b.Sample}
	if size.Percent > 0 {
		how.States = max(minCache, int(size.Percent*float64(b.Known)/100))
	}
	if how.Evict, err = b.Criteria(); err != nil {
		return err
	}
	l := b.Prog.Layout
	var made *cache.Cache
	switch {
	case len(b.way.codecs) > 0:
		c, err := newCodec(&b.Storage, l, b.way.codecs)
		if err != nil {
			return err
		}
		made = cache.OfCodes(l, c, how)
	case b.way.Batched: // keep the components of its roots
		made = cache.OfRoots(l, b.split(), how)
	default:
		made = cache.OfKeys(l, how)
	}
	out.Store = made
	out.Tell = func(r *report.Report) { tellCache(r, made, b.Known) }
	return nil
}

// tellCache adds the figures of a cache to the report; known is the number of states, or 0.
func tellCache(r *report.Report, c *cache.Cache, known uint64) {
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
	if r.Sweep != nil && did.Forgotten+r.Sweep.Persistent == 0 { // none is found again
		r.Cache.Known, r.Cache.Estimated = r.States.Stored, false
	}
	r.Memory.BytesPerState = float64(r.Memory.Store) / float64(max(did.Most, 1))
}
