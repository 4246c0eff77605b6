// Package automaton stores sets of keys as minimised acyclic automata (Holzmann, Puri, "A minimized automaton
// representation of reachable states", 1999): keys share equal beginnings and equal ends.
//
// A key is a word of letters, two bytes each. Vertices exist only where words diverge: an edge has all
// letters up to the next such place, so that long words cost little more than short ones (Blumer et al.,
// "Complete inverted files for efficient text retrieval and analysis", 1987, call such automata compact).
// Adding a word follows it from the root. Vertices that only this path leads to are changed in place, others
// are copied, and every completed vertex is replaced by an equal one if there is one. Keys of different kinds
// (lengths) have different roots, but share ends.
//
// Letters that are equal in all keys of a kind are omitted. When a different one occurs, it is put at the
// front: the new root leads to the old one.
//
// Known warts: keys are not numbered and can't be removed. The vertices of all automata together have at most
// 2^32 words; then nothing more is added, and Err returns an error. A vertex with many edges is hashed again
// at each change.
package automaton
