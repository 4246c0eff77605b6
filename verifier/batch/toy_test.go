package batch

import (
	"fmt"
	"math/bits"
	"slices"
	"sync"

	"gospin/verifier/roots"
	"gospin/vm"
)

// toy is a system of cells, given by what lies behind a state. Values are numbered as they are met, cell by
// cell, and fields are as wide as the numbers that there were at the last packing.
type toy struct {
	start []int
	next  func(values []int, to func(move move))
	force int // engines ask for a new packing after so many states; 0: only where they must; -1: always
	pad   int // bits that every field has too many

	mu      sync.Mutex
	numbers []map[int]int
	values  [][]int
	widths  []int
	before  []int // the widths of the packing before
	packed  int
	calls   int
	order   [][]int // the states that were expanded
}

// move is a choice of a toy.
type move struct {
	values        []int
	atomic        uint64
	deeper, reach int
	effect        vm.Effect
	faults        []vm.Fault
}

func newToy(start []int, next func([]int, func(move))) *toy {
	n := len(start)
	t := &toy{start: start, next: next, numbers: make([]map[int]int, n), values: make([][]int, n)}
	for i, v := range start {
		t.numbers[i] = map[int]int{}
		t.number(i, v)
	}
	t.pack()
	return t
}

func (t *toy) number(i, v int) int {
	n, ok := t.numbers[i][v]
	if !ok {
		n = len(t.values[i])
		t.numbers[i][v] = n
		t.values[i] = append(t.values[i], v)
	}
	return n
}

func (t *toy) pack() {
	t.before, t.widths = t.widths, nil
	for _, v := range t.values {
		t.widths = append(t.widths, bits.Len(uint(len(v)-1))+t.pad)
	}
}

func (t *toy) Words() int {
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

func (t *toy) encode(dst []uint64, numbers []int) {
	clear(dst)
	dst[0] = 1 << 62
	fields(t.widths, func(i, word, shift, _ int) { dst[word] |= uint64(numbers[i]) << shift })
}

func decode(widths []int, src []uint64) []int {
	numbers := make([]int, len(widths))
	fields(widths, func(i, word, shift, width int) { numbers[i] = int(src[word] >> shift & (1<<width - 1)) })
	return numbers
}

func (t *toy) Initial() ([]uint64, vm.Effect) {
	dst := make([]uint64, t.Words())
	t.encode(dst, make([]int, len(t.start)))
	return dst, 0
}

func (t *toy) Repack() bool {
	t.pack()
	t.packed++
	return true
}

func (t *toy) Convert(dst, src []uint64) { t.encode(dst, decode(t.before, src)) }

func (t *toy) Shape() Field { return Field{Shift: 62, Mask: 1, Class: -1} }

func (t *toy) Fields(int) []Field {
	out := []Field{t.Shape()}
	fields(t.widths, func(i, word, shift, width int) {
		out = append(out, Field{Word: word, Shift: uint(shift), Mask: 1<<width - 1, Class: i})
	})
	return out
}

func (t *toy) KeyLen() int  { return len(t.start) }
func (t *toy) Bytes() int64 { return 1 }

func (t *toy) Engine() any {
	switch n := t.Words(); n {
	case 1:
		return &toyEngine[[1]uint64]{toy: t}
	case 2:
		return &toyEngine[[2]uint64]{toy: t}
	case 3:
		return &toyEngine[[3]uint64]{toy: t}
	case 4:
		return &toyEngine[[4]uint64]{toy: t}
	case 8:
		return &toyEngine[[8]uint64]{toy: t}
	default:
		panic(fmt.Sprint(n, " words"))
	}
}

type toyEngine[R roots.Root] struct {
	*toy
	faults []vm.Fault
}

func (e *toyEngine[R]) Faults() []vm.Fault { return e.faults }

func (e *toyEngine[R]) Expand(r *R, out *Found[R]) (effect vm.Effect, ok bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.calls++; e.force < 0 || e.force > 0 && e.calls%(e.force+1) == 0 {
		return 0, false
	}
	e.faults = nil
	values := decode(e.widths, words(r))
	for i, n := range values {
		values[i] = e.values[i][n]
	}
	was, levels, atomic := len(out.Roots), len(out.Levels), out.Atomic
	out.Reach = 0
	ok = true
	moves := 0
	e.next(values, func(m move) {
		moves++
		effect |= m.effect
		e.faults = append(e.faults, m.faults...)
		if m.values == nil {
			out.Reach = uint32(m.reach)
			return
		}
		numbers := make([]int, len(m.values))
		for i, v := range m.values {
			if numbers[i] = e.number(i, v); numbers[i] >= 1<<e.widths[i] {
				ok = false
			}
		}
		var to R
		if ok {
			e.encode(words(&to), numbers)
			out.Roots = append(out.Roots, to)
			out.Atomic += m.atomic
			if out.Ordered {
				out.Levels = append(out.Levels, uint32(m.deeper|m.reach<<16))
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
	e.order = append(e.order, values)
	return effect, true
}

// naive is a search of a toy by a map, depth first or breadth first.
type naive struct {
	stored, matched, atomic uint64
	depth                   int
	order                   [][]int
}

func (t *toy) naive(broad bool) (n naive) {
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
			n.depth = max(n.depth, e.reach)
		}
		if key := fmt.Sprint(e.values); seen[key] {
			n.matched++
			continue
		} else {
			seen[key] = true
		}
		n.stored++
		n.order = append(n.order, e.values)
		n.depth = max(n.depth, e.level)
		var found []entry
		t.next(e.values, func(m move) {
			n.atomic += m.atomic
			if m.values == nil {
				if !broad {
					n.depth = max(n.depth, e.level+m.reach)
				}
				return
			}
			if broad {
				m.deeper, m.reach = 1, 0
			}
			found = append(found, entry{slices.Clone(m.values), e.level + m.deeper, e.level + m.reach})
		})
		if !broad {
			slices.Reverse(found)
		}
		open = append(open, found...)
	}
	return n
}
