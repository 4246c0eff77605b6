package verifier

import (
	"fmt"
	"runtime"
	"slices"
	"strings"

	"gospin/promela/diag"
	"gospin/verifier/batch"
	"gospin/verifier/roots"
)

// Orders are those in which states are searched, by their names on the command line.
var Orders = []string{anyOrder, depthFirst, breadthFirst}

const (
	anyOrder     = "any"
	depthFirst   = "dfs"
	breadthFirst = "bfs"
)

// orders are the Orders of batches.
var orders = map[string]batch.Order{
	anyOrder: batch.AnyOrder, depthFirst: batch.DepthFirst, breadthFirst: batch.BreadthFirst,
}

// depthMeant says what the depth of a search is that came to its states in an order.
var depthMeant = map[string]string{
	anyOrder:     "how far from the start a state was found, in no certain order; -order=dfs tells pan's",
	breadthFirst: "how far from the start a state is",
}

// orderSaid says it for people.
var orderSaid = map[string]string{anyOrder: "any order", depthFirst: "depth first", breadthFirst: "breadth first"}

// settleOrder fills in what is left open of order and workers, and refuses what there is not. Searches that
// are not in batches are depth first, with one worker.
func (o *Options) settleOrder(m mode) error {
	if o.Order == "" {
		o.Order = anyOrder
	}
	batches := o.batches(m)
	switch {
	case !slices.Contains(Orders, o.Order):
		hint := ""
		if near := diag.DidYouMean(o.Order, Orders); near != "" {
			hint = " (" + near + ")"
		}
		return fmt.Errorf("unknown order %q%s: there are %s", o.Order, hint, strings.Join(Orders, ", "))
	case o.Workers < 0:
		return fmt.Errorf("-workers takes a number above 0, not %d", o.Workers)
	case o.Order == breadthFirst && !o.mayBatch(m):
		return fmt.Errorf("-order=%s is for -compress=%s, not for %s", o.Order, rootsMode, o.storedAs())
	case o.Workers > 1 && !batches:
		return fmt.Errorf("-workers=%d is for -compress=%s: with %s, one searches alone", o.Workers,
			rootsMode, o.storedAs())
	case o.Workers > 1 && o.Order != anyOrder:
		return fmt.Errorf("-workers=%d and -order=%s exclude each other: several workers keep no order", o.Workers,
			o.Order)
	case o.Workers == 0 && o.Order == anyOrder && batches:
		o.Workers = runtime.GOMAXPROCS(0)
	case o.Workers == 0:
		o.Workers = 1
	}
	return nil
}

// batches tells whether searches may be in batches, and by several workers.
func (o *Options) batches(m mode) bool { return m.kind == rootsMode || m.kind == "auto" }

// kept are the modes that may keep states as roots, in batches, and how.
var kept = map[string]roots.Kind{
	rootsMode: roots.Whole, "collapse": roots.Quotients, "tree": roots.Trees, "ma": roots.Automata,
	unmoveMode: roots.Whole,
}

// keptAs says how a mode keeps the roots of a search in batches; false: it is not in batches. Depth first,
// the smaller modes have stores of their own, which know more of components.
func (o *Options) keptAs(m mode) (roots.Kind, bool) {
	kind, ok := kept[m.kind]
	return kind, ok && (kind == roots.Whole || o.Order != depthFirst && len(o.Split) == 0)
}

// mayBatch is keptAs without how.
func (o *Options) mayBatch(m mode) bool {
	_, ok := o.keptAs(m)
	return ok
}

// AnyWorkers tells whether the options leave it open how many workers search.
func (o *Options) AnyWorkers() bool {
	m, err := o.mode()
	return err == nil && o.Workers == 0 && o.batches(m) && (o.Order == "" || o.Order == anyOrder)
}

// storedAs is the flag that says how states are stored.
func (o *Options) storedAs() string {
	switch o.approximately() {
	case bitstateMode:
		return "-bitstate"
	case hashMode:
		return "-hc"
	}
	return "-compress=" + o.Compress
}
