package store

import (
	"errors"
	"math"
)

// A sweep-line may pass states of a cache (section 4.4): it forgets them whether they are in the tree or not,
// with all that lead to them. So the tree becomes several. A state's birth shows whether what has the record
// of its predecessor is still that: what comes later into a record is younger.

// unborn is the birth of a free record.
const unborn = math.MaxUint32

var errBirths = errors.New("more visits than a cache counts beside a sweep-line")

// Held is a state of a cache, as long as it is kept.
type Held struct{ n, birth uint32 }

// Hold names a state that was generated just now.
func (c *Cache) Hold(r Ref) Held { return Held{uint32(r), c.word(uint32(r), birthColumn)} }

// Keep has a state stay for ever, though all that lead to it may go.
func (c *Cache) Keep(r Ref) { *c.count(uint32(r), refsColumn) = stuck }

// Pass forgets states, unless that has happened before: all those from which some of them were generated, and
// that are not kept for ever, are among them or were passed before.
func (c *Cache) Pass(states []Held) {
	for _, s := range states {
		if c.word(s.n, birthColumn) != s.birth {
			continue
		}
		if c.refs(s.n) > 0 {
			c.stats.InTree--
		}
		c.drop(s.n)
		c.stats.Passed++
	}
	if c.rows.gathered && len(c.rows.heap) > 2*c.used+1<<10 { // mostly of states that are gone
		c.rows.heap = c.rows.heap[:0]
		c.gather()
	}
}
