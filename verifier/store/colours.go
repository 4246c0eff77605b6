package store

// Colour is a set of bits that belongs to a stored state. What they mean is the search's business.
type Colour uint16

// Coloured is a store that can keep a colour with every state: nested searches visit states once in each colour without
// storing them again.
type Coloured interface {
	Store
	// KeepColours makes room for colours of so many bits, at most 16, behind every state. The store must be empty.
	KeepColours(bits uint)
	// Paint is Visit for a colour: it stores a state if it is new, and adds bits to its colour unless that has one of mark
	// already, which is one of them. It returns the colour that the state had before. Bits that are neither mark nor ever
	// cleared may be missing there.
	Paint(a *Arrival, hint []uint64, mark, add Colour) (Ref, []uint64, Colour, Status)
	// Clear takes bits from the colour of the state of a, for which Paint has returned the Ref and the hint. The state's
	// vector must be that of then; others may have been stored since.
	Clear(a *Arrival, r Ref, hint []uint64, drop Colour)
}

var _ = []Coloured{(*plain)(nil), (*coded)(nil), (*collapse1997)(nil), (*collapse)(nil), (*Packed)(nil), (*tree)(nil), (*trained)(nil), (*ma)(nil)}

// colourBytes is how many bytes hold so many bits.
func colourBytes(bits uint) int { return int(bits+7) / 8 }

// paint adds to the colour in one or two bytes.
func paint(c []byte, mark, add Colour) Colour {
	was := Colour(c[0])
	if len(c) > 1 {
		was |= Colour(c[1]) << 8
	}
	if was&mark == 0 {
		c[0] |= byte(add)
		if len(c) > 1 {
			c[1] |= byte(add >> 8)
		}
	}
	return was
}

func wash(c []byte, drop Colour) {
	c[0] &^= byte(drop)
	if len(c) > 1 {
		c[1] &^= byte(drop >> 8)
	}
}

func (p *plain) KeepColours(bits uint) { p.set.tail = colourBytes(bits) }

func (p *plain) Paint(a *Arrival, hint []uint64, mark, add Colour) (Ref, []uint64, Colour, Status) {
	key := p.l.Key(a.State.Vec)
	off, status := p.set.visit(key, 0)
	if status == Full {
		return 0, hint, 0, Full
	}
	return Ref(off), hint, paint(p.set.colour(off, len(key)), mark, add), status
}

func (p *plain) Clear(a *Arrival, r Ref, _ []uint64, drop Colour) {
	wash(p.set.colour(int(r), len(p.l.Key(a.State.Vec))), drop)
}

func (c *coded) KeepColours(bits uint) { c.set.tail = colourBytes(bits) }

func (c *coded) Paint(a *Arrival, hint []uint64, mark, add Colour) (Ref, []uint64, Colour, Status) {
	r, hint, status := c.Visit(a, hint)
	if status == Full {
		return 0, hint, 0, Full
	}
	return r, hint, paint(c.colour(r), mark, add), status
}

func (c *coded) Clear(_ *Arrival, r Ref, _ []uint64, drop Colour) { wash(c.colour(r), drop) }

func (c *coded) colour(r Ref) []byte {
	k := c.set.keys.From(int(r))
	n := int(k[0]) + 1
	if k[0] == longCode {
		n = int(k[1]) | int(k[2])<<8 | int(k[3])<<16 | int(k[4])<<24 + 5
	}
	return c.set.colour(int(r), n)
}

func (c *collapse1997) KeepColours(bits uint) { c.set.tail = colourBytes(bits) }

func (c *collapse1997) Paint(a *Arrival, hint []uint64, mark, add Colour) (Ref, []uint64, Colour, Status) {
	r, hint, status := c.Visit(a, hint)
	if status == Full {
		return 0, hint, 0, Full
	}
	return r, hint, paint(c.colour(r), mark, add), status
}

func (c *collapse1997) Clear(_ *Arrival, r Ref, _ []uint64, drop Colour) { wash(c.colour(r), drop) }

func (c *collapse1997) colour(r Ref) []byte {
	return c.set.colour(int(r), c.codec.CodeLen(c.set.keys.From(int(r))))
}

func (c *collapse) KeepColours(bits uint) {
	c.roots.slots.Free()
	c.roots = newRoots(c.codec.RootBytes(), c.roots.size, colourBytes(bits))
}

func (c *collapse) Paint(a *Arrival, hint []uint64, mark, add Colour) (Ref, []uint64, Colour, Status) {
	r, hint, status := c.Visit(a, hint)
	if status == Full {
		return 0, hint, 0, Full
	}
	return r, hint, paint(c.roots.colour(int(r)), mark, add), status
}

// Clear finds the root anew: it may have moved.
func (c *collapse) Clear(a *Arrival, _ Ref, hint []uint64, drop Colour) {
	root := hint[1:]
	if hint[0] != c.codec.Version() {
		var ok bool
		if root, ok = c.codec.Encode(a.State.Vec, 0, nil); !ok {
			panic("store: the components of a stored state are gone")
		}
	}
	slot, known := c.roots.find(root)
	if !known {
		panic("store: a stored root is gone")
	}
	wash(c.roots.colour(slot), drop)
}

func (t *tree) KeepColours(bits uint) { t.roots.KeepColours(bits) }

// Clear finds the root anew: it may have moved.
func (t *tree) Clear(_ *Arrival, r Ref, _ []uint64, drop Colour) {
	t.roots.Clear(t.number(uint64(r)), uint16(drop))
}

func (t *trained) KeepColours(bits uint) {
	if t.colours = bits; t.long != nil {
		t.long.KeepColours(bits)
	} else {
		t.set.KeepColours(bits)
	}
}

// Clear finds the root anew: it may have moved, or have another form by now.
func (t *trained) Clear(a *Arrival, r Ref, hint []uint64, drop Colour) {
	if t.long != nil {
		t.long.Clear(a, r, hint, drop)
		return
	}
	x := hint[1]
	if hint[0] != t.codec.Version() {
		root, ok := t.codec.Encode(a.State.Vec, 0, nil)
		if !ok {
			panic("store: the values of a stored state are gone")
		}
		x = root[0]
	}
	t.set.Clear(x, uint16(drop))
}
