package certificate

import (
	"gospin/vm/layout"
)

// Canonical appends the canonical state of a vector.
func Canonical(dst []byte, l *layout.Layout, vec []byte) []byte {
	sh := l.ShapeOf(vec)
	for i := range sh.Comps {
		c := &sh.Comps[i]
		if c.Kind == layout.Process {
			dst = append(dst, byte(c.Type))
		}
		dst = append(dst, vec[c.Off:c.Off+c.Len]...)
	}
	return dst
}
