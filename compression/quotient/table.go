package quotient

// Table numbers numbers. The number of an element is its position, so that little more is stored than the
// bits which the position does not determine. Elements never move: the table grows by adding parts, all of
// which are searched.
type Table struct {
	parts []tablePart
	n     int
}

type tablePart struct {
	set  *Set
	from uint64 // the first number in it
}

// NewTable returns an empty table for about room numbers of this many bits, at most 64.
func NewTable(numberBits uint, room int) *Table {
	t := &Table{}
	t.Extend(numberBits, room)
	return t
}

// tableDist is the width of a field's distance from home, more than in sets, since fields don't move.
const tableDist = 4

// tableLoad is the approximate load of a part when it becomes crowded.
const tableLoad = 0.8

// Extend makes room for about this many more numbers, which may have this many bits.
func (t *Table) Extend(numberBits uint, room int) {
	span := t.Span()
	s := &Set{}
	lines := minLines
	for range 4 { // more lines allow narrower fields
		s.measure(numberBits, numberBits, 0, tableDist, lines)
		lines = int(float64(room)/tableLoad)/s.each + 1
	}
	s.init(numberBits, numberBits, 0, tableDist, lines)
	t.parts = append(t.parts, tablePart{s, span})
}

// Touch prefetches the possible places of a number.
func (t *Table) Touch(x uint64) {
	for i := range t.parts {
		if s := t.parts[i].set; x>>(s.bits-1)>>1 == 0 {
			s.touch(s.permute(x))
		}
	}
}

// Number returns the number of x, which must have at most Bits bits, adding it if it is new. It returns false
// if x is new and the table must be extended.
func (t *Table) Number(x uint64) (uint64, bool) {
	last := len(t.parts) - 1
	for i := range last {
		p := &t.parts[i]
		s := p.set
		if x>>(s.bits-1)>>1 != 0 {
			continue
		}
		if known, line, pos := s.find(s.permute(x)); known {
			return p.from + s.at(line, pos), true
		}
	}
	p := &t.parts[last]
	s := p.set
	h := s.permute(x)
	known, line, pos := s.find(h)
	if !known {
		if line < 0 {
			return 0, false
		}
		dist := line - s.home(h)
		if dist < 0 {
			dist += s.lines
		}
		f := uint64(dist)<<s.low | h&(1<<s.rest-1)
		put(s.line(line), pos, ^f&s.field)
		s.n++
		t.n++
	}
	return p.from + s.at(line, pos), true
}

// at returns the index of the field at a position.
func (s *Set) at(line int, pos uint) uint64 {
	return uint64(line)*uint64(s.each) + uint64(uint32(pos)/uint32(s.width))
}

// At returns the element with a number.
func (t *Table) At(n uint64) uint64 {
	i := len(t.parts) - 1
	for t.parts[i].from > n {
		i--
	}
	p := &t.parts[i]
	s := p.set
	n -= p.from
	return s.read(int(n/uint64(s.each)), int(n%uint64(s.each)))
}

// TouchAt prefetches the element with a number.
func (t *Table) TouchAt(n uint64) {
	i := len(t.parts) - 1
	for t.parts[i].from > n {
		i--
	}
	s := t.parts[i].set
	s.touchLine(int((n - t.parts[i].from) / uint64(s.each)))
}

// Span is greater than all numbers that are assigned until the table is extended.
func (t *Table) Span() uint64 {
	if len(t.parts) == 0 {
		return 0
	}
	p := t.parts[len(t.parts)-1]
	return p.from + uint64(p.set.Capacity())
}

// Bits returns the maximum width of new elements.
func (t *Table) Bits() uint { return t.parts[len(t.parts)-1].set.bits }

// Parts returns the number of parts.
func (t *Table) Parts() int { return len(t.parts) }

// Len returns the number of elements.
func (t *Table) Len() int { return t.n }

// Bytes returns the memory of the table.
func (t *Table) Bytes() (n int64) {
	for _, p := range t.parts {
		n += p.set.Bytes()
	}
	return n
}

// Free releases the table.
func (t *Table) Free() {
	for _, p := range t.parts {
		p.set.Free()
	}
	*t = Table{}
}
