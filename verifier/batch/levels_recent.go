package batch

import "gospin/verifier/roots"

// States that are recently known take at most a byte for so many states, if there are more than the least.
const (
	leastRecent = 1 << 9
	recentShare = 4
)

// recent are states known to be stored, by their hashes; and the lower bits of levels that they are not
// beyond.
type recent[R roots.Root] struct {
	roots  []R
	levels []uint8
}

func newRecent[R roots.Root](n int) recent[R] { return recent[R]{make([]R, n), make([]uint8, n)} }

func (c *recent[R]) at(hash uint64) int { return int(hash >> 20 & uint64(len(c.roots)-1)) }

func (c *recent[R]) put(hash uint64, r *R, level uint32) {
	at := c.at(hash)
	c.roots[at], c.levels[at] = *r, uint8(level)
}

// find is a level up to now that a state is not beyond.
func (c *recent[R]) find(hash uint64, r *R, now uint32) (level uint32, ok bool) {
	at := c.at(hash)
	return now - uint32(uint8(now)-c.levels[at]), c.roots[at] == *r
}

func (c *recent[R]) bytes() int64 {
	var r R
	return int64(len(c.roots) * (8*len(r) + 1))
}
