package cache

import (
	"errors"
	"math"

	"gospin/verifier/store"
)

// A sweep-line may pass states of a cache (section 4.4): the cache forgets them with their ancestors even if
// they are in the tree, which then becomes several trees. A state's birth shows whether its predecessor's
// record still belongs to the predecessor: a later state in the record is younger.

// unborn is the birth of a free record.
const unborn = math.MaxUint32

var errBirths = errors.New("more visits than a cache counts beside a sweep-line")

// Held identifies a state of a cache as long as it is stored.
type Held struct{ n, birth uint32 }

// Hold returns the Held of a state that was just generated.
func (c *Cache) Hold(r store.Ref) Held { return Held{uint32(r), c.word(uint32(r), birthColumn)} }

// Keep keeps a state for ever, even if its ancestors are forgotten.
func (c *Cache) Keep(r store.Ref) { *c.count(uint32(r), refsColumn) = stuck }

// Pass forgets states that are not forgotten yet. Their ancestors, except those that are kept for ever, must
// be among them or have been passed before.
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
	if c.rows.gathered && len(c.rows.heap) > 2*c.used+1<<10 { // mostly states that are forgotten
		c.rows.heap = c.rows.heap[:0]
		c.gather()
	}
}
