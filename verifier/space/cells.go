package space

import (
	"slices"

	"gospin/vm/layout"
)

// mostCells is the greatest number of components of the globals, if arrays allow it.
const mostCells = 200

// How coarsely globals are divided into components: more coarsely if roots become too wide.
const (
	byElement = iota // each variable, and each element of an array, is one
	byEight          // eight neighbours in an array are one
	byArray          // each array is one
	allInOne
	coarsest = allInOne
)

// cell is a component of the globals: some bytes of the vector.
type cell struct {
	off, len int
	class    int
	shared   bool // it has several cells of the machine, so writing one keeps the others
}

// cells divides the globals of a layout into components. Contiguous bytes that belong to no field are one
// component, unless there is a cut. The elements of an array share a class.
func cells(l *layout.Layout, grain int, cuts []int, newClass func(name string, size int) int) []cell {
	root := l.Root()
	first := root.Comps[0].Off
	end := first + root.Comps[0].Len
	owner := make([]int, end-first) // by byte: the number of its cell, plus one
	var all []cell
	total := 0
	for _, f := range l.Fields {
		if !f.Hidden {
			total += f.Len
		}
	}
	together := (total + mostCells - 1) / mostCells
	switch grain {
	case byEight:
		together = max(together, 8)
	case byArray:
		together = total
	case allInOne:
		if end > first {
			return []cell{{first, end - first, newClass("globals", end-first), true}}
		}
		return nil
	}
	for _, f := range l.Fields {
		size := layout.CellSize(f.Elem.Cell)
		if f.Hidden || f.Elem.Off < first {
			continue
		}
		stride := f.Stride
		group := 1
		if stride == size { // otherwise there is something between them
			group = min(together, f.Len)
		}
		class, odd := newClass(f.Name, size*group), -1
		for i := 0; i < f.Len; i += group {
			n, c := size*min(group, f.Len-i), class
			if n < size*group {
				if odd < 0 {
					odd = newClass(f.Name, n)
				}
				c = odd
			}
			all = append(all, cell{f.Elem.Off + i*stride, n, c, n > size})
			for b := range n {
				owner[f.Elem.Off+i*stride+b-first] = len(all)
			}
		}
	}
	for at := 0; at < len(owner); {
		if owner[at] != 0 {
			at++
			continue
		}
		n := 1
		for at+n < len(owner) && owner[at+n] == 0 && !slices.Contains(cuts, first+at+n) {
			n++
		}
		all = append(all, cell{first + at, n, newClass("claim", n), n > 1})
		at += n
	}
	slices.SortFunc(all, func(a, b cell) int { return a.off - b.off })
	return all
}
