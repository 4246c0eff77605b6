package roots

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"gospin/compression/mix"
)

// Rules is a table of the changes that moves make. A rule has the fields that were changed, among them the
// shape, and their numbers after and before. It can be undone in any root that has the numbers after: it fits
// that root. Rules have increasing numbers (ids), which are not consecutive. A rule has a name of a few bits,
// which never changes. A new rule gets a name that no other rule has which fits the same root, while there
// are enough names.
//
// Rules that change the same fields are of one kind. There are few kinds; each has a plan for gathering the
// bits of its fields. A rule is stored as a header, and the gathered numbers after and before. Rules are
// found by a hash table, whose key is the kind and the numbers after. Its slots have some bits of names, so
// that most rules of other names are skipped. For each kind there is one field by which a root says whether
// rules of that kind may fit (places).
type Rules[R Root] struct {
	slab     []byte
	kinds    []ruleKind[R]
	places   [][]rulesAt // by shape
	slots    []uint32    // ids of rules, and the lower bits of their names; 0: free
	names    int
	n        int
	lastKind uint32 // the kind used last
	known    map[kindKey[R]]uint32
}

// ruleKind has what rules that change the same fields have in common.
type ruleKind[R Root] struct {
	mask   R
	shape  int // after the move
	parts  []rulePart
	chunks []ruleChunk
	size   int // bytes of the gathered numbers
	place  int // index among the places of the shape
	bit    int // bit in the sets of that place
}

type kindKey[R Root] struct {
	mask  R
	shape int
}

// rulePart is a run of contiguous bits of a word.
type rulePart struct {
	word      uint8
	shift, to uint8 // in the root, and in the chunk
	mask      uint64
}

// ruleChunk is a sequence of parts that are gathered into one number.
type ruleChunk struct {
	parts int // index of the first part after the chunk
	size  int // bytes
	mask  uint64
}

// rulesAt gives the kinds of rules that may fit, by the number that a root has in a field.
type rulesAt struct {
	word  int
	shift uint
	mask  uint64
	kinds []uint32
	sets  []uint64 // by the number: a bit for each kind that has a rule with this number after the move
	named []uint64 // by the name: a bit for each kind that has a rule of this name
}

// A header has the number of the kind, the name, and who made the move, plus one.
const (
	ruleKinds  = 24 // bits
	ruleHeader = 5  // bytes
	ruleGrain  = 2  // bytes; the id of a rule is its offset divided by this
	ruleNumber = 27 // bits of an id in a slot
)

// mostRules is the greatest id.
const mostRules = 1<<ruleNumber - 1

// NewRules returns an empty table with this many names, at most 255.
func NewRules[R Root](names int) *Rules[R] {
	return &Rules[R]{
		slab:  make([]byte, ruleGrain, 1<<8),
		slots: make([]uint32, 1<<6),
		names: names,
		known: map[kindKey[R]]uint32{},
	}
}

// Len returns the number of rules. Full reports whether no more can be added.
func (s *Rules[R]) Len() int { return s.n }
func (s *Rules[R]) Full() bool {
	return len(s.slab)/ruleGrain > mostRules-1<<10 || len(s.kinds) == 1<<ruleKinds
}

// Bytes returns the memory that the rules take.
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

// load returns the bytes at an offset that a mask covers.
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

// kindOf returns the kind of a rule.
func (s *Rules[R]) kindOf(id uint32) uint32 {
	return uint32(s.load(int(id)*ruleGrain, 1<<ruleKinds-1))
}

// Name returns the name of a rule.
func (s *Rules[R]) Name(id uint32) int { return int(s.slab[int(id)*ruleGrain+ruleHeader-2]) }

// By returns who made the move of a rule, or a negative number if nobody is known.
func (s *Rules[R]) By(id uint32) int { return int(s.slab[int(id)*ruleGrain+ruleHeader-1]) - 1 }

