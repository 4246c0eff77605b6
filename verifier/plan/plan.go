package plan

import (
	"fmt"

	"gospin/verifier/ask"
	"gospin/verifier/way"
	"gospin/vm/compile"
)

// Engine is what makes a search.
type Engine string

const (
	Batches   Engine = "batches"    // of roots, many states at a time
	Stepwise  Engine = "stepwise"   // one choice of one state at a time
	SweepLine Engine = "sweep-line" // step by step, and states are forgotten as progress goes on
)

// Plan is how a part is searched.
type Plan struct {
	Engine    Engine
	Store     way.Store // how states are kept
	Order     string
	Workers   int
	Late      bool // all workers but one join when the search lasts
	Reduction Reduction
	// Why says why the search is not in batches, although the way to store states would allow it.
	Why string
}

// Reduction is what a search leaves out by a rule.
type Reduction struct {
	way.Reduction
	Static bool   // beside a claim, what was passed over has to be looked at sometime
	Off    string // why there is none, although one was asked for
}

// Make decides how a part is searched. The options are settled. An error is a refusal.
func Make(o *ask.Options, f *Facts, p *ask.Part) (*Plan, error) {
	store, err := o.Way()
	if err != nil {
		return nil, err
	}
	out := &Plan{Store: store, Order: o.Order, Workers: 1, Reduction: reduce(o, f, p)}
	for _, refuse := range []error{ordered(o, f, p), movable(&store, p)} {
		if refuse != nil {
			return nil, refuse
		}
	}
	if o.Sweeps() {
		out.Engine, out.Order = SweepLine, way.SweepLine
		return out, nil
	}
	for _, refuse := range []error{lean(o, f), inOrder(o, out)} {
		if refuse != nil {
			return nil, refuse
		}
	}
	if !o.InBatches(&store) {
		why := ""
		if o.Explores() && store.Name == way.Roots {
			why = "the order is kept step by step"
		}
		out.stepwise(o, f, why, why != "")
		return out, nil
	}
	why := Unbatched(o, f, p, out)
	if why == "" {
		out.Engine = Batches
		out.Workers, out.Late = o.Workers, o.LateWorkers // one, where a rule leaves anything out
		return out, nil
	}
	if store.Name == way.Unmove {
		return nil, fmt.Errorf("-compress=%s is not for this model: %s; take -compress=%s", store.Name, why,
			store.Stepwise)
	}
	out.stepwise(o, f, why, p.Claim != "" || o.Explores())
	return out, nil
}

// stepwise has a search made step by step. It may keep roots all the same, as components, where the engine of
// batches makes the moves there, too.
func (p *Plan) stepwise(o *ask.Options, f *Facts, why string, components bool) {
	p.Engine, p.Why = Stepwise, why
	p.Workers, p.Late = 1, false
	if components && p.Store.Name == way.Roots && f.Components {
		p.Store = *way.Named(way.Collapse)
	}
	if !o.Explores() {
		p.Order = way.DepthFirst
	}
}

// Again is the plan for a search that one in batches could not go on with, and why.
func (p *Plan) Again(o *ask.Options, f *Facts, part *ask.Part, why string) *Plan {
	out := *p
	if out.Store.Name == way.Unmove {
		out.Store = *way.Named(out.Store.Stepwise)
	}
	out.stepwise(o, f, why, part.Claim != "")
	return &out
}

// Stored names the way to store states, as reports have it.
func (p *Plan) Stored() string {
	if p.Engine == Stepwise && p.Store.Stepwise != "" {
		return p.Store.Stepwise
	}
	return p.Store.Name
}

// reduce decides what is left out.
func reduce(o *ask.Options, f *Facts, p *ask.Part) Reduction {
	out := Reduction{Reduction: *way.ReductionNamed(o.POR), Static: p.Claim != ""}
	if o.POR == way.Unreduced {
		return out
	}
	if out.Off = whole(o, f, p); out.Off == "" {
		out.Off = f.Against[o.POR]
	}
	if out.Off != "" {
		out.Reduction = *way.ReductionNamed(way.Unreduced)
	}
	return out
}

// whole says why what is looked for depends on more than what a reduction keeps; "" if it does not.
func whole(o *ask.Options, f *Facts, p *ask.Part) string {
	switch {
	case o.Compress == way.Unmove:
		return "-compress=unmove does not know which moves were left out"
	case o.Fair:
		return "which runs are fair depends on every step"
	case p.Kind == "non-progress":
		return "which cycles make progress depends on every step"
	case p.Claim == "" || p.Claim == compile.AcceptanceClaim:
		return ""
	case p.Kind == "never":
		return "a never claim may count steps: an ltl formula does not"
	case f.Next:
		return "with X a formula counts steps"
	}
	return ""
}
