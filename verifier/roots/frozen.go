package roots

// A Plain to which nothing is added any more is frozen: a root is then known by the number of its slot.

// Slots returns the number of slots.
func (s *Plain[R]) Slots() int { return len(s.slots) }

// At returns the root in a slot. Its first word is 0 if the slot is free.
func (s *Plain[R]) At(slot int) *R { return &s.slots[slot] }

// Places returns in at the slots of roots, -1 for roots that are not in the set. at must be as long as rs.
// Several workers may call it at a time.
func (s *Plain[R]) Places(rs []R, at []int) {
	var from [batchSize]int
	for len(rs) > 0 {
		part := rs[:min(batchSize, len(rs))]
		s.prefetch(part, from[:])
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
