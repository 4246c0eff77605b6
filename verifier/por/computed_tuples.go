package por

import "slices"

// tuples remembers what is known of the classes of all processes together. Which processes may suffice
// depends on nothing else, and few of the tuples that a search meets are new.
type tuples struct {
	entries []tuple
	last    *tuple
}

// tuple is an entry: the last one met of those that share its place.
type tuple struct {
	classes []uint32
	may     [4]uint64 // by process
}

// places is how many tuples are remembered.
const places = 1 << 14

// find returns what is known of the classes.
func (t *tuples) find(r *ComputedRule, classes []uint32) *tuple {
	if e := t.last; e != nil && slices.Equal(e.classes, classes) {
		return e
	}
	if t.entries == nil {
		t.entries = make([]tuple, places)
	}
	h := uint64(len(classes))
	for _, c := range classes {
		h = (h ^ uint64(c)) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	e := &t.entries[h%places]
	t.last = e
	if slices.Equal(e.classes, classes) {
		return e
	}
	e.classes = append(e.classes[:0], classes...)
	e.may = [4]uint64{}
	for pid, k := range classes {
		if r.may(r.classes[k], classes, pid) {
			e.may[pid>>6] |= 1 << (pid & 63)
		}
	}
	return e
}
