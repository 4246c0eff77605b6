package promela

import "math"

// Size is the size of a variable. Sizes that overflow are math.MaxInt32.
type Size struct {
	Fields int // number of scalars and arrays of scalars
	Cells  int // number of scalars
}

// Plus adds a size n times.
func (s Size) Plus(t Size, n int) Size {
	add := func(a, b int) int { return min(a+b*n, math.MaxInt32) }
	return Size{add(s.Fields, t.Fields), add(s.Cells, t.Cells)}
}

// Size returns the size of a variable.
func (v *Var) Size() Size {
	n := max(1, v.Len)
	if v.Type.Kind == Struct {
		return Size{}.Plus(v.Type.Struct.Size, n)
	}
	return Size{Fields: 1, Cells: n}
}