// SetBy sets who made the move of a rule.
func (s *Rules[R]) SetBy(id uint32, by int) { s.slab[int(id)*ruleGrain+ruleHeader-1] = byte(by + 1) }

// gatherParts returns the number of a chunk, given its parts.
func gatherParts[R Root](x *R, parts []rulePart) (v uint64) {
	for i := range parts {
		p := &parts[i]
		v |= (*x)[p.word] >> (p.shift & 63) & p.mask << (p.to & 63)
	}
	return v
}

// matches reports whether the gathered numbers of a root are those at an offset.
func (s *Rules[R]) matches(k *ruleKind[R], at int, x *R) bool {
	from := 0
	for i := range k.chunks {
		c := &k.chunks[i]
		if s.load(at, c.mask) != gatherParts(x, k.parts[from:c.parts]) {
			return false
		}
		at, from = at+c.size, c.parts
	}
	return true
}

// scatter sets the fields of a kind in y to the numbers at an offset.
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

// Undo undoes a rule: it sets y to the root before the move that led to x. It returns false if the rule does
// not fit x.
func (s *Rules[R]) Undo(id uint32, x, y *R) bool {
	k, at := &s.kinds[s.kindOf(id)], int(id)*ruleGrain+ruleHeader
	if !s.matches(k, at, x) {
		return false
	}
	*y = *x
	s.scatter(k, at+k.size, y)
	return true
}

// home returns the first slot to probe for rules of a kind that fit a root.
func (s *Rules[R]) home(kind uint32, k *ruleKind[R], x *R) int {
	h := uint64(kind) << 40
	for i := 0; i < len(*x); i++ {
		if m := k.mask[i]; m != 0 {
			h = mix.Word(h ^ (*x)[i]&m)
		}
	}
	return mix.Slot(h, len(s.slots))
}

// tag returns the bits of a name that are stored in slots.
func tag(name int) uint32 { return uint32(name) << ruleNumber }

// Fitting appends the rules that fit a root of a shape, the oldest first.
func (s *Rules[R]) Fitting(shape int, x *R, fit []uint32) []uint32 {
	from := len(fit)
	fit, _ = s.fitting(shape, x, -1, fit)
	slices.Sort(fit[from:])
	return fit
}

// Named appends the rules of a name that fit a root of a shape. tried is the number of kinds that were
// probed.
func (s *Rules[R]) Named(shape int, x *R, name int, fit []uint32) (_ []uint32, tried int) {
	return s.fitting(shape, x, name, fit)
}

// fitting appends the rules of a name that fit a root of a shape, or of any name if name is negative.
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
			fit = s.probe(kind, name, x, fit)
			tried++
		}
	}
	return fit, tried
}

// probe appends the rules of a kind and a name that fit a root, or of any name if name is negative.
func (s *Rules[R]) probe(kind uint32, name int, x *R, fit []uint32) []uint32 {
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
			s.matches(k, int(id)*ruleGrain+ruleHeader, x) {
			fit = append(fit, id)
		}
	}
	return fit
}

// Change is what a move changed: the bits of the fields, and their values after and before.
type Change[R Root] struct {
	Mask, After, Before R
	Shape               int // after the move
	By                  int // who made the move; negative if nobody is known
	// Fields has, for each bit of the roots of the shape after the move, the mask of the bit's field in its
	// word. Rules are looked up by fields.
	Fields []uint64
}

// Find returns the rule of a change, which leads to y. If there is none, it adds one, with a name that
// differs from those of other rules that fit y, if possible.
func (s *Rules[R]) Find(y *R, c *Change[R]) (id uint32, fresh bool) {
	if kind, known := s.kind(c); known {
		if id = s.ruleOf(kind, y, c); id != 0 {
			return id, false
		}
	}
	var space [64]uint32
	taken := make([]int, s.names)
	for _, other := range s.Fitting(c.Shape, y, space[:0]) {
		taken[s.Name(other)]++
	}
	return s.Add(c, s.chooseName(c, taken)), true
}

