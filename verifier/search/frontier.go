package search

import (
	"math/rand/v2"

	"gospin/vm"
)

// Frontier has the numbers of an exploring search's open states, and selects which makes its next choice.
// That determines the search order. A state may have made only some of its choices when another one is
// selected (Evangelista, Kristensen, "Search-order independent state caching", 2010, sections 2 and 5.1).
type Frontier interface {
	// Add adds the present state, which is new: the initial state, or one found from the state selected last.
	Add(open uint32, s *vm.State)
	// Next selects a state. It returns false if there is none.
	Next() (open uint32, ok bool)
	// Leave removes the state selected last, which has made all its choices.
	Leave()
	// Bytes returns the frontier's memory.
	Bytes() int64
}

// Unbounded means no limit of a width or a number of levels.
const Unbounded = 1<<31 - 1

// DepthFirst selects the youngest state.
func DepthFirst() Frontier { return &youngest{} }

type youngest struct {
	all    []uint32
	chosen int
}

func (f *youngest) Add(open uint32, _ *vm.State) { f.all = append(f.all, open) }

func (f *youngest) Next() (uint32, bool) {
	f.chosen = len(f.all) - 1
	if f.chosen < 0 {
		return 0, false
	}
	return f.all[f.chosen], true
}

func (f *youngest) Leave() { // another one may be on top of it
	f.all = append(f.all[:f.chosen], f.all[f.chosen+1:]...)
}

func (f *youngest) Bytes() int64 { return 4 * int64(cap(f.all)) }

// BreadthFirst selects the oldest state.
func BreadthFirst() Frontier { return &queue{} }

// queue is a ring buffer.
type queue struct {
	all   []uint32 // its length is a power of two
	first int
	n     int
}

func (q *queue) Add(open uint32, _ *vm.State) {
	if q.n == len(q.all) {
		all := make([]uint32, max(16, 2*q.n))
		copy(all[copy(all, q.all[q.first:]):], q.all[:q.first])
		q.all, q.first = all, 0
	}
	q.all[(q.first+q.n)&(len(q.all)-1)] = open
	q.n++
}

func (q *queue) Next() (uint32, bool) {
	if q.n == 0 {
		return 0, false
	}
	return q.all[q.first], true
}

func (q *queue) Leave() {
	q.first = (q.first + 1) & (len(q.all) - 1)
	q.n--
}

func (q *queue) Bytes() int64 { return 4 * int64(cap(q.all)) }

// Random selects any state.
func Random(seed uint64) Frontier {
	return &random{r: rand.New(rand.NewPCG(seed, 0x6f726465))}
}

type random struct {
	youngest
	r *rand.Rand
}

func (f *random) Next() (uint32, bool) {
	if len(f.all) == 0 {
		return 0, false
	}
	f.chosen = f.r.IntN(len(f.all))
	return f.all[f.chosen], true
}

func (f *random) Leave() {
	last := len(f.all) - 1
	f.all[f.chosen] = f.all[last]
	f.all = f.all[:last]
}

// Best selects a state with the smallest value, the oldest of several. A state's value is computed when it is
// found.
func Best(value func(s *vm.State) int32) Frontier { return &best{value: value} }

type best struct {
	value  func(*vm.State) int32
	heap   []ranked
	chosen ranked
	open   bool // the state selected last is not in the heap
	n      uint64
}

type ranked struct {
	value int32
	open  uint32
	age   uint64
}

func (r *ranked) before(q *ranked) bool {
	return r.value < q.value || r.value == q.value && r.age < q.age
}

func (f *best) Add(open uint32, s *vm.State) {
	f.n++
	f.push(ranked{f.value(s), open, f.n})
}

func (f *best) push(r ranked) {
	i := len(f.heap)
	f.heap = append(f.heap, r)
	for i > 0 && r.before(&f.heap[(i-1)/2]) {
		f.heap[i] = f.heap[(i-1)/2]
		i = (i - 1) / 2
	}
	f.heap[i] = r
}

func (f *best) pop() ranked {
	h := f.heap
	top, last := h[0], h[len(h)-1]
	h = h[:len(h)-1]
	i := 0
	for c := 1; c < len(h); c = 2*i + 1 {
		if c+1 < len(h) && h[c+1].before(&h[c]) {
			c++
		}
		if !h[c].before(&last) {
			break
		}
		h[i] = h[c]
		i = c
	}
	if len(h) > 0 {
		h[i] = last
	}
	f.heap = h
	return top
}

func (f *best) Next() (uint32, bool) {
	switch {
	case f.open && (len(f.heap) == 0 || f.chosen.before(&f.heap[0])):
		return f.chosen.open, true
	case len(f.heap) == 0:
		return 0, false
	}
	was := f.chosen
	f.chosen = f.pop()
	if f.open {
		f.push(was)
	}
	f.open = true
	return f.chosen.open, true
}

func (f *best) Leave() { f.open = false }

func (f *best) Bytes() int64 { return 16 * int64(cap(f.heap)) }
