package store

import "gospin/compression/quotient"

// numbers is a set of numbers with colours, which does not store the bits that a number's place determines.
// It grows within the limit, which includes the tables of the codec that creates the numbers.
type numbers struct {
	*quotient.Set
	limit  int64
	beside func() int64 // size of the codec
	larger func(bytes int64, room int) int64
	tight  bool // the limit does not allow a larger set
	full   bool // the limit has been reached
}

// visit adds a number with its colour.
func (s *numbers) visit(x uint64, a *Arrival) Status {
	if s.full && !s.Has(x) {
		return Full
	}
	was, met := s.Paint(x, uint16(a.Mark), uint16(a.Add))
	status := New
	switch met {
	case quotient.Known:
		a.Was = Colour(was)
		return a.status()
	case quotient.Added:
		if n := s.Len(); n > s.Capacity()/10*9 && !s.tight {
			s.grow()
		} else if n&(1<<9-1) == 0 {
			s.full = s.bytes() > s.limit
		}
	case quotient.Crowded:
		for met == quotient.Crowded {
			if !s.grow() {
				return Full
			}
			_, met = s.Paint(x, uint16(a.Mark), uint16(a.Add))
		}
	}
	a.Was = 0
	return status
}

func (s *numbers) bytes() int64 { return s.beside() + s.Bytes() }

// grow makes room for more numbers, if the limit allows it.
func (s *numbers) grow() bool {
	size := s.Bytes()
	more := min(s.larger(size, s.Capacity()), s.limit-s.beside())
	if s.tight = more < size+size/16; s.tight {
		return false
	}
	s.Rebuild(s.Bits(), more, nil)
	return true
}
