package roots

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"gospin/compression/mix"
)

// Rules are what moves have changed. A rule is the fields that were changed, the shape among them, and their
// numbers after and before; so it can be undone in any root that has the numbers after, whatever else that
// has. Rules have numbers in the order in which they come up, not one after the other.
// A rule has a name, of a few bits, which never changes: a new one is given a name that no other has which
// fits the same root, as long as there are any.
//
// Rules that change the same fields are of a kind, of which there are few; each knows the bits of these
// fields, which are gathered. A rule is a header of some bytes, then what is gathered after and before. Rules
// are looked for in a table by their kind and what is there after them; its slots hold names, too, so that
// rules of others are passed over. What a root has in one field of each kind tells which kinds may fit
// (places).
type Rules[R Root] struct {
	slab   []byte
	kinds  []ruleKind[R]
	places [][]rulesAt // by shape
	slots  []uint32    // numbers of rules, and the lower bits of their names; 0: free
	names  int
	n      int
	met    uint32 // the kind met last
	known  map[kindKey[R]]uint32
}

// ruleKind is what rules have in common that change the same fields.
type ruleKind[R Root] struct {
	mask   R
	shape  int // after
	parts  []rulePart
	chunks []ruleChunk
	size   int // bytes of what is gathered
	place  int // of those of the shape
	bit    int // there
}

type kindKey[R Root] struct {
	mask  R
	shape int
}

// rulePart are bits of a word that follow one another.
type rulePart struct {
	word      uint8
	shift, to uint8 // in the root, and in the chunk
	mask      uint64
}

// ruleChunk are parts that are gathered into one number.
type ruleChunk struct {
	parts int // up to which
	size  int // bytes
	mask  uint64
}

// rulesAt says what kinds of rules there are by the number that a root has after them in a field.
type rulesAt struct {
	word  int
	shift uint
	mask  uint64
	kinds []uint32
	sets  []uint64 // by the number: of which of these kinds
	named []uint64 // likewise, by the name
}

// A header is the number of the kind, the name, and who made the move, plus one.
const (
	ruleKinds  = 24 // bits
	ruleHeader = 5  // bytes
	ruleGrain  = 2  // bytes: the places of rules, divided by that, are their numbers
	ruleNumber = 27 // bits of a number in a slot
)

// mostRules is how much the numbers of rules can be.
const mostRules = 1<<ruleNumber - 1

// NewRules returns rules of this many names, at most 255.
func NewRules[R Root](names int) *Rules[R] {
	return &Rules[R]{
		slab:  make([]byte, ruleGrain, 1<<8),
		slots: make([]uint32, 1<<6),
		names: names,
		known: map[kindKey[R]]uint32{},
	}
}

// Len is how many rules there are. Full says that there can be no more.
func (s *Rules[R]) Len() int { return s.n }
func (s *Rules[R]) Full() bool {
	return len(s.slab)/ruleGrain > mostRules-1<<10 || len(s.kinds) == 1<<ruleKinds
}

// Bytes is what they take.
func (s *Rules[R]) Bytes() int64 {
	n := cap(s.slab) + 4*cap(s.slots)
	for i := range s.kinds {
		n += 24*width[R]() + 32 + 16*len(s.kinds[i].parts) + 24*len(s.kinds[i].chunks)
	}
	for _, places := range s.places {
		for i := range places {
			n += 88 + 8*cap(places[i].sets) + 8*cap(places[i].named) + 4*cap(places[i].kinds)
		}
	}
	return int64(n)
}

// load is what lies at a place, as many bytes as a mask has.
func (s *Rules[R]) load(at int, mask uint64) uint64 {
	if at+8 <= cap(s.slab) {
		return binary.LittleEndian.Uint64(s.slab[at:at+8]) & mask
	}
	v := uint64(0)
	for i := range s.slab[at:] {
		v |= uint64(s.slab[at+i]) << (8 * i)
	}
	return v & mask
}

// kindOf is the kind of a rule.
func (s *Rules[R]) kindOf(id uint32) uint32 {
	return uint32(s.load(int(id)*ruleGrain, 1<<ruleKinds-1))
}

// Name is that of a rule.
func (s *Rules[R]) Name(id uint32) int { return int(s.slab[int(id)*ruleGrain+ruleHeader-2]) }

// By is who made the move of a rule; below 0: nobody is known.
func (s *Rules[R]) By(id uint32) int { return int(s.slab[int(id)*ruleGrain+ruleHeader-1]) - 1 }

