package compression

// Chain is a sequence of codecs: the first one encodes the key, and each further one the previous code. Only
// the first may require keys to be vectors of a layout, as Recursive and Collapse1997 do.
type Chain struct {
	codecs  []Codec
	scratch [2][]byte
}

// NewChain returns a chain of codecs.
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

// Bytes returns the memory of all codecs.
func (c *Chain) Bytes() int64 {
	sum := int64(0)
	for _, k := range c.codecs {
		sum += k.Bytes()
	}
	return sum
}

// Err returns the first error of a codec, or nil.
func (c *Chain) Err() error {
	for _, k := range c.codecs {
		if f, ok := k.(interface{ Err() error }); ok && f.Err() != nil {
			return f.Err()
		}
	}
	return nil
}

// Counts returns the numbers of different values by class of components, if the first codec has components.
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
