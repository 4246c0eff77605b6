package search

import (
	"fmt"
	"math"
	"slices"

	"gospin/verifier/limit"
	"gospin/verifier/store"
	"gospin/verifier/store/cache"
	"gospin/verifier/system"
	"gospin/vm"
)

// Cache is a store that forgets states (cache.Cache). It has a tree of the states that were generated and are
// not closed, with their ancestors.
type Cache interface {
	store.Store
	// CountBeside makes the cache include the search's other memory in its limit.
	CountBeside(bytes func() int64)
	// Generated adds a new state, found at a depth, to the tree, below another one or as a root.
	Generated(r, pred store.Ref, depth int)
	// Choices records the number of a state's choices.
	Choices(r store.Ref, n int)
	// Shorten removes a chain of states with one choice each from the tree, up to its ancestor.
	Shorten(r, pred, ancestor store.Ref)
	// Unref removes a state that has made all its choices.
	Unref(r store.Ref)
	// Pred returns the parent of a state, or cache.NoRef.
	Pred(r store.Ref) store.Ref
	// Find looks a state up without storing it.
	Find(a *store.Arrival) (store.Ref, bool)
	// Distinct returns the approximate number of different visited states.
	Distinct() uint64
	// Check tests the invariants of the tree.
	Check(open func(r store.Ref) bool) error
}

// Caching has the options of an exploring search with a store that forgets states.
type Caching struct {
	Chains    bool    // remove chains of states with one choice from the tree once they have ended
	MaxVisits float64 // maximum number of visits per different state; 0 for no limit
	Known     uint64  // number of different states; 0 to use the store's estimate
}

// Lean reports whether the choice e of a state that was found by the choice f may be omitted, because they
// are independent, and e is smaller in an order of all choices. Then the state after both is reached by
// making e first, where f was made (Bošnački, Elkind, Genest, Peled, "On commutativity based edge lean
// search", 2007).
type Lean func(e, f *system.Choice) bool

// VisitLimit is the reason when a search ends because it has visited too many states again.
const VisitLimit = "too many states were visited again"

// generated adds the present state, with its frame g, found in the round of s, to the tree.
func (e *explorer) generated(s, g *openFrame) {
	pred := cache.NoRef
	if s != nil && (e.line == nil || !e.line.back) {
		pred = store.Ref(s.number)
	}
	e.cache.Generated(store.Ref(g.number), pred, int(g.depth))
	if e.line != nil {
		e.line.generated(store.Ref(g.number))
	}
	if checked {
		e.opened[store.Ref(g.number)] = true
	}
}

// link updates chains after the state of frame g, found in the round of s, was expanded.
func (e *explorer) link(s, g *openFrame) {
	e.cache.Choices(store.Ref(g.number), int(g.n))
	if g.ancestor = none; s == nil || !e.options.Caching.Chains {
		return
	}
	switch {
	case g.n == 1 && s.ancestor != none:
		g.ancestor = s.ancestor
	case g.n == 1:
		g.ancestor = s.number
	case s.ancestor != none:
		e.cache.Shorten(store.Ref(g.number), store.Ref(s.number), store.Ref(s.ancestor))
	}
}

// enough ends a search that visits too many states again.
func (e *explorer) enough() {
	most := e.options.Caching.MaxVisits
	if most == 0 || e.cache == nil {
		return
	}
	known := e.options.Caching.Known
	if known == 0 {
		known = e.cache.Distinct()
	}
	if float64(e.res.Stored) > math.Max(most*float64(known), 1) {
		e.res.incomplete(VisitLimit)
		e.halt()
	}
}

// check tests the invariants of the tree.
func (e *explorer) check() {
	if e.cache == nil || e.stop {
		return
	}
	if e.res.Stored > 300 && e.res.Transitions()%97 != 0 {
		return
	}
	if err := e.cache.Check(func(r store.Ref) bool { return e.opened[r] }); err != nil {
		panic(fmt.Sprint("termination-detection tree: ", err))
	}
}

