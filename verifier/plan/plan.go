package plan

import (
	"fmt"

	"gospin/verifier/ask"
	"gospin/verifier/way"
)

// Engine is what makes a search.
type Engine string

const (
	Batches    Engine = "batches"             // of roots, many states at a time
	Stepwise   Engine = "stepwise"            // one choice of one state at a time
	SweepLine  Engine = "sweep-line"          // step by step, and states are forgotten as progress goes on
	SweepCache Engine = "sweep-line, a cache" // and few of those that progress has not passed are kept
	Nearest    Engine = "nearest"             // breadth first, for one error, after a search that has met it
)

// Plan is how a part is searched.
type Plan struct {
	Engine    Engine
	Store     way.Store // how states are kept
	Order     string
	Explores  bool // step by step, any open state may be next, not only what a path leads to
	Cached    bool // states are forgotten, by Options.Caching
	Lean      bool // edges that lead nowhere else are left out
	Graph     bool // the graph of states is written
	Strict    bool // a way that gets too dear is left at once
	Cycles    bool // in batches: when all states have been found, accepting cycles are looked for
	Counts    bool // batches count errors, and go on
	Workers   int
	Late      bool // all workers but one join when the search lasts
	Runs      int  // searches, each with other hash functions
	Reduction Reduction
	Symmetric bool   // states that alike processes make of each other are stored as one, if there are any
	Uneven    string // why symmetry is not looked for, although that was asked for
	// Why says why the search is not in batches, although the way to store states would allow it, or why it
	// follows another.
	Why string

	Before Before
	Else   []Next // what may follow, in this order
}

// Reduction is what a search leaves out by a rule.
type Reduction struct {
	way.Reduction
	Static bool   // beside a claim, what was passed over has to be looked at sometime
	Off    string // why there is none, although one was asked for
}

// Refusal is why a part can't be searched as the options ask.
type Refusal string

// Error implements error.
func (r Refusal) Error() string { return string(r) }

func refuse(format string, a ...any) error { return Refusal(fmt.Sprintf(format, a...)) }

// Make decides how a part is searched. The options are settled. An error is a Refusal.
func Make(o *ask.Options, f *Facts, p *ask.Part) (*Plan, error) {
	store, err := o.Way()
	if err != nil {
		return nil, err
	}
	if store.Picks {
		return try(o, f, p)
	}
	out := &Plan{Store: store, Order: o.Order, Workers: 1, Runs: o.Runs, Reduction: reduce(o, f, p)}
	out.Cached, out.Lean, out.Graph = o.Cache != "", o.Lean, o.Graph != ""
	for _, refuse := range []error{ordered(o, f, p), movable(&store, p)} {
		if refuse != nil {
			return nil, refuse
		}
	}
	if o.Sweeps() {
		out.sweep(o)
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
	why := unbatched(o, f, p, out)
	if why == "" {
		out.Engine = Batches
		out.exchange(o)
		out.Workers, out.Late = o.Workers, o.LateWorkers // one, where a rule leaves anything out
		out.Counts = out.counts(o, p)
		out.Else = out.afterBatches(o, f, p)
		if out.Cycles && o.Errors == 1 {
			out.Before.Brief = out.brief(o, f)
		}
		return out, nil
	}
	if store.Name == way.Unmove {
		return nil, refuse("-compress=%s is not for this model: %s; take -compress=%s", store.Name, why,
			store.Stepwise)
	}
	out.stepwise(o, f, why, p.Claim != "" || o.Explores())
	return out, nil
}

// stepwise has a search made step by step. It may keep roots all the same, as components, where the engine of
// batches makes the moves there, too.
func (p *Plan) stepwise(o *ask.Options, f *Facts, why string, components bool) {
	p.Engine, p.Why, p.Symmetric = Stepwise, why, false
	if p.Uneven = ""; o.Symmetric() {
		p.Uneven = "the search is made step by step"
	}
	p.Workers, p.Late = 1, false
	if components && p.Store.Name == way.Roots && f.Components {
		p.Store = *way.Named(way.Collapse)
	}
	if p.Explores = o.Explores(); !p.Explores {
		p.Order = way.DepthFirst
	}
	p.Before.Count, p.Before.Learn = p.count(o), p.Store.Trained
}

// exchange decides whether symmetry is looked for in a search in batches.
func (p *Plan) exchange(o *ask.Options) {
	switch {
	case !o.Symmetric():
	case p.Cycles:
		p.Uneven = "cycles are looked for"
	case p.Store.Name == way.Unmove:
		p.Uneven = "states are kept by the moves that lead to them"
	default:
		p.Symmetric = true
	}
}

// brief is the search of claims step by step, which is made for some states before one in batches. It finds
// cycles while others still look for states.
func (p *Plan) brief(o *ask.Options, f *Facts) *Plan {
	out := *p
	out.Cycles, out.Else = false, nil
	out.stepwise(o, f, cyclesDeep(o), true)
	return &out
}

// sweep has a search made by a sweep-line.
func (p *Plan) sweep(o *ask.Options) {
	p.Engine, p.Order = SweepLine, way.SweepLine
	if p.Cached {
		p.Engine, p.Before.Count, p.Else = SweepCache, p.count(o), p.afterSweep()
	}
}

// Stored names the way to store states, as reports have it.
func (p *Plan) Stored() string {
	if p.Engine == Stepwise && p.Store.Stepwise != "" {
		return p.Store.Stepwise
	}
	return p.Store.Name
}
