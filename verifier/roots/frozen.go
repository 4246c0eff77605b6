package roots

// A Plain set to which nobody adds any more is frozen: the slot where a root lies is its number.

// Slots is how many slots there are.
func (s *Plain[R]) Slots() int { return len(s.slots) }

// At is what lies in a slot; its first word is 0 where that is nothing.
func (s *Plain[R]) At(slot int) *R { return &s.slots[slot] }

// Places finds the slots of roots, -1 of those that are not there. At has as many places as there are roots.
// Several may ask at a time.
func (s *Plain[R]) Places(rs []R, at []int) {
	var from [ahead]int
	for len(rs) > 0 {
		part := rs[:min(ahead, len(rs))]
		s.ask(part, from[:])
		for i := range part {
			at[i] = s.placeOf(&part[i], from[i])
		}
		rs, at = rs[len(part):], at[len(part):]
	}
}

func (s *Plain[R]) placeOf(r *R, p int) int {
	slots := s.slots
	for {
		x := &slots[p]
		if *x == *r {
			return p
		}
		if (*x)[0] == 0 {
			return -1
		}
		if p++; p == len(slots) {
			p = 0
		}
	}
}
