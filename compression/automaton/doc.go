// Package automaton holds sets of keys as minimised acyclic automata (Holzmann, Puri, "A minimized automaton
// representation of reachable states", 1999): keys with equal ends share them, as keys with equal beginnings
// do.
//
// A key is a word of letters, two bytes each. There are vertices only where words part: an edge has all
// letters up to the next such place, so that long words cost little more than short ones (Blumer et al.,
// "Complete inverted files for efficient text retrieval and analysis", 1987, call such automata compact).
// Adding a word walks down from the root; vertices on the way that only this way leads to are changed in
// their place, others are copied, and every vertex that is left equals no other. Keys of different kinds
// (lengths) have different roots and share their ends.
//
// Letters that all keys of a kind have in common are left out; when one is met that differs, it goes in
// front: the new root leads to the old one.
//
// Known warts: keys are not numbered, and none can be removed; the vertices of
// all automata together take at most 2^32 words: then nothing more is added, and Err says so. A vertex of
// many edges is hashed again at each change.
package automaton
