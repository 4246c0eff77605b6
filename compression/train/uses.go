package train

import (
	"gospin/compression/mix"
	"gospin/vm/layout"
)

// Use has the values of a variable, in all components of its class.
type Use struct {
	Values int   `json:"values"` // number of different values; for an array, as a whole
	Hidden int   `json:"hidden"` // number of different values of the component without the variable
	Min    int32 `json:"min"`    // of a single element
	Max    int32 `json:"max"`
}

// Uses returns the uses of the variables of every class, in the order of the layout's fields, or nil for a
// class with too many values. Values are compared by hashes of 64 bits.
func (s *Sampler) Uses() [][]Use {
	out := make([][]Use, len(s.classes))
	out[0] = s.classes[0].uses(s.l.Fields, s.l.Hidden+layout.ShapeBytes)
	for i := range s.l.Procs {
		out[1+i] = s.classes[1+i].uses(s.l.Procs[i].Fields, 0)
	}
	return out
}

// uses examines every value of a component; the fields' offsets begin at base.
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
		sum := uint64(0) // a component's hash is the sum of the hashes of its variables and of the rest
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
		sum += mix.Bytes(b) // the rest: the control state
		for i := range fields {
			others[i][sum-hashes[i]] = true
		}
	}
	for i := range fields {
		out[i].Values, out[i].Hidden = len(own[i]), len(others[i])
	}
	return out
}
