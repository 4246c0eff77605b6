package plan

import (
	"cmp"

	"gospin/verifier/ask"
	"gospin/verifier/way"
)

// Before is what is found out ahead of a search.
type Before struct {
	// Brief is a search that has the last word if it ends within some states; nil: there is none.
	Brief *Plan
	Count *Plan // the search that counts the states; nil: nobody has to know
	Learn bool  // a profile is read, or made, of what states look like
	// Try are plans of which short searches pick one, in place of the plan that has them.
	Try []Candidate
}

// Candidate is a plan that may be picked.
type Candidate struct {
	Options *ask.Options // as if its way to store states had been asked for
	Plan    *Plan
	Probe   *Plan // the same of the model without the claim, by which it is judged
	// Whole says that it is tried only where the reductions of the others would leave out nothing: it makes
	// all moves, so there would be more states.
	Whole bool
}

// count is the search that counts the states that a cache is to keep a part of; nil: that does not depend on
// how many there are.
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

// try has short searches pick from the ways that are for the part.
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

// candidate returns a way as it would be used; nil: it is not for the part, or another would be used in its
// place.
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