// leaner omits choices of a state that the choice f has found in a single step.
func (e *explorer) leaner(f *system.Choice, before uint8) {
	if n := len(e.x.Choices); n > 0 && before == 0 {
		isLess := func(c system.Choice) bool { return e.options.Lean(&c, f) }
		e.x.Choices = slices.DeleteFunc(e.x.Choices, isLess)
		e.x.Whole = e.x.Whole && len(e.x.Choices) == n
	}
}

// remade returns the choices from the initial state to the open state s, along the tree. Since a cache does
// not store choices, it makes them again.
func (e *explorer) remade(s *openFrame) []system.Taken {
	var refs []store.Ref
	for r := store.Ref(s.number); r != cache.NoRef; r = e.cache.Pred(r) {
		refs = append(refs, r)
	}
	m := &remaker{explorer: e}
	e.Sys.Initial(&m.cur)
	var out []system.Taken
	for _, r := range slices.Backward(refs[:len(refs)-1]) {
		m.seen = map[string]bool{}
		if !m.find(m.cur, r, &out) {
			panic("a state of the tree is not found behind its predecessor")
		}
	}
	return out
}

// remaker makes choices again.
type remaker struct {
	*explorer
	cur  vm.State
	seen map[string]bool // states of chains, with the choices that led there
	made int             // number of choices made
}

const remadeEvery = 1 << 8 // choices between checks of the context; each is an expansion and a look-up

// look ends the search for the path if the context is done.
func (m *remaker) checkContext() {
	if m.made++; m.made%remadeEvery != 0 {
		return
	}
	if why := limit.Cause(m.ctx); why != "" {
		panic(noPath{string(why)})
	}
}

// find searches from s for the state r, through states within sequences and those of chains. It appends the
// choices to r, and makes r the present state.
func (m *remaker) find(s vm.State, r store.Ref, out *[]system.Taken) bool {
	var from vm.State
	from.CopyFrom(&s)
	x := &system.Expansion{Room: system.Unlimited, After: system.AllChoices}
	m.Sys.Expand(&from, x)
	for x.Effect&vm.Released != 0 {
		m.Sys.Expand(&from, x)
	}
	depth := len(*out)
	for _, c := range slices.Clone(x.Choices) {
		var to vm.State
		to.CopyFrom(&from)
		to.Dirty = 0
		m.checkContext()
		step := m.Sys.Do(&to, &c, system.Unlimited)
		if step.Effect&(vm.Pruned|vm.Abort) != 0 {
			continue
		}
		*out = append((*out)[:depth], system.Taken{Choice: c, Before: step.Before})
		within := step.Effect&(vm.Transient|vm.Passing) != 0
		if within && m.released(&to) {
			within = false
		}
		switch {
		case within:
			if m.find(to, r, out) {
				return true
			}
		case m.is(&to, r):
			m.cur.CopyFrom(&to)
			return true
		case m.options.Caching.Chains && m.inChain(&to, &c) && m.find(to, r, out):
			return true
		}
	}
	*out = (*out)[:depth]
	return false
}

// released reports whether a state within a sequence is an ordinary one because the sequence is blocked.
func (m *remaker) released(s *vm.State) bool {
	x := &system.Expansion{Room: system.Unlimited, After: system.AllChoices}
	var t vm.State
	t.CopyFrom(s)
	m.Sys.Expand(&t, x)
	if x.Effect&vm.Released == 0 {
		return false
	}
	s.CopyFrom(&t)
	return true
}

func (m *remaker) is(s *vm.State, r store.Ref) bool {
	var t vm.State
	t.CopyFrom(s)
	t.Dirty = 1<<64 - 1
	found, ok := m.cache.Find(&store.Arrival{State: &t})
	return ok && found == r
}

// inChain reports whether a state may be one of a chain that is not known yet.
func (m *remaker) inChain(s *vm.State, f *system.Choice) bool {
	key := string(s.Vec) + fmt.Sprint(f.Trans, f.Pid)
	if m.seen[key] {
		return false
	}
	m.seen[key] = true
	var t vm.State
	t.CopyFrom(s)
	x := &system.Expansion{Room: system.Unlimited}
	m.Sys.Expand(&t, x)
	n := 0
	for i := range x.Choices {
		if m.options.Lean == nil || !m.options.Lean(&x.Choices[i], f) {
			n++
		}
	}
	return n == 1
}
