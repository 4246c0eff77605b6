package plan

import (
	"cmp"

	"gospin/verifier/ask"
	"gospin/verifier/way"
)

// Before is what has to be known before a search.
type Before struct {
	// Brief is a search that replaces the planned one if it completes within some states; nil for none.
	Brief *Plan
	Count *Plan // a search that counts the states; nil if not needed
	Learn bool  // read or make a profile of the states
	// Try are candidates, one of which short searches select to replace the plan.
	Try []Candidate
}

// Candidate is a plan that may be selected.
type Candidate struct {
	Options *ask.Options // as if its way of storing states had been requested
	Plan    *Plan
	Probe   *Plan // the same for the model without the claim, by which it is judged
	// Whole means that the candidate makes all moves, so it is only tried if the reductions of the others
	// would omit nothing.
	Whole bool
}

// count returns the search that counts the states for a cache whose size is a share of them, or nil.
func (p *Plan) count(o *ask.Options) *Plan {
	if !p.Cached {
		return nil
	}
	if size, err := o.Size(); size.Percent == 0 || err != nil {
		return nil
	}
	out := &Plan{Engine: Stepwise, Store: p.Store, Order: way.DepthFirst, Workers: 1, Reduction: p.Reduction}
	if p.Store.Name == way.Roots {
		out.Store = *way.Named(way.Collapse)
	}
	return out
}

// try returns a plan with candidates among the ways that support the part.
func try(o *ask.Options, f *Facts, p *ask.Part) (*Plan, error) {
	out := &Plan{}
	var refused error
	for _, name := range way.Tried() {
		c, err := candidate(*o, f, p, way.Named(name))
		if c != nil {
			out.Before.Try = append(out.Before.Try, *c)
		}
		refused = cmp.Or(refused, err)
	}
	if len(out.Before.Try) == 0 {
		return nil, refused
	}
	return out, nil
}

// candidate returns the candidate for a way, or nil if the way does not support the part or would be replaced
// by another.
func candidate(asked ask.Options, f *Facts, p *ask.Part, store *way.Store) (*Candidate, error) {
	asked.Compress = store.Name
	if store.Broad {
		if asked.Order == way.DepthFirst {
			return nil, nil
		}
		asked.Order = way.BreadthFirst
	}
	out := &Candidate{Options: &asked, Whole: store.Broad}
	var err error
	if out.Plan, err = Make(&asked, f, p); err != nil {
		return nil, err
	}
	if out.Plan.Engine == Stepwise && store.Stepwise != "" {
		return nil, nil
	}
	if out.Probe = out.Plan; f.Bare != nil {
		if out.Probe, err = Make(&asked, f.Bare, &ask.Part{}); err != nil {
			return nil, err
		}
	}
	out.Plan.Strict, out.Probe.Strict = true, true
	return out, nil
}
