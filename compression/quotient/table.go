package quotient

// Table numbers numbers: the number of one is where it lies, in little more than the bits in which it differs
// from what the place says. Nothing in it moves: it grows by one more part, in which it looks, too.
type Table struct {
	parts []tablePart
	n     int
}

type tablePart struct {
	set  *Set
	from uint64 // the least number in it
}

// NewTable returns an empty table of numbers of this many bits (at most 64) with room for about this many.
func NewTable(numberBits uint, room int) *Table {
	t := &Table{}
	t.Extend(numberBits, room)
	return t
}

// tableDist is how many bits of a field say how far from home it is: more than where fields can move on.
const tableDist = 4

// tableLoad is how much of a part is in use when it becomes crowded, about.
const tableLoad = 0.8

// Extend makes room for about this many numbers more, which may have this many bits from now on.
func (t *Table) Extend(numberBits uint, room int) {
	span := t.Span()
	s := &Set{}
	lines := minLines
	for range 4 { // more lines make narrower fields
		s.measure(numberBits, numberBits, 0, tableDist, lines)
		lines = int(float64(room)/tableLoad)/s.each + 1
	}
	s.init(numberBits, numberBits, 0, tableDist, lines)
	t.parts = append(t.parts, tablePart{s, span})
}

// Touch brings the places near where a number may be.
func (t *Table) Touch(x uint64) {
	for i := range t.parts {
		if s := t.parts[i].set; x>>(s.bits-1)>>1 == 0 {
			s.touch(s.permute(x))
		}
	}
}

// Number returns the number of x, which has no more than Bits bits. The result false says that it is new and
// that the table must be extended.
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

// at is which field of a set lies there.
func (s *Set) at(line int, pos uint) uint64 {
	return uint64(line)*uint64(s.each) + uint64(uint32(pos)/uint32(s.width))
}

// At returns what has a number.
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

// TouchAt brings near what has a number.
func (t *Table) TouchAt(n uint64) {
	i := len(t.parts) - 1
	for t.parts[i].from > n {
		i--
	}
	s := t.parts[i].set
	s.touchLine(int((n - t.parts[i].from) / uint64(s.each)))
}

// Span is what all numbers that are or will be given are below, until the table is extended.
func (t *Table) Span() uint64 {
	if len(t.parts) == 0 {
		return 0
	}
	p := t.parts[len(t.parts)-1]
	return p.from + uint64(p.set.Room())
}

// Bits is how many bits what is added may have.
func (t *Table) Bits() uint { return t.parts[len(t.parts)-1].set.bits }

// Parts is how many there are to look in.
func (t *Table) Parts() int { return len(t.parts) }

// Len is how much there is in the table.
func (t *Table) Len() int { return t.n }

// Bytes is the memory of the table.
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
