package verifier

import (
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"gospin/promela/diag"
	"gospin/verifier/batch"
	"gospin/verifier/roots"
	"gospin/verifier/search"
	"gospin/verifier/source"
)

// Orders are those in which states are searched in batches, by their names on the command line.
var Orders = []string{anyOrder, depthFirst, breadthFirst}

// Explored are the orders besides, in which one choice of one state is made at a time.
var Explored = []string{"bbfs:W", "alt:B,D", "best:EXPR", randomly}

const (
	anyOrder     = "any"
	depthFirst   = "dfs"
	breadthFirst = "bfs"
	bounded      = "bbfs"
	alternating  = "alt"
	bestFirst    = "best"
	randomly     = "random"
)

// order is a parsed Options.Order.
type order struct {
	kind        string
	width       int // of bounded
	broad, deep int // levels of alternating
	expr        string
}

// ordersWith are the kinds of orders that take more, and what.
var ordersWith = map[string]string{
	bounded:     "a width above 0, or inf: bbfs:4",
	alternating: "two numbers of levels that are not both 0, or inf: alt:8,1",
	bestFirst:   "an expression over a state, of which the least comes first: best:len(q)",
}

// parseOrder reads an order.
func parseOrder(name string) (order, error) {
	kind, rest, more := strings.Cut(name, ":")
	out := order{kind: kind}
	kinds := []string{anyOrder, depthFirst, breadthFirst, bounded, alternating, bestFirst, randomly}
	if !slices.Contains(kinds, kind) {
		hint := ""
		if near := diag.DidYouMean(kind, kinds); near != "" {
			hint = " (" + near + ")"
		}
		all := strings.Join(slices.Concat(Orders, Explored), ", ")
		return out, fmt.Errorf("unknown order %q%s: there are %s", name, hint, all)
	}
	takes := ordersWith[kind]
	if takes == "" && more {
		return out, fmt.Errorf("-order=%s takes nothing more: -order=%s", kind, kind)
	}
	ok := true
	switch kind {
	case bounded:
		out.width, ok = levels(rest)
		ok = ok && out.width > 0
	case alternating:
		b, d, _ := strings.Cut(rest, ",")
		var fits bool
		out.broad, ok = levels(b)
		out.deep, fits = levels(d)
		ok = ok && fits && out.broad+out.deep > 0
	case bestFirst:
		out.expr = rest
		ok = strings.TrimSpace(rest) != ""
	}
	if !ok {
		return out, fmt.Errorf("-order=%s takes %s; not %q", kind, takes, rest)
	}
	return out, nil
}

// levels reads a number of levels or states, or inf.
func levels(s string) (int, bool) {
	if s == "inf" {
		return search.Unbounded, true
	}
	n, err := strconv.ParseUint(s, 10, 30)
	return int(n), err == nil
}

// orders are the Orders of batches.
var orders = map[string]batch.Order{
	anyOrder: batch.AnyOrder, depthFirst: batch.DepthFirst, breadthFirst: batch.BreadthFirst,
}

// depthMeant says what the depth of a search is that came to its states in an order; "": pan's.
func depthMeant(order string) string {
	switch order {
	case depthFirst:
		return ""
	case anyOrder:
		return "how far from the start a state was found, in no certain order; -order=dfs tells pan's"
	case breadthFirst:
		return "how far from the start a state is"
	case sweepOrder:
		return "how long the ways are on which states were first found"
	}
	return "how far from the start a state was found; -order=dfs tells pan's"
}

// orderSaid says it for people.
var orderSaid = map[string]string{anyOrder: "any order", depthFirst: "depth first", breadthFirst: "breadth first"}

// settleOrder fills in what is left open of order and workers, and refuses what there is not. Searches that
// are not in batches are depth first, with one worker.
func (o *Options) settleOrder(m mode) error {
	if o.Order == "" {
		o.Order = anyOrder
	}
	if o.Order == anyOrder && (o.Cache != "" || o.Lean) && !o.sweeps() {
		o.Order = breadthFirst
	}
	by, err := parseOrder(o.Order)
	if err != nil {
		return err
	}
	if by.kind == bestFirst {
		o.Measures = append(slices.Clip(o.Measures), source.Measure{Name: orderFlag, Text: by.expr})
	}
	batches := o.batches(m) || m.kind == unmoveMode
	several := o.several(m)
	switch {
	case o.Workers < 0:
		return fmt.Errorf("-workers takes a number above 0, not %d", o.Workers)
	case o.Workers > 1 && !batches:
		return fmt.Errorf("-workers=%d is for -compress=%s and %s: with %s, one searches alone", o.Workers,
			rootsMode, unmoveMode, o.storedAs())
	case o.Workers > 1 && !several:
		return fmt.Errorf("-workers=%d and -order=%s exclude each other: several workers keep no order", o.Workers,
			o.Order)
	case o.Workers == 0 && several:
		o.Workers, o.LateWorkers = runtime.GOMAXPROCS(0), true
	case o.Workers == 0:
		o.Workers = 1
	}
	return nil
}

// batches tells whether searches may be in batches, in any order.
func (o *Options) batches(m mode) bool {
	return (m.kind == rootsMode || m.kind == "auto") && o.Cache == "" && !o.Lean
}

// several tells whether several workers may search together.
func (o *Options) several(m mode) bool {
	if m.kind == unmoveMode {
		return o.Order == "" || o.Order == anyOrder || o.Order == breadthFirst
	}
	return o.batches(m) && (o.Order == "" || o.Order == anyOrder)
}

// kept are the modes that may keep states as roots, in batches, and how.
var kept = map[string]roots.Kind{
	rootsMode: roots.Whole, "collapse": roots.Quotients, "tree": roots.Trees, "ma": roots.Automata,
	unmoveMode: roots.Whole,
}

// keptAs says how a mode keeps the roots of a search in batches; false: it is not in batches. Depth first,
// the smaller modes have stores of their own, which know more of components.
func (o *Options) keptAs(m mode) (roots.Kind, bool) {
	kind, ok := kept[m.kind]
	_, whole := orders[o.Order]
	whole = whole && o.Cache == "" && !o.Lean // as a whole, not choice by choice
	return kind, ok && whole && (kind == roots.Whole || o.Order != depthFirst && len(o.Split) == 0)
}

// AnyWorkers tells whether the options leave it open how many workers search.
func (o *Options) AnyWorkers() bool {
	m, err := o.mode()
	return err == nil && o.Workers == 0 && !o.sweeps() && o.several(m)
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
