package store

var _ = []Store{
	(*plain)(nil),
	(*coded)(nil),
	(*collapse1997)(nil),
	(*packed)(nil),
	(*tree)(nil),
	(*trained)(nil),
	(*ma)(nil),
	(*bitstate)(nil),
	(*hashCompact)(nil),
}

// ColourBytes returns the number of bytes for some bits.
func ColourBytes(bits uint) int { return int(bits+7) / 8 }

// met returns the status of a visit of a stored state.
func (a *Arrival) status() Status {
	if a.Was&a.Open != 0 {
		return Open
	}
	return Closed
}

// AddColour adds to the colour in one or two bytes. The status is New for a new state.
func (a *Arrival) AddColour(c []byte, status Status) Status {
	if a.Add == 0 {
		return status
	}
	a.Was = Colour(c[0])
	if len(c) > 1 {
		a.Was |= Colour(c[1]) << 8
	}
	if a.Was&a.Mark == 0 {
		c[0] |= byte(a.Add)
		if len(c) > 1 {
			c[1] |= byte(a.Add >> 8)
		}
	}
	if status == New {
		return New
	}
	return a.status()
}

// DropColour removes bits from the colour in one or two bytes.
func DropColour(c []byte, drop Colour) {
	c[0] &^= byte(drop)
	if len(c) > 1 {
		c[1] &^= byte(drop >> 8)
	}
}

func (p *plain) KeepColours(bits uint) { p.set.tail = ColourBytes(bits) }

func (p *plain) Close(a *Arrival, r Ref, drop Colour) {
	DropColour(p.set.colour(int(r), len(p.l.Key(a.State.Vec))), drop)
}

func (c *coded) KeepColours(bits uint) { c.set.tail = ColourBytes(bits) }

func (c *coded) Close(_ *Arrival, r Ref, drop Colour) { DropColour(c.colour(r), drop) }

func (c *coded) colour(r Ref) []byte {
	k := c.set.keys.From(int(r))
	n := int(k[0]) + 1
	if k[0] == longCode {
		n = int(k[1]) | int(k[2])<<8 | int(k[3])<<16 | int(k[4])<<24 + 5
	}
	return c.set.colour(int(r), n)
}

func (c *collapse1997) KeepColours(bits uint) { c.set.tail = ColourBytes(bits) }

func (c *collapse1997) Close(_ *Arrival, r Ref, drop Colour) { DropColour(c.colour(r), drop) }

func (c *collapse1997) colour(r Ref) []byte {
	return c.set.colour(int(r), c.codec.CodeLen(c.set.keys.From(int(r))))
}

// KeepColours implements Store.
func (c *packed) KeepColours(bits uint) {
	c.roots.slots.Free()
	c.roots = newRoots(c.codec.RootBytes(), c.roots.size, ColourBytes(bits))
}

// Close looks the root up again, since it may have moved.
func (c *packed) Close(a *Arrival, _ Ref, drop Colour) {
	root := a.Hint[1:]
	if a.Hint[0] != c.codec.Version() {
		var ok bool
		if root, ok = c.codec.Encode(a.State.Vec, 0, nil); !ok {
			panic("store: the components of a stored state are gone")
		}
	}
	slot, known := c.roots.find(root)
	if !known {
		panic("store: a stored root is gone")
	}
	DropColour(c.roots.colour(slot), drop)
}

func (t *tree) KeepColours(bits uint) { t.roots.KeepColours(bits) }

// Close looks the root up again, since it may have moved.
func (t *tree) Close(_ *Arrival, r Ref, drop Colour) {
	t.roots.Clear(t.number(uint64(r)), uint16(drop))
}

func (t *trained) KeepColours(bits uint) {
	if t.colours = bits; t.long != nil {
		t.long.KeepColours(bits)
	} else {
		t.set.KeepColours(bits)
	}
}

// Close looks the root up again, since it may have moved or have been converted.
func (t *trained) Close(a *Arrival, r Ref, drop Colour) {
	if t.long != nil {
		t.long.Close(a, r, drop)
		return
	}
	x := a.Hint[1]
	if a.Hint[0] != t.codec.Version() {
		root, ok := t.codec.Encode(a.State.Vec, 0, nil)
		if !ok {
			panic("store: the values of a stored state are gone")
		}
		x = root[0]
	}
	t.set.Clear(x, uint16(drop))
}
