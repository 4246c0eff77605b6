// Package batchtest has toys for the tests of searches in batches: systems of cells whose roots are packed
// again and again, and searches of them by a map.
package batchtest

import (
	"fmt"
	"math/bits"
	"slices"
	"sync"

	"gospin/verifier/batch"
	"gospin/verifier/roots"
	"gospin/vm"
)

// Toy is a system of cells, given by what a state leads to. Values are numbered as they are met, cell by
// cell, and fields are as wide as the numbers that there were at the last packing.
type Toy struct {
	start []int
	Next  func(values []int, to func(Move))
	Force int // engines ask for a new packing every Force states; 0: only where they must; -1: always
	Pad   int // bits that every field has too many

	mu       sync.Mutex
	numbers  []map[int]int
	values   [][]int
	widths   []int
	before   []int // the widths of the packing before
	Packed   int   // how often it was
	calls    int
	Expanded [][]int // the states that were
}

// Move is a choice of a toy.
type Move struct {
	Values        []int // nil: none is made
	Atomic        uint64
	Deeper, Reach int
	Effect        vm.Effect
	Faults        []vm.Fault
}

// New returns a toy with its initial values.
func New(start []int, next func([]int, func(Move))) *Toy {
	n := len(start)
	t := &Toy{start: start, Next: next, numbers: make([]map[int]int, n), values: make([][]int, n)}
	for i, v := range start {
		t.numbers[i] = map[int]int{}
		t.number(i, v)
	}
	t.Pack()
	return t
}

func (t *Toy) number(i, v int) int {
	n, ok := t.numbers[i][v]
	if !ok {
		n = len(t.values[i])
		t.numbers[i][v] = n
		t.values[i] = append(t.values[i], v)
	}
	return n
}

// Pack packs roots for the values that have been met.
func (t *Toy) Pack() {
	t.before, t.widths = t.widths, nil
	for _, v := range t.values {
		t.widths = append(t.widths, bits.Len(uint(len(v)-1))+t.Pad)
	}
}

// Words implements batch.Space, as those below do.
func (t *Toy) Words() int {
	k := 1
	for left, i := 62, 0; i < len(t.widths); i++ {
		if left < t.widths[i] {
			k, left = k+1, 64
		}
		left -= t.widths[i]
	}
	for _, n := range roots.Widths {
		if n >= k {
			return n
		}
	}
	panic(k)
}

// fields calls f with where every field lies.
func fields(widths []int, f func(i, word, shift, width int)) {
	word, at := 0, 0
	for i, width := range widths {
		if most := 62 + min(word, 1)*2; at+width > most {
			word, at = word+1, 0
		}
		f(i, word, at, width)
		at += width
	}
}

func (t *Toy) encode(dst []uint64, numbers []int) {
	clear(dst)
	dst[0] = 1 << 62
	fields(t.widths, func(i, word, shift, _ int) { dst[word] |= uint64(numbers[i]) << shift })
}

// Values are those of a root.
func (t *Toy) Values(root []uint64) []int {
	values := decode(t.widths, root)
	for i, n := range values {
		values[i] = t.values[i][n]
	}
	return values
}

func decode(widths []int, src []uint64) []int {
	numbers := make([]int, len(widths))
	fields(widths, func(i, word, shift, width int) { numbers[i] = int(src[word] >> shift & (1<<width - 1)) })
	return numbers
}

// Initial is the state of the beginning.
func (t *Toy) Initial() ([]uint64, vm.Effect) {
	dst := make([]uint64, t.Words())
	t.encode(dst, make([]int, len(t.start)))
	return dst, 0
}

// Repack always makes room.
func (t *Toy) Repack() bool {
	t.Pack()
	t.Packed++
	return true
}

// Convert gives the values of a root the places of the present packing.
func (t *Toy) Convert(dst, src []uint64) { t.encode(dst, decode(t.before, src)) }

// Shape implements batch.Fielded.
func (t *Toy) Shape() roots.Field { return roots.Field{Shift: 62, Mask: 1, Class: -1} }

