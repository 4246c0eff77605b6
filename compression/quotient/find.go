package quotient

// HasPlace reports whether the number of a place is in the set.
func (s *Set) HasPlace(h uint64) bool {
	known, _, _ := s.find(h)
	return known
}

// Find is Number, but does not add x.
func (t *Table) Find(x uint64) (uint64, bool) {
	for i := range t.parts {
		p := &t.parts[i]
		s := p.set
		if x>>(s.bits-1)>>1 != 0 {
			continue
		}
		if known, line, pos := s.find(s.permute(x)); known {
			return p.from + s.at(line, pos), true
		}
	}
	return 0, false
}