// SetBy says who made it.
func (s *Rules[R]) SetBy(id uint32, by int) { s.slab[int(id)*ruleGrain+ruleHeader-1] = byte(by + 1) }

// gathered is the number of a chunk, of which parts from one on are given.
func gathered[R Root](x *R, parts []rulePart) (v uint64) {
	for i := range parts {
		p := &parts[i]
		v |= (*x)[p.word] >> (p.shift & 63) & p.mask << (p.to & 63)
	}
	return v
}

// has reports whether a root is gathered to what lies at a place.
func (s *Rules[R]) has(k *ruleKind[R], at int, x *R) bool {
	from := 0
	for i := range k.chunks {
		c := &k.chunks[i]
		if s.load(at, c.mask) != gathered(x, k.parts[from:c.parts]) {
			return false
		}
		at, from = at+c.size, c.parts
	}
	return true
}

// scatter puts what lies at a place into a root.
func (s *Rules[R]) scatter(k *ruleKind[R], at int, y *R) {
	from := 0
	for i := 0; i < len(*y); i++ {
		(*y)[i] &^= k.mask[i]
	}
	for i := range k.chunks {
		c := &k.chunks[i]
		v := s.load(at, c.mask)
		for j := from; j < c.parts; j++ {
			p := &k.parts[j]
			(*y)[p.word] |= v >> (p.to & 63) & p.mask << (p.shift & 63)
		}
		at, from = at+c.size, c.parts
	}
}

// Undo makes y the root that was x before a rule. False: the rule does not fit.
func (s *Rules[R]) Undo(id uint32, x, y *R) bool {
	k, at := &s.kinds[s.kindOf(id)], int(id)*ruleGrain+ruleHeader
	if !s.has(k, at, x) {
		return false
	}
	*y = *x
	s.scatter(k, at+k.size, y)
	return true
}

// home is the slot from which on the rules of a kind are that fit a root.
func (s *Rules[R]) home(kind uint32, k *ruleKind[R], x *R) int {
	h := uint64(kind) << 40
	for i := 0; i < len(*x); i++ {
		if m := k.mask[i]; m != 0 {
			h = mix.Word(h ^ (*x)[i]&m)
		}
	}
	return mix.Slot(h, len(s.slots))
}

// tag is what a slot tells of a name.
func tag(name int) uint32 { return uint32(name) << ruleNumber }

// Fitting appends the rules that fit a root of a shape, the oldest first.
func (s *Rules[R]) Fitting(shape int, x *R, fit []uint32) []uint32 {
	from := len(fit)
	fit, _ = s.fitting(shape, x, -1, fit)
	slices.Sort(fit[from:])
	return fit
}

// Named appends the rules of a name that fit a root of a shape. Tried is of how many kinds they may be.
func (s *Rules[R]) Named(shape int, x *R, name int, fit []uint32) (_ []uint32, tried int) {
	return s.fitting(shape, x, name, fit)
}

// fitting appends the rules of a name that fit a root of a shape; below 0: of any.
func (s *Rules[R]) fitting(shape int, x *R, name int, fit []uint32) (_ []uint32, tried int) {
	if shape >= len(s.places) {
		return fit, 0
	}
	for i := range s.places[shape] {
		p := &s.places[shape][i]
		among := ^uint64(0)
		if name >= 0 {
			if among = p.named[name]; among == 0 {
				continue
			}
		}
		v := (*x)[p.word] >> (p.shift & 63) & p.mask
		if v >= uint64(len(p.sets)) {
			continue
		}
		for set := p.sets[v] & among; set != 0; set &= set - 1 {
			kind := p.kinds[bits.TrailingZeros64(set)]
			fit = s.follow(kind, name, x, fit)
			tried++
		}
	}
	return fit, tried
}

// follow appends the rules of a kind and a name that fit a root; below 0: of any name.
func (s *Rules[R]) follow(kind uint32, name int, x *R, fit []uint32) []uint32 {
	k := &s.kinds[kind]
	for at := s.home(kind, k, x); s.slots[at] != 0; {
		slot := s.slots[at]
		if at++; at == len(s.slots) {
			at = 0
		}
		if name >= 0 && (slot^tag(name))>>ruleNumber != 0 {
			continue
		}
		id := slot & mostRules
		if s.kindOf(id) == kind && (name < 0 || s.Name(id) == name) &&
			s.has(k, int(id)*ruleGrain+ruleHeader, x) {
			fit = append(fit, id)
		}
	}
	return fit
}