// Known returns the rule of a change that leads to y, or 0 if there is none. Several workers may call it at a
// time; each has its own last, the kind that it used last.
func (s *Rules[R]) Known(y *R, c *Change[R], last *uint32) uint32 {
	if n := *last; int(n) >= len(s.kinds) || !s.kinds[n].is(c) {
		kind, known := s.known[kindKey[R]{c.Mask, c.Shape}]
		if !known {
			return 0
		}
		*last = kind
	}
	return s.ruleOf(*last, y, c)
}

// ruleOf returns the rule of a change, given its kind, or 0 if there is none.
func (s *Rules[R]) ruleOf(kind uint32, y *R, c *Change[R]) uint32 {
	var space [64]uint32
	k := &s.kinds[kind]
	for _, id := range s.probe(kind, -1, y, space[:0]) {
		if s.matches(k, int(id)*ruleGrain+ruleHeader+k.size, &c.Before) {
			return id
		}
	}
	return 0
}

// kindNames is the number of names that a kind gets before its rules share them.
const kindNames = 8

// chooseName returns a name for a new rule, one of those that the fewest fitting rules have. Of these, it
// prefers a name that is new for its kind, since names distinguish the rules that fit. But all kinds that
// have a name are probed for it, so once a kind has kindNames names, it prefers one of these.
func (s *Rules[R]) chooseName(c *Change[R], taken []int) int {
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

// Each calls f with every rule, the oldest first. Shape and Fields of the changes are not set.
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

// stride returns the number of bytes that a rule of a kind takes.
func (s *Rules[R]) stride(k *ruleKind[R]) int {
	return (ruleHeader + 2*k.size + ruleGrain - 1) / ruleGrain * ruleGrain
}

// Add adds a rule with a name.
func (s *Rules[R]) Add(c *Change[R], name int) uint32 {
	if 5*(s.n+1) > 4*len(s.slots) {
		s.growSlots()
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

// put writes the gathered numbers of a root.
func (s *Rules[R]) put(k *ruleKind[R], at int, x *R) {
	from := 0
	for i := range k.chunks {
		c := &k.chunks[i]
		v := gatherParts(x, k.parts[from:c.parts])
		for j := range c.size {
			s.slab[at+j] = byte(v >> (8 * j))
		}
		at, from = at+c.size, c.parts
	}
}

// enter adds a rule to the hash table.
func (s *Rules[R]) enter(id, kind uint32, name int, after *R) {
	at := s.home(kind, &s.kinds[kind], after)
	for s.slots[at] != 0 {
		if at++; at == len(s.slots) {
			at = 0
		}
	}
	s.slots[at] = tag(name) | id
}

// growSlots makes the hash table larger.
func (s *Rules[R]) growSlots() {
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

// kind returns the kind of a change, and whether it was known. A new kind is added.
func (s *Rules[R]) kind(c *Change[R]) (kind uint32, known bool) {
	if int(s.lastKind) < len(s.kinds) && s.kinds[s.lastKind].is(c) {
		return s.lastKind, true
	}
	key := kindKey[R]{c.Mask, c.Shape}
	if kind, known = s.known[key]; known {
		s.lastKind = kind
		return kind, true
	}
	s.lastKind = uint32(len(s.kinds))
	s.known[key] = s.lastKind
	s.kinds = append(s.kinds, ruleKind[R]{mask: c.Mask, shape: c.Shape})
	s.kinds[s.lastKind].plan()
	s.place(s.lastKind, c)
	return s.lastKind, false
}

// plan decides how the bits of the mask are gathered.
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

// announce records that a rule of a kind has this name, and these numbers after the move.
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

// placeBits is the width of the widest field by which rules are looked up.
const placeBits = 20

// place chooses the field by which rules of a new kind are looked up: the widest.
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
