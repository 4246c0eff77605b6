package search

import (
	"container/heap"
	"encoding/binary"
	"errors"

	"gospin/verifier/store"
	"gospin/verifier/store/cache"
	"gospin/vm"
)

// swept is the order of a sweep-line with a cache (Evangelista, Kristensen, "Search-order independent state
// caching", 2010, section 4.4). States are selected in the order of their values, first in, first out for
// equal values. When all open states have greater values, the states of a value are passed, whatever the
// cache keeps. A new state with a smaller value than the one from which it was found is kept for ever, and is
// searched in the next sweep.
type swept struct {
	value   func(s *vm.State, dst []int32) ([]int32, error)
	cache   SweptCache
	classes map[string]*rankClass
	queue   rankQueue
	now     *rankClass
	waiting []waiting
	numbers []int32
	rank    []byte // of the present state: bytes that compare like its value
	back    bool   // the value is smaller than that of the state from which it was found
	counts  store.SweepCounts
	regress uint64
	values  uint64 // number of values in this sweep
}

// rankClass has the states of one value.
type rankClass struct {
	rank string
	open []uint32 // from next on
	next int
	held []cache.Held
}

type waiting struct {
	open uint32
	rank string
}

// SweptCache is a cache for a sweep-line.
type SweptCache interface {
	Cache
	// Hold returns a handle of a state that was just generated, valid as long as the state is stored.
	Hold(r store.Ref) cache.Held
	// Keep stores a state for ever.
	Keep(r store.Ref)
	// Pass forgets states that are not yet forgotten.
	Pass(states []cache.Held)
	// Did returns the cache's statistics.
	Did() cache.Stats
}

// CachedLine has the options of a sweep-line with a cache.
type CachedLine struct {
	Value   func(s *vm.State, dst []int32) ([]int32, error) // as in Line
	Caching Caching
	Decided Decided // may be nil
}

// SweepCached searches in the order of a progress measure, as Sweep does, with a cache as the store: among
// the states that are not passed, it forgets those that it does not need. The paths to faults are unknown.
func SweepCached(t *Task, line *CachedLine) (*Swept, error) {
	cache, ok := t.Store.(SweptCache)
	if !ok {
		return nil, errors.New("a sweep-line with a cache needs a store that forgets states")
	}
	f := &swept{value: line.Value, cache: cache, classes: map[string]*rankClass{}}
	r, err := Explore(t, ExploreOptions{Open: f, Caching: line.Caching, Decided: line.Decided})
	f.counts.Nodes, f.counts.Peak = r.Stored, uint64(f.cache.Did().Most)
	return &Swept{r, f.counts, f.regress}, err
}

// arrive computes the value of the present state.
func (f *swept) arrive(s *vm.State) (err error) {
	if f.numbers, err = f.value(s, f.numbers[:0]); err != nil {
		return err
	}
	f.rank = f.rank[:0]
	for _, v := range f.numbers {
		f.rank = binary.BigEndian.AppendUint32(f.rank, uint32(v)^1<<31)
	}
	if f.back = f.now != nil && string(f.rank) < f.now.rank; f.back {
		f.regress++
	}
	return nil
}

// generated adds a new state to its class, or keeps it for ever.
func (f *swept) generated(r store.Ref) {
	if f.back {
		f.counts.Persistent++
		f.cache.Keep(r)
		return
	}
	c := f.class(string(f.rank))
	c.held = append(c.held, f.cache.Hold(r))
}

func (f *swept) class(rank string) *rankClass {
	c := f.classes[rank]
	if c == nil {
		c = &rankClass{rank: rank}
		f.classes[rank] = c
		heap.Push(&f.queue, c)
		f.values++
		f.counts.Values = max(f.counts.Values, f.values)
	}
	return c
}

// Add implements Frontier.
func (f *swept) Add(open uint32, _ *vm.State) {
	if f.back {
		f.waiting = append(f.waiting, waiting{open, string(f.rank)})
		return
	}
	c := f.class(string(f.rank))
	c.open = append(c.open, open)
}

// Next implements Frontier.
func (f *swept) Next() (uint32, bool) {
	for {
		if c := f.now; c != nil {
			if c.next < len(c.open) {
				return c.open[c.next], true
			}
			f.cache.Pass(c.held)
			delete(f.classes, c.rank)
			f.now = nil
		} else if f.counts.Sweeps == 0 {
			f.counts.Sweeps = 1
		}
		if len(f.queue) == 0 && !f.begin() {
			return 0, false
		}
		f.now = heap.Pop(&f.queue).(*rankClass)
	}
}

// begin begins the next sweep. It returns false if there are no states for it.
func (f *swept) begin() bool {
	if len(f.waiting) == 0 {
		return false
	}
	f.counts.Sweeps++
	f.values = 0
	for _, w := range f.waiting {
		c := f.class(w.rank)
		c.open = append(c.open, w.open)
	}
	f.waiting = f.waiting[:0]
	return true
}

// Leave implements Frontier.
func (f *swept) Leave() {
	c := f.now
	if c.next++; c.next > 1<<10 && c.next > len(c.open)/2 {
		c.open = c.open[:copy(c.open, c.open[c.next:])]
		c.next = 0
	}
}

// Bytes implements Frontier.
func (f *swept) Bytes() int64 {
	bytes := int64(cap(f.waiting)) * 24
	if c := f.now; c != nil {
		bytes += int64(4*cap(c.open) + 8*cap(c.held))
	}
	return bytes + int64(len(f.queue))*64 + 12*int64(f.cache.Did().Most)
}

// rankQueue is a heap of classes, with the smallest value at the top.
type rankQueue []*rankClass

func (q rankQueue) Len() int           { return len(q) }
func (q rankQueue) Less(i, j int) bool { return q[i].rank < q[j].rank }
func (q rankQueue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *rankQueue) Push(c any)        { *q = append(*q, c.(*rankClass)) }
func (q *rankQueue) Pop() any {
	last := len(*q) - 1
	c := (*q)[last]
	(*q)[last] = nil
	*q = (*q)[:last]
	return c
}