// Change is what a move has changed: the bits of the fields, and what is there after and before.
type Change[R Root] struct {
	Mask, After, Before R
	Shape               int // after
	By                  int // who made the move; below 0: nobody is known
	// Fields tell for each bit of the roots of the shape after which bits of the same word are of its field.
	// By these rules are looked for.
	Fields []uint64
}

// Find finds the rule of a change. It is made, if it is new, with a name of its own among those that fit y,
// which the change leads to.
func (s *Rules[R]) Find(y *R, c *Change[R]) (id uint32, fresh bool) {
	if kind, met := s.kind(c); met {
		if id = s.of(kind, y, c); id != 0 {
			return id, false
		}
	}
	var space [64]uint32
	taken := make([]int, s.names)
	for _, other := range s.Fitting(c.Shape, y, space[:0]) {
		taken[s.Name(other)]++
	}
	return s.Add(c, s.choose(c, taken)), true
}

// Known is the rule of a change that leads to y; 0: there is none yet. Several may ask at a time; met is the
// kind that was met last.
func (s *Rules[R]) Known(y *R, c *Change[R], met *uint32) uint32 {
	if n := *met; int(n) >= len(s.kinds) || !s.kinds[n].is(c) {
		kind, known := s.known[kindKey[R]{c.Mask, c.Shape}]
		if !known {
			return 0
		}
		*met = kind
	}
	return s.of(*met, y, c)
}

// of is the rule of a change of a kind; 0: there is none.
func (s *Rules[R]) of(kind uint32, y *R, c *Change[R]) uint32 {
	var space [64]uint32
	k := &s.kinds[kind]
	for _, id := range s.follow(kind, -1, y, space[:0]) {
		if s.has(k, int(id)*ruleGrain+ruleHeader+k.size, &c.Before) {
			return id
		}
	}
	return 0
}

// kindNames is how many names a kind has before its rules share them.
const kindNames = 8

// choose chooses a name for a new rule, one of those that are taken least often. Names are to tell rules that
// fit from others: so it is one that its kind has not. But a name is looked for in all kinds that have it: so
// it is one that its kind has, once these are some.
func (s *Rules[R]) choose(c *Change[R], taken []int) int {
	kind, _ := s.kind(c)
	k := &s.kinds[kind]
	named, bit := s.places[k.shape][k.place].named, k.bit
	had := 0
	for _, kinds := range named {
		had += int(kinds >> bit & 1)
	}
	least, name := slices.Min(taken), -1
	for i := range taken {
		j := (s.n*7 + i) % s.names
		if taken[j] > least {
			continue
		}
		if old := named[j]>>bit&1 == 1; old == (had >= kindNames) {
			return j
		}
		if name < 0 {
			name = j
		}
	}
	return name
}

// Each calls f with every rule, the oldest first. Of the changes, Shape and Fields are left out.
func (s *Rules[R]) Each(f func(id uint32, c *Change[R])) {
	for at := ruleGrain; at < len(s.slab); {
		id := uint32(at / ruleGrain)
		k := &s.kinds[s.kindOf(id)]
		c := Change[R]{Mask: k.mask, By: s.By(id)}
		s.scatter(k, at+ruleHeader, &c.After)
		s.scatter(k, at+ruleHeader+k.size, &c.Before)
		f(id, &c)
		at += s.stride(k)
	}
}

// stride is how many bytes a rule of a kind takes.
func (s *Rules[R]) stride(k *ruleKind[R]) int {
	return (ruleHeader + 2*k.size + ruleGrain - 1) / ruleGrain * ruleGrain
}

// Add makes a rule with a name.
func (s *Rules[R]) Add(c *Change[R], name int) uint32 {
	if 5*(s.n+1) > 4*len(s.slots) {
		s.spread()
	}
	kind, _ := s.kind(c)
	k := &s.kinds[kind]
	at, stride := len(s.slab), s.stride(k)
	if at+stride > cap(s.slab) {
		slab := make([]byte, at, at+stride+8+at/8)
		copy(slab, s.slab)
		s.slab = slab
	}
	s.slab = s.slab[:at+stride]
	s.put(k, at+ruleHeader, &c.After)
	s.put(k, at+ruleHeader+k.size, &c.Before)
	id := uint32(at / ruleGrain)
	binary.LittleEndian.PutUint32(s.slab[at:], kind)
	s.slab[at+ruleHeader-2], s.slab[at+ruleHeader-1] = byte(name), byte(c.By+1)
	s.enter(id, kind, name, &c.After)
	s.announce(k, c, name)
	s.n++
	return id
}

