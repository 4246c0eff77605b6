package train

import (
	"gospin/compression"
	"gospin/compression/intern"
)

// values are the values of the components of a class or seat.
type values struct {
	comp, class int
	seen        [][4]uint64   // by byte position: a bit per value
	whole       *intern.Table // nil if too many
	// by piece of compression.PartLen bytes; nil if too many; none for short components
	parts       []*intern.Table
	early, late int // number of values at the last but one and the last power of two of states
}

// maxPart limits the values of a piece that are recorded, since a larger table gains little.
const maxPart = 1 << 14

func newValues(comp, class, n int) *values {
	v := &values{comp: comp, class: class, seen: make([][4]uint64, n), whole: intern.New(n)}
	if n > compression.PartLen {
		for off := 0; off < n; off += compression.PartLen {
			v.parts = append(v.parts, intern.New(min(compression.PartLen, n-off)))
		}
	}
	return v
}

// add records a component, and reports whether its value may be new.
func (v *values) add(b []byte) bool {
	if v.whole != nil {
		if n := v.whole.Len(); int(v.whole.Index(b)) < n {
			return false
		}
	}
	for j, x := range b {
		v.seen[j][x>>6] |= 1 << (x & 63)
	}
	for i, t := range v.parts {
		if t == nil {
			continue
		}
		off := i * compression.PartLen
		t.Index(b[off:min(len(b), off+compression.PartLen)])
		if t.Len() > maxPart {
			t.Free()
			v.parts[i] = nil
		}
	}
	return true
}

func (v *values) len() int {
	if v.whole == nil {
		return 0
	}
	return v.whole.Len()
}

// bytes returns the memory that discarding the tables would free.
func (v *values) bytes() int64 {
	if v.whole == nil {
		return 0
	}
	return v.whole.Bytes()
}

func (v *values) giveUp() {
	if v.whole != nil {
		v.whole.Free()
		v.whole = nil
	}
}

func (v *values) free() {
	v.giveUp()
	for _, t := range v.parts {
		if t != nil {
			t.Free()
		}
	}
	v.parts = nil
}

func (v *values) stats(complete bool) compression.ValueStats {
	out := compression.ValueStats{Values: make([][]byte, len(v.seen)), Distinct: v.len()}
	if !complete && v.whole != nil {
		out.Grown = v.len() - v.early
	}
	for j := range v.seen {
		for x := range 256 {
			if v.seen[j][x>>6]>>(x&63)&1 != 0 {
				out.Values[j] = append(out.Values[j], byte(x))
			}
		}
	}
	for _, t := range v.parts {
		n := 0
		if t != nil {
			n = t.Len()
		}
		out.Parts = append(out.Parts, n)
	}
	return out
}
