package quotient

// coreBits is the minimum number of bits in the core beyond those that determine the line.
const coreBits = 6

// discardStep is the number of lines of an old table that are read before they are released.
const discardStep = 1 << 16

// Rebuild changes the set to numbers of this many bits and a size of about this many bytes, or more if the
// numbers need more. If change is not nil, it maps the numbers; otherwise both tables are processed in the
// same order, which is fast. The old table is released on the way.
func (s *Set) Rebuild(numberBits uint, bytes int64, change func(uint64) uint64) {
	old := *s
	lines := int(bytes / (lineBits / 8))
	core := numberBits
	if change == nil && numberBits >= old.bits && 1<<old.core>>coreBits >= uint64(lines) {
		core = old.core
	}
	s.init(numberBits, core, old.tail, distBits, lines)
	for done, line := 0, 0; line < old.lines; line++ {
		if change == nil && s.core == old.core {
			s.move(&old, line)
		} else {
			old.visit(line, func(x uint64, colour uint16) {
				if change != nil {
					x = change(x)
				}
				s.paintGrowing(x, colour)
			})
		}
		if line-done >= discardStep {
			old.words.Discard(done*lineWords, line*lineWords)
			done = line
		}
	}
	old.words.Free()
}

// paintGrowing adds a number with a colour, growing the set if necessary.
func (s *Set) paintGrowing(x uint64, colour uint16) {
	for {
		if _, status := s.Paint(x, 0, colour); status != Crowded {
			return
		}
		s.Rebuild(s.bits, s.Bytes()+s.Bytes()/8, nil)
	}
}

// move adds the numbers in a line of a set with the same core. None of them may be in this set.
func (s *Set) move(old *Set, line int) {
	w := old.line(line)
	var firsts [1 << distBits]uint64 // smallest numbers of homes, by distance
	known := uint(0)
	for i := range old.each {
		v := window(w, uint(i)*old.width) & old.field
		if v == 0 {
			continue
		}
		v = ^v & old.field
		dist := uint(v >> old.low)
		if known>>dist&1 == 0 {
			known |= 1 << dist
			firsts[dist] = old.first(old.lineBefore(line, int(dist)))
		}
		from := firsts[dist]
		h := from + (v>>old.tail-from)&(1<<old.rest-1)
		wider := h>>old.extra<<s.extra | h&(1<<old.extra-1)
		if !s.settle(wider, v&(1<<old.tail-1)) {
			s.paintGrowing(old.restore(h), uint16(v&(1<<old.tail-1)))
		}
	}
}

// settle stores a new permuted number with its colour. It returns false if that requires moving others.
func (s *Set) settle(h, colour uint64) bool {
	line := s.home(h)
	low := h & (1<<s.rest - 1)
	for dist := range s.far + 1 {
		w := s.line(line)
		if pos, ok := s.free(w, low); ok {
			put(w, pos, ^(dist<<s.low|low<<s.tail|colour)&s.field)
			s.n++
			return true
		}
		if line++; line == s.lines {
			line = 0
		}
	}
	return false
}

// lineBefore returns the line that is dist lines before another.
func (s *Set) lineBefore(line, dist int) int {
	if line -= dist; line < 0 {
		line += s.lines
	}
	return line
}
