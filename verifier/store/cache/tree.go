package cache

import (
	"fmt"

	"gospin/compression/mix"
	"gospin/verifier/store"
)

// The termination-detection tree: the open states and all their ancestors. It is a part of the tree of
// generations. A state's references are its children in the tree, plus one while it is open. A state without
// references leaves the tree and may be forgotten.

// NoRef means no state.
const NoRef = store.Ref(1<<32 - 1)

func (c *Cache) refs(n uint32) byte { return *c.count(n, refsColumn) }

// Generated adds a new, open state, found at a depth, to the tree, below the state that it was generated
// from, or NoRef for the initial state.
func (c *Cache) Generated(child, parent store.Ref, depth int) {
	n := uint32(child)
	c.setWord(n, predColumn, uint32(parent)+1)
	*c.count(n, refsColumn) = 1
	if parent != NoRef {
		c.ref(uint32(parent))
	}
	if c.columns[birthColumn] >= 0 {
		c.births++
		c.setWord(n, birthColumn, c.births)
	}
	if c.columns[depthColumn] >= 0 {
		c.setWord(n, depthColumn, uint32(depth))
	}
	c.stats.InTree++
	c.stats.Tree = max(c.stats.Tree, c.stats.InTree)
}

// Choices records the number of a state's choices.
func (c *Cache) Choices(of store.Ref, n int) {
	if c.columns[outColumn] >= 0 {
		*c.count(uint32(of), outColumn) = byte(min(n, 255))
	}
}

func (c *Cache) ref(n uint32) {
	if refs := c.count(n, refsColumn); *refs < stuck {
		*refs++
	}
}

// Unref removes a reference to a state, because it has made its last choice, or a child has left the tree.
func (c *Cache) Unref(s store.Ref) {
	for n := uint32(s); ; {
		refs := c.count(n, refsColumn)
		if *refs == stuck {
			return
		}
		if *refs--; *refs > 0 {
			return
		}
		pred := c.pred(n)
		c.stats.InTree--
		c.retire(n)
		if pred == 0 {
			return
		}
		n = pred - 1
	}
}

// Shorten moves a state that was just generated at the end of a chain below the state before the chain
// (Behrmann, Larsen, Pelánek, "To store or not to store", 2003, in the form of section 4.1). The chain leaves
// the tree together with its last state.
func (c *Cache) Shorten(child, last, ancestor store.Ref) {
	c.setWord(uint32(child), predColumn, uint32(ancestor)+1)
	c.ref(uint32(ancestor))
	c.Unref(last)
}

// Pred returns the parent of a state in the tree, or NoRef.
func (c *Cache) Pred(s store.Ref) store.Ref {
	if p := c.pred(uint32(s)); p > 0 {
		return store.Ref(p - 1)
	}
	return NoRef
}

// pred returns the number of a state's parent in the tree plus one, or 0.
func (c *Cache) pred(n uint32) uint32 {
	p := c.word(n, predColumn)
	if c.columns[birthColumn] >= 0 && p > 0 && c.word(p-1, birthColumn) >= c.word(n, birthColumn) {
		return 0 // it was passed, and its record may be another state's
	}
	return p
}

// Check tests the invariants between two rounds of a search: the tree is a tree (I1) that contains all open
// states (I2), its leaves are open (I3), and each state has as many references as children, plus one if it is
// open (I4). All stored states can be found.
func (c *Cache) Check(open func(store.Ref) bool) error {
	free := c.freed()
	children := map[uint32]int{}
	inTree := 0
	var err error
	wrong := func(format string, a ...any) {
		if err == nil {
			err = fmt.Errorf(format, a...)
		}
	}
	c.each(func(n uint32) {
		if !free[n] {
			if m, ok := c.find(c.key(n), mix.Bytes(c.key(n))); !ok || m != n {
				wrong("state %d is not found by its key", n)
			}
		}
		switch {
		case free[n]:
			if open(store.Ref(n)) {
				wrong("the open state %d is forgotten", n)
			}
		case c.refs(n) > 0:
			inTree++
			if p := c.pred(n); p > 0 {
				if free[p-1] || c.refs(p-1) == 0 {
					wrong("state %d is in the tree, but not its predecessor %d", n, p-1)
				}
				children[p-1]++
			}
		case open(store.Ref(n)):
			wrong("the open state %d is not in the tree", n)
		}
	})
	c.each(func(n uint32) {
		if free[n] || c.refs(n) == 0 || c.refs(n) == stuck {
			return
		}
		want := children[n]
		if open(store.Ref(n)) {
			want++
		}
		if int(c.refs(n)) != want {
			wrong("state %d has %d references, not %d", n, c.refs(n), want)
		}
	})
	if inTree != c.stats.InTree {
		wrong("the tree has %d states, not %d", inTree, c.stats.InTree)
	}
	return err
}
