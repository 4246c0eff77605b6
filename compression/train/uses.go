package train

import (
	"gospin/compression/mix"
	"gospin/vm/layout"
)

// Use is what a variable had of values, in all components of its class.
type Use struct {
	Values int   `json:"values"` // different ones; of an array as a whole
	Hidden int   `json:"hidden"` // different values of the component if the variable were not part of it
	Min    int32 `json:"min"`    // of one element
	Max    int32 `json:"max"`
}

// Uses tells of the variables of every class that has any, in the order of the layout's fields; nil for a
// class whose values are too many to be kept. Different values are told apart by hashes of 64 bits.
func (s *Sampler) Uses() [][]Use {
	out := make([][]Use, len(s.classes))
	out[0] = s.classes[0].uses(s.l.Fields, s.l.Hidden+layout.ShapeBytes)
	for i := range s.l.Procs {
		out[1+i] = s.classes[1+i].uses(s.l.Procs[i].Fields, 0)
	}
	return out
}

// uses looks at every value of a component; base is where the fields' offsets begin.
func (v *values) uses(fields []*layout.Field, base int) []Use {
	if v.whole == nil {
		return nil
	}
	out := make([]Use, len(fields))
	own, others := make([]map[uint64]bool, len(fields)), make([]map[uint64]bool, len(fields))
	for i := range fields {
		own[i], others[i] = map[uint64]bool{}, map[uint64]bool{}
	}
	var b, cells []byte
	hashes := make([]uint64, len(fields))
	for n := range v.whole.Len() {
		b = append(b[:0], make([]byte, len(v.seen))...)
		v.whole.Copy(b, uint32(n))
		sum := uint64(0) // a component's hash is the sum of its variables' and of the rest's
		for i, f := range fields {
			if f.Hidden {
				continue
			}
			u := &out[i]
			size := layout.CellSize(f.Elem.Cell)
			cells = cells[:0]
			for k := range f.Len {
				at := f.Elem.Off - base + k*max(f.Stride, size)
				x := layout.Load(b, f.Elem.Cell, int32(at))
				if n == 0 && k == 0 {
					u.Min, u.Max = x, x
				}
				u.Min, u.Max = min(u.Min, x), max(u.Max, x)
				cells = append(cells, b[at:at+size]...)
			}
			hashes[i] = mix.Pair(mix.Bytes(cells), uint64(i))
			own[i][hashes[i]] = true
			sum += hashes[i]
		}
		for _, f := range fields {
			for k := 0; k < f.Len && !f.Hidden; k++ {
				size := layout.CellSize(f.Elem.Cell)
				at := f.Elem.Off - base + k*max(f.Stride, size)
				clear(b[at : at+size])
			}
		}
		sum += mix.Bytes(b) // what is no variable: the control state
		for i := range fields {
			others[i][sum-hashes[i]] = true
		}
	}
	for i := range fields {
		out[i].Values, out[i].Hidden = len(own[i]), len(others[i])
	}
	return out
}
