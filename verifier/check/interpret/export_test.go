package interpret

import "bytes"

// For tests outside of this package.

// Consts returns the number of bytes before a state.
func (o *Orbits) Consts() int { return o.consts }

// Holds reports whether a state is one that the group is meant for.
func (o *Orbits) Holds(state []byte) bool { return o.holds(state) }

// Images returns the images of a state, by the exchanges and their repetitions.
func (n *Normaliser) Images(state []byte) (out [][]byte) {
	whole := append(bytes.Clone(n.vec[:n.consts]), state...)
	for _, m := range n.moves {
		out = append(out, m.make(nil, whole)[n.consts:])
	}
	return out
}