// Fields implements batch.Fielded.
func (t *Toy) Fields(int) []roots.Field {
	out := []roots.Field{t.Shape()}
	fields(t.widths, func(i, word, shift, width int) {
		out = append(out, roots.Field{Word: word, Shift: uint(shift), Mask: 1<<width - 1, Class: i})
	})
	return out
}

// KeyLen is the number of cells.
func (t *Toy) KeyLen() int { return len(t.start) }

// Bytes is small.
func (t *Toy) Bytes() int64 { return 1 }

// Engine returns an engine for the present width.
func (t *Toy) Engine() any {
	switch n := t.Words(); n {
	case 1:
		return &Engine[[1]uint64]{Toy: t}
	case 2:
		return &Engine[[2]uint64]{Toy: t}
	case 3:
		return &Engine[[3]uint64]{Toy: t}
	case 4:
		return &Engine[[4]uint64]{Toy: t}
	case 8:
		return &Engine[[8]uint64]{Toy: t}
	default:
		panic(fmt.Sprint(n, " words"))
	}
}

// Engine expands the states of a toy.
type Engine[R roots.Root] struct {
	*Toy
	faults []vm.Fault
}

// Faults implements batch.Engine.
func (e *Engine[R]) Faults() []vm.Fault { return e.faults }

// Expand implements batch.Engine.
func (e *Engine[R]) Expand(r *R, out *batch.Found[R]) (effect vm.Effect, ok bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.calls++; e.Force < 0 || e.Force > 0 && e.calls%(e.Force+1) == 0 {
		return 0, false
	}
	e.faults = nil
	values := e.Values(roots.Words(r))
	was, levels, atomic := len(out.Roots), len(out.Levels), out.Atomic
	out.Reach = 0
	ok = true
	moves := 0
	e.Next(values, func(m Move) {
		moves++
		effect |= m.Effect
		e.faults = append(e.faults, m.Faults...)
		if m.Values == nil {
			out.Reach = uint32(m.Reach)
			return
		}
		numbers := make([]int, len(m.Values))
		for i, v := range m.Values {
			if numbers[i] = e.number(i, v); numbers[i] >= 1<<e.widths[i] {
				ok = false
			}
		}
		var to R
		if ok {
			e.encode(roots.Words(&to), numbers)
			out.Roots = append(out.Roots, to)
			out.Atomic += m.Atomic
			if out.Ordered {
				out.Levels = append(out.Levels, uint32(m.Deeper|m.Reach<<16))
			}
		}
	})
	if !ok {
		out.Roots, out.Levels, out.Atomic = out.Roots[:was], out.Levels[:levels], atomic
		return 0, false
	}
	if moves == 0 {
		effect |= vm.InvalidEnd
	}
	e.Expanded = append(e.Expanded, values)
	return effect, true
}

// Counts are those of a search of a toy by a map, depth first or breadth first.
type Counts struct {
	Stored, Matched, Atomic uint64
	Depth                   int
	Order                   [][]int
}

// Naive searches the toy, depth first or breadth first.
func (t *Toy) Naive(broad bool) (n Counts) {
	type entry struct {
		values []int
		level  int
		reach  int
	}
	seen := map[string]bool{}
	for open := []entry{{values: t.start}}; len(open) > 0; {
		e := open[len(open)-1]
		if broad {
			e, open = open[0], open[1:]
		} else {
			open = open[:len(open)-1]
			n.Depth = max(n.Depth, e.reach)
		}
		if key := fmt.Sprint(e.values); seen[key] {
			n.Matched++
			continue
		} else {
			seen[key] = true
		}
		n.Stored++
		n.Order = append(n.Order, e.values)
		n.Depth = max(n.Depth, e.level)
		var found []entry
		t.Next(e.values, func(m Move) {
			n.Atomic += m.Atomic
			if m.Values == nil {
				if !broad {
					n.Depth = max(n.Depth, e.level+m.Reach)
				}
				return
			}
			if broad {
				m.Deeper, m.Reach = 1, 0
			}
			found = append(found, entry{slices.Clone(m.Values), e.level + m.Deeper, e.level + m.Reach})
		})
		if !broad {
			slices.Reverse(found)
		}
		open = append(open, found...)
	}
	return n
}
