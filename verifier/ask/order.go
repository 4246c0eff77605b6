package ask

import (
	"cmp"
	"fmt"
	"slices"

	"gospin/verifier/host"
	"gospin/verifier/source"
	"gospin/verifier/way"
)

// OrderFlag is the name of the measure for an order with an expression.
const OrderFlag = "-order"

// settleOrder fills in the order and the number of workers, and rejects invalid ones. Searches that are not
// in batches are depth first, with one worker.
func (o *Options) settleOrder(m *way.Store) error {
	if o.Order == "" {
		o.Order = way.AnyOrder
	}
	if o.Order == way.AnyOrder && (o.Cache != "" || o.Lean) && !o.Sweeps() {
		o.Order = way.BreadthFirst
	}
	by, err := way.ParseOrder(o.Order)
	if err != nil {
		return err
	}
	if by.Expr != "" {
		o.Measures = append(slices.Clip(o.Measures), source.Measure{Name: OrderFlag, Text: by.Expr})
	}
	several := o.Several(m)
	switch {
	case o.Workers < 0:
		return fmt.Errorf("-workers takes a number above 0, not %d", o.Workers)
	case o.Workers > 1 && !o.crew(m):
		return fmt.Errorf("-workers=%d is for -compress=%s and %s: with %s, one searches alone", o.Workers,
			way.Roots, way.Unmove, o.Ways().StoredAs())
	case o.Workers > 1 && !several:
		return fmt.Errorf("-workers=%d and -order=%s exclude each other: several workers keep no order", o.Workers,
			o.Order)
	case o.Workers == 0 && several:
		o.Workers, o.LateWorkers = cmp.Or(o.Processors, host.Processors()), true
	case o.Workers == 0:
		o.Workers = 1
	}
	return nil
}

// crew reports whether searches can have several workers, in some order.
func (o *Options) crew(m *way.Store) bool { return m.Crew && o.Cache == "" && !o.Lean }

// Several reports whether searches can have several workers in the requested order.
func (o *Options) Several(m *way.Store) bool {
	anyOrder := o.Order == "" || o.Order == way.AnyOrder
	return o.crew(m) && (anyOrder || m.Broad && o.Order == way.BreadthFirst)
}

// InBatches reports whether a search may be in batches, whose roots the way keeps.
func (o *Options) InBatches(m *way.Store) bool {
	return m.Batched && len(o.Split) == 0 && o.Cache == "" && !o.Lean && way.OrderNamed(o.Order).Whole
}

// Explores reports whether a search that is not in batches makes one choice of one state at a time, in an
// order other than depth first.
func (o *Options) Explores() bool {
	return o.Order != way.AnyOrder && o.Order != way.DepthFirst || o.Cache != "" || o.Lean
}
