package compression

import (
	"math"
	"math/bits"
)

// outlook is the assumed ratio of a run's states to those of an incomplete training run.
// all.
const outlook = 64

// rootCost returns the memory of a root with this many bits, if there are this many states: in a set, where
// its place determines some of the bits, or in a slot of whole bytes. It takes into account that not all
// slots are used.
func rootCost(bits int, states float64) float64 {
	if bits <= wordBits {
		return (max(float64(bits)/16, float64(bits)-math.Log2(states)) + 5) * 1.2 / 8
	}
	return float64((bits+7)/8) * 1.4
}

// way is a way to encode the components of one type or seat.
type way struct {
	bits     int     // of a component
	bytes    float64 // of tables
	segments []option
}

// option is a possible segment.
type option struct {
	off, n  int
	table   bool
	trained int // number of values seen in training
	grown   int // expected number of further values
}

// choose determines how components are encoded: by the choice with the least memory for tables and roots,
// among those that are optimal for some price of a bit.
func choose(c *Trained, t *Training, shapeBits int) {
	states := float64(max(t.States, 1))
	if !t.Complete {
		states *= outlook
	}
	best, least := (*choice)(nil), math.Inf(1)
	for price := 1.0; price <= 1<<40; price *= 2 {
		x := newChoice(c, t, price)
		if cost := x.bytes + rootCost(shapeBits+x.bits, states)*states; cost < least {
			best, least = x, cost
		}
	}
	best.build(c, t)
}

// choice has a way for each class, and for the seats with a way of their own.
type choice struct {
	classes []way
	seats   map[seatKey]way
	bits    int // of the longest root, without the shape's number
	bytes   float64
}

func newChoice(c *Trained, t *Training, price float64) *choice {
	x := &choice{classes: make([]way, Classes(c.l)), seats: map[seatKey]way{}}
	own := make([]float64, len(x.classes)) // total cost of the seats of a class
	for _, s := range t.Seats {
		if s.Class >= 0 && s.Class < len(own) {
			w := cheapest(ClassLen(c.l, s.Class), &s.ValueStats, t.Complete, price)
			x.seats[seatKey{s.Comp, s.Class}] = w
			own[s.Class] += w.bytes + price*float64(w.bits)
		}
	}
	for k := range x.classes {
		stats := &ValueStats{}
		if k < len(t.Classes) {
			stats = &t.Classes[k]
		}
		uses := 1
		for _, shape := range c.known {
			n := 0
			for _, class := range shape {
				if class == k {
					n++
				}
			}
			uses = max(uses, n)
		}
		w := cheapest(ClassLen(c.l, k), stats, t.Complete, price*float64(uses))
		if own[k] == 0 || w.bytes+price*float64(w.bits*uses) <= own[k] {
			own[k] = 0
			x.bytes += w.bytes
		}
		x.classes[k] = w
	}
	for key, w := range x.seats {
		if own[key.class] == 0 {
			delete(x.seats, key)
		} else {
			x.bytes += w.bytes
		}
	}
	for _, shape := range c.known {
		n := 0
		for i, class := range shape {
			if w, ok := x.seats[seatKey{i, class}]; ok {
				n += w.bits
			} else {
				n += x.classes[class].bits
			}
		}
		x.bits = max(x.bits, n)
	}
	return x
}

// cheapest returns the best way to encode components of n bytes, if a bit costs as much as price bytes of
// tables.
func cheapest(n int, t *ValueStats, complete bool, price float64) way {
	if n == 0 {
		return way{}
	}
	if len(t.Values) != n {
		return number(option{off: 0, n: n}, 0, 0) // nothing is known
	}
	var cut way
	for off := 0; off < n; off += PartLen {
		o := option{off: off, n: min(PartLen, n-off)}
		best := plain(o, t)
		values := t.Distinct
		if n > PartLen {
			values = 0
			if len(t.Parts) > off/PartLen {
				values = t.Parts[off/PartLen]
			}
		}
		if values > 0 {
			best = better(best, number(o, values, min(t.Grown, values)), price)
		}
		cut.bits += best.bits
		cut.bytes += best.bytes
		cut.segments = append(cut.segments, best.segments...)
	}
	if n > PartLen && t.Distinct > 0 {
		if !complete {
			// unseen values will probably need bits in several places
			cut.bits += len(cut.segments) - 1
		}
		return better(cut, number(option{off: 0, n: n}, t.Distinct, t.Grown), price)
	}
	return cut
}

func better(a, b way, price float64) way {
	if b.bytes+price*float64(b.bits) < a.bytes+price*float64(a.bits) {
		return b
	}
	return a
}

// number returns the way that uses a table of values.
func number(o option, trained, grown int) way {
	o.table, o.trained, o.grown = true, trained, max(grown, 0)
	values := max(trained+o.grown, 1)
	each := 8.0 + 16
	if o.n > 8 {
		each += float64(o.n)
	}
	return way{bits: bits.Len(uint(values - 1)), bytes: 2048 + each*float64(values), segments: []option{o}}
}

// plain returns the way that encodes byte by byte.
func plain(o option, t *ValueStats) way {
	w := way{segments: []option{o}}
	for _, v := range t.Values[o.off : o.off+o.n] {
		if len(v) > 1 {
			w.bits += bits.Len(uint(len(v) - 1))
			w.bytes += 8 * (float64(v[len(v)-1]) + 1)
		}
	}
	return w
}

// build creates the segments.
func (x *choice) build(c *Trained, t *Training) {
	lay := func(w way, t *ValueStats) coding {
		from := len(c.segments)
		for _, o := range w.segments {
			if o.table {
				c.segments = append(c.segments, newTable(o))
			} else {
				c.segments = append(c.segments, newPlaces(o.off, o.n, t.Values[o.off:o.off+o.n]))
			}
		}
		return coding{from, len(c.segments)}
	}
	for k, w := range x.classes {
		stats := &ValueStats{}
		if k < len(t.Classes) {
			stats = &t.Classes[k]
		}
		c.byClass = append(c.byClass, lay(w, stats))
	}
	for i := range t.Seats {
		s := &t.Seats[i]
		if w, ok := x.seats[seatKey{s.Comp, s.Class}]; ok {
			c.bySeat[seatKey{s.Comp, s.Class}] = lay(w, &s.ValueStats)
		}
	}
}
