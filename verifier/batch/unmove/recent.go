package unmove

import (
	"sync/atomic"

	"gospin/verifier/roots"
)

// The cache has at least leastRecent entries. It may take more if that is at most one byte for every
// recentShare stored states.
const (
	leastRecent = 1 << 9
	recentShare = 2
)

// recent is a cache, by hash, of states that are known to be stored and to have been expanded. If it is
// shared, several scouts may use it at a time: an entry that is being written counts as absent.
type recent[R roots.Root] struct {
	words  []uint64        // of roots
	writes []atomic.Uint32 // for roots of several words: counts begins and ends of writes, odd during one
}

func newRecent[R roots.Root](n int, shared bool) (c recent[R]) {
	var r R
	c.words = make([]uint64, n*len(r))
	if shared && len(r) > 1 {
		c.writes = make([]atomic.Uint32, n)
	}
	return c
}

func (c *recent[R]) len() int {
	var r R
	return len(c.words) / len(r)
}

// at returns the slot of a hash, and the words in it.
func (c *recent[R]) at(hash uint64) (int, []uint64) {
	var r R
	at := int(hash >> 20 & uint64(c.len()-1))
	return at, c.words[at*len(r) : (at+1)*len(r)]
}

func (c *recent[R]) put(hash uint64, r *R) {
	at, of := c.at(hash)
	if c.writes != nil {
		w := &c.writes[at]
		n := w.Load()
		if n&1 != 0 || !w.CompareAndSwap(n, n+1) {
			return
		}
		defer w.Store(n + 2)
	}
	for k := range of {
		atomic.StoreUint64(&of[k], (*r)[k])
	}
}

func (c *recent[R]) has(hash uint64, r *R) bool {
	at, of := c.at(hash)
	n := uint32(0)
	if c.writes != nil {
		n = c.writes[at].Load()
	}
	for k := range of {
		if atomic.LoadUint64(&of[k]) != (*r)[k] {
			return false
		}
	}
	return c.writes == nil || n&1 == 0 && c.writes[at].Load() == n
}

func (c *recent[R]) bytes() int64 { return int64(8*len(c.words) + 4*len(c.writes)) }