// put writes what a root is gathered to.
func (s *Rules[R]) put(k *ruleKind[R], at int, x *R) {
	from := 0
	for i := range k.chunks {
		c := &k.chunks[i]
		v := gathered(x, k.parts[from:c.parts])
		for j := range c.size {
			s.slab[at+j] = byte(v >> (8 * j))
		}
		at, from = at+c.size, c.parts
	}
}

// enter puts a rule into the table.
func (s *Rules[R]) enter(id, kind uint32, name int, after *R) {
	at := s.home(kind, &s.kinds[kind], after)
	for s.slots[at] != 0 {
		if at++; at == len(s.slots) {
			at = 0
		}
	}
	s.slots[at] = tag(name) | id
}

// spread makes more slots.
func (s *Rules[R]) spread() {
	s.slots = make([]uint32, len(s.slots)+len(s.slots)/3)
	for at := ruleGrain; at < len(s.slab); {
		id := uint32(at / ruleGrain)
		kind := s.kindOf(id)
		k := &s.kinds[kind]
		var after R
		s.scatter(k, at+ruleHeader, &after)
		s.enter(id, kind, s.Name(id), &after)
		at += s.stride(k)
	}
}

func (k *ruleKind[R]) is(c *Change[R]) bool { return k.mask == c.Mask && k.shape == c.Shape }

// kind is that of a change, and whether it was met before.
func (s *Rules[R]) kind(c *Change[R]) (kind uint32, met bool) {
	if int(s.met) < len(s.kinds) && s.kinds[s.met].is(c) {
		return s.met, true
	}
	key := kindKey[R]{c.Mask, c.Shape}
	if kind, met = s.known[key]; met {
		s.met = kind
		return kind, true
	}
	s.met = uint32(len(s.kinds))
	s.known[key] = s.met
	s.kinds = append(s.kinds, ruleKind[R]{mask: c.Mask, shape: c.Shape})
	s.kinds[s.met].plan()
	s.place(s.met, c)
	return s.met, false
}

// plan says how the bits of the mask are gathered.
func (k *ruleKind[R]) plan() {
	used := 0
	end := func() {
		if used > 0 {
			k.chunks = append(k.chunks, ruleChunk{len(k.parts), (used + 7) / 8, 1<<used - 1})
			k.size += (used + 7) / 8
		}
		used = 0
	}
	for i := 0; i < len(k.mask); i++ {
		for m := k.mask[i]; m != 0; {
			low := bits.TrailingZeros64(m)
			n := bits.TrailingZeros64(^(m >> low))
			if used+n > 64 {
				end()
			}
			k.parts = append(k.parts, rulePart{uint8(i), uint8(low), uint8(used), 1<<n - 1})
			used += n
			m &^= (1<<n - 1) << low
		}
	}
	end()
}

// announce has rules of a kind looked for by what is there after a change.
func (s *Rules[R]) announce(k *ruleKind[R], c *Change[R], name int) {
	p := &s.places[c.Shape][k.place]
	v := int(c.After[p.word] >> (p.shift & 63) & p.mask)
	if v >= len(p.sets) {
		sets := make([]uint64, v+1+v/8)
		copy(sets, p.sets)
		p.sets = sets
	}
	p.sets[v] |= 1 << k.bit
	p.named[name] |= 1 << k.bit
}

// placeBits is the width of the widest field by whose numbers there are lists.
const placeBits = 20

// place finds out by which field rules of a new kind are looked for: by the widest.
func (s *Rules[R]) place(kind uint32, c *Change[R]) {
	for len(s.places) <= c.Shape {
		s.places = append(s.places, nil)
	}
	var best rulesAt
	for i := 0; i < len(c.Mask); i++ {
		for m := c.Mask[i]; m != 0; {
			low := uint(bits.TrailingZeros64(m))
			f := c.Fields[i<<6+int(low)]&c.Mask[i] | 1<<low
			m &^= f
			if n := bits.Len64(f >> low); n <= placeBits && f>>low > best.mask {
				best = rulesAt{word: i, shift: low, mask: f >> low}
			}
		}
	}
	k, places := &s.kinds[kind], s.places[c.Shape]
	for i := range places {
		p := &places[i]
		if p.word == best.word && p.shift == best.shift && p.mask == best.mask && len(p.kinds) < 64 {
			k.place, k.bit = i, len(p.kinds)
			p.kinds = append(p.kinds, kind)
			return
		}
	}
	best.kinds, best.named = []uint32{kind}, make([]uint64, s.names)
	k.place = len(places)
	s.places[c.Shape] = append(places, best)
}
