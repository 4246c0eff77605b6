package compression

// Chain is codecs in a row: the first codes the key, every other what the one before made of it. Only the
// first may want keys that are vectors of a layout, as Recursive and Collapse1997 do.
type Chain struct {
	codecs  []Codec
	scratch [2][]byte
}

// NewChain returns the chain of codecs.
func NewChain(codecs ...Codec) *Chain { return &Chain{codecs: codecs} }

// Encode appends the last codec's code.
func (c *Chain) Encode(dst, key []byte) []byte {
	for i, k := range c.codecs[:len(c.codecs)-1] {
		b := &c.scratch[i&1]
		*b = k.Encode((*b)[:0], key)
		key = *b
	}
	return c.codecs[len(c.codecs)-1].Encode(dst, key)
}

// Decode appends the key.
func (c *Chain) Decode(dst, code []byte) []byte {
	for i := len(c.codecs) - 1; i > 0; i-- {
		b := &c.scratch[i&1]
		*b = c.codecs[i].Decode((*b)[:0], code)
		code = *b
	}
	return c.codecs[0].Decode(dst, code)
}

// Bytes is the memory of all codecs.
func (c *Chain) Bytes() int64 {
	sum := int64(0)
	for _, k := range c.codecs {
		sum += k.Bytes()
	}
	return sum
}

// Err is the first error of a codec that may fail; nil if there is none.
func (c *Chain) Err() error {
	for _, k := range c.codecs {
		if f, ok := k.(interface{ Err() error }); ok && f.Err() != nil {
			return f.Err()
		}
	}
	return nil
}

// Counts returns the different values by class of components, if the first codec has components.
func (c *Chain) Counts() []Count {
	if k, ok := c.codecs[0].(interface{ Counts() []Count }); ok {
		return k.Counts()
	}
	return nil
}

// Free releases the tables of all codecs.
func (c *Chain) Free() {
	for _, k := range c.codecs {
		if f, ok := k.(interface{ Free() }); ok {
			f.Free()
		}
	}
}
