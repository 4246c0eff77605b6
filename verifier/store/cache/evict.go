package cache

// Criterion determines which states are forgotten first.
type Criterion struct {
	By      By
	Modulo  int  // for Strata
	Reverse bool // reverse the order
}

// By is the property of states that a criterion compares.
type By uint8

const (
	Randomly  By = iota
	OldestOut    // first those that left the tree first
	NewestOut    // first those that left it last
	Depth        // first those found nearest to the start
	Indegree     // first those visited least while they were in the tree
	Outdegree    // first those with the fewest choices
	Visits       // first those generated least often, estimated by hashes
	// Strata: first those whose depth is not a multiple of Modulo (Geldenhuys, "State caching reconsidered",
	// 2004)
	Strata
)

func (e *Criterion) column() int {
	switch e.By {
	case Depth, Strata:
		return depthColumn
	case Indegree:
		return inColumn
	case Outdegree:
		return outColumn
	case Visits:
		return visitsColumn
	}
	return predColumn
}

// order decides between states that are equal for all criteria.
type order uint8

const (
	inRandomOrder order = iota
	oldestFirst
	newestFirst
)

// ranking removes the criteria after the first one that distinguishes all states.
func ranking(list []Criterion) ([]Criterion, order) {
	for i, e := range list {
		switch {
		case e.By == Randomly:
			return list[:i], inRandomOrder
		case e.By == OldestOut && !e.Reverse, e.By == NewestOut && e.Reverse:
			return list[:i], oldestFirst
		case e.By == NewestOut, e.By == OldestOut:
			return list[:i], newestFirst
		}
	}
	return list, inRandomOrder
}

// candidates has the states that may be forgotten, in a heap with the first one to forget at the top. It is
// built when first needed.
type candidates struct {
	heap     []uint32
	gathered bool
}

func (d *candidates) bytes() int64 { return 4 * int64(cap(d.heap)) }

// before reports whether a state is forgotten before another.
func (c *Cache) before(a, b uint32) bool {
	for i := range c.evict {
		e := &c.evict[i]
		x, y := c.value(e, a), c.value(e, b)
		if x != y {
			return x < y != e.Reverse
		}
	}
	x, y := c.word(a, predColumn), c.word(b, predColumn)
	if c.rank == newestFirst {
		return int32(x-y) > 0
	}
	if c.rank == oldestFirst {
		return int32(x-y) < 0
	}
	return x < y
}

func (c *Cache) value(e *Criterion, n uint32) uint32 {
	switch e.By {
	case Depth:
		return c.word(n, depthColumn)
	case Strata:
		if c.word(n, depthColumn)%uint32(e.Modulo) == 0 {
			return 1
		}
		return 0
	}
	return uint32(*c.count(n, e.column()))
}

// retire makes a state that has left the tree a candidate. Its rank replaces its predecessor, which is
// useless now, since that may be forgotten, too.
func (c *Cache) retire(n uint32) {
	rank := c.sequence
	if c.sequence++; c.rank == inRandomOrder {
		rank = c.random.Uint32()
	}
	c.setWord(n, predColumn, rank)
	if c.rows.gathered {
		c.push(n)
	}
}

func (c *Cache) push(n uint32) {
	h := append(c.rows.heap, n)
	i := len(h) - 1
	for i > 0 && c.before(n, h[(i-1)/2]) {
		h[i] = h[(i-1)/2]
		i = (i - 1) / 2
	}
	h[i] = n
	c.rows.heap = h
}

func (c *Cache) pop() uint32 {
	h := c.rows.heap
	top, last := h[0], h[len(h)-1]
	c.rows.heap = h[:len(h)-1]
	if len(c.rows.heap) > 0 {
		c.sift(last, 0)
	}
	return top
}

// sift moves n down to its position below i.
func (c *Cache) sift(n uint32, i int) {
	h := c.rows.heap
	for k := 2*i + 1; k < len(h); k = 2*i + 1 {
		if k+1 < len(h) && c.before(h[k+1], h[k]) {
			k++
		}
		if !c.before(h[k], n) {
			break
		}
		h[i] = h[k]
		i = k
	}
	h[i] = n
}

// gather makes all states that have left the tree candidates.
func (c *Cache) gather() {
	c.rows.gathered = true
	c.each(func(n uint32) {
		if c.refs(n) == 0 {
			c.rows.heap = append(c.rows.heap, n)
		}
	})
	for i := len(c.rows.heap)/2 - 1; i >= 0; i-- {
		c.sift(c.rows.heap[i], i)
	}
}

// forget makes room for one state. It returns false if all states are in the tree.
func (c *Cache) forget() bool {
	if !c.rows.gathered {
		c.gather()
	}
	for len(c.rows.heap) > 0 {
		if n := c.pop(); c.refs(n) == 0 { // otherwise it was passed since
			c.drop(n)
			c.stats.Forgotten++
			return true
		}
	}
	return false
}

// drop removes a state. Its record is free, and counts as referenced.
func (c *Cache) drop(n uint32) {
	c.leave(n)
	r := c.record(n)
	clear(r[:c.head])
	if c.stride > 0 {
		clear(r[c.head:c.stride])
		c.setWord(n, predColumn, c.free)
		c.free = n + 1
	} else {
		c.long.giveBack(n, c.head+len(c.key(n)))
	}
	*c.count(n, refsColumn) = stuck
	if c.columns[birthColumn] >= 0 {
		c.setWord(n, birthColumn, unborn)
	}
	c.used--
}
