package plan

import (
	"fmt"

	"gospin/verifier/ask"
	"gospin/verifier/way"
)

// Engine is a kind of search.
type Engine string

const (
	Batches    Engine = "batches"             // of roots, many states at a time
	Stepwise   Engine = "stepwise"            // one choice of one state at a time
	SweepLine  Engine = "sweep-line"          // step by step, forgetting states that progress has passed
	SweepCache Engine = "sweep-line, a cache" // also forgetting most states that progress has not passed
	Nearest    Engine = "nearest"             // breadth first, for an error that another search has found
	Split      Engine = "split"               // step by step, in partitions on other machines
	Fairly     Engine = "fairly"              // step by step, keeping the whole graph, for strongly fair cycles
)

// Plan describes how a part is searched.
type Plan struct {
	Engine    Engine
	Store     way.Store // how states are kept
	Order     string
	Explores  bool // step by step, selecting any open state, not only on one path
	Cached    bool // states are forgotten, according to Options.Caching
	Lean      bool // edges that lead nowhere else are omitted
	Graph     bool // the graph is written
	Strict    bool // leave a way as soon as it becomes too expensive
	Cycles    bool // in batches: search for accepting cycles after all states have been found
	Counts    bool // batches count errors, and continue
	Workers   int
	Late      bool // all workers but one join only when the search takes long
	Runs      int  // number of searches, with different hash functions
	Reduction Reduction
	Symmetric bool   // states that differ by a permutation of identical processes are identified
	Uneven    string // why symmetry is not used although it was requested
	Plain     *Plan  // the same without symmetry, for the first states; nil: it is used from the beginning
	// Why is the reason why the search is not in batches, although its store would allow that, or why it
	// follows another.
	Why string

	Before Before
	Else   []Next // what may follow, in this order
}

// Reduction is what a search omits by a rule.
type Reduction struct {
	way.Reduction
	Static bool   // for a claim: what is postponed must happen eventually
	Off    string // why there is none although it was requested
}

// Refusal is the reason why a part can't be searched with the options.
type Refusal string

// Error implements error.
func (r Refusal) Error() string { return string(r) }

func refuse(format string, a ...any) error { return Refusal(fmt.Sprintf(format, a...)) }

// Make decides how a part is searched. The options must be settled. An error is a Refusal.
func Make(o *ask.Options, f *Facts, p *ask.Part) (*Plan, error) {
	out, err := made(o, f, p)
	if err == nil {
		err = kept(o, out, p)
	}
	if err == nil {
		err = spilt(o, out, p)
	}
	if err != nil {
		return nil, err
	}
	return out, nil
}

// made is the plan, whether or not the search can be kept.
func made(o *ask.Options, f *Facts, p *ask.Part) (*Plan, error) {
	store, err := o.Way()
	if err != nil {
		return nil, err
	}
	if store.Picks {
		return try(o, f, p)
	}
	out := &Plan{Store: store, Order: o.Order, Workers: 1, Runs: o.Runs, Reduction: reduce(o, f, p)}
	if o.Partitioned != nil {
		return out.split(o, p, f)
	}
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
	strong := strongly(o, f, p)
	if err := fairly(o, &store, strong); err != nil {
		return nil, err
	}
	if !o.InBatches(&store) {
		why := ""
		if o.Explores() && store.Name == way.Roots {
			why = "the order is kept step by step"
		}
		out.stepwise(o, why)
		return out, nil
	}
	why := unbatched(o, f, p, out)
	if why == "" {
		out.Engine = Batches
		if o.Depth > 0 { // the limit counts along the path
			out.Order = way.DepthFirst
		}
		out.exchange(o)
		out.Workers, out.Late = o.Workers, o.LateWorkers // one if a rule omits anything
		out.Counts = out.counts(o, p)
		out.Else = out.afterBatches(o, p)
		if out.Symmetric && o.Unasked && !out.Cycles { // else it is brief at first
			out.Plain = out.plain(o, p)
		}
		if out.Cycles && o.Errors == 1 && !strong {
			out.Before.Brief = out.brief(o)
		}
		if strong {
			out.Else = []Next{{On: AnyStop, Plan: out.fairly(o, "batches can't go on")}}
		}
		return out, nil
	}
	if strong {
		return out.fairly(o, why), nil
	}
	if o.Certificate != "" {
		return nil, refuse("-certificate is not for this model: %s", why)
	}
	if store.Name == way.Unmove {
		return nil, refuse("-compress=%s is not for this model: %s; take -compress=%s", store.Name, why,
			store.Stepwise)
	}
	out.stepwise(o, why)
	return out, nil
}

// stepwise has a search made step by step.
func (p *Plan) stepwise(o *ask.Options, why string) {
	p.Engine, p.Why, p.Symmetric = Stepwise, why, false
	if p.Uneven = ""; o.Symmetric() && !o.Unasked {
		p.Uneven = "the search is made step by step"
	}
	p.Workers, p.Late = 1, false
	if p.Explores = o.Explores(); !p.Explores {
		p.Order = way.DepthFirst
	}
	p.Before.Count, p.Before.Learn = p.count(o), p.Store.Trained
}

// fairly is the same plan, for a search for strongly fair cycles that keeps the whole graph.
func (p *Plan) fairly(o *ask.Options, why string) *Plan {
	out := *p
	out.Cycles, out.Counts, out.Else = false, false, nil
	out.stepwise(o, why)
	out.Engine, out.Store, out.Order = Fairly, *way.Named(way.Mask), way.BreadthFirst
	return &out
}

// split plans a search in partitions.
func (p *Plan) split(o *ask.Options, part *ask.Part, f *Facts) (*Plan, error) {
	switch {
	case part.Claim != "":
		return nil, refuse("-cluster is for assertions and end states: -only safety leaves %s out", part.Title())
	case part.Kind == ask.OnlyOverflow:
		return nil, refuse("-cluster is for assertions and end states, not for overflow")
	case f.Unbatched != "":
		return nil, refuse("-cluster is not for this model: %s", f.Unbatched)
	}
	p.Engine, p.Symmetric = Split, o.Symmetric() && !o.Unasked
	return p, nil
}

// exchange decides whether a search in batches uses symmetry.
func (p *Plan) exchange(o *ask.Options) {
	switch {
	case !o.Symmetric():
	case p.Cycles && o.Fair.On():
		p.Uneven = "fairness tells one process from another"
	case p.Store.Name == way.Unmove:
		p.Uneven = "states are kept by the moves that lead to them"
	default:
		p.Symmetric = true
	}
	if o.Unasked {
		p.Uneven = ""
	}
}

// plain is the same plan without symmetry.
func (p *Plan) plain(o *ask.Options, part *ask.Part) *Plan {
	out := *p
	out.Symmetric, out.Plain = false, nil
	out.Else = out.afterBatches(o, part)
	return &out
}

// brief is the search of claims step by step, which is made for some states before one in batches. It finds
// cycles while others still look for states.
func (p *Plan) brief(o *ask.Options) *Plan {
	out := *p
	out.Cycles, out.Else = false, nil
	out.stepwise(o, cyclesDeep(o))
	return &out
}

// sweep plans a sweep-line search.
func (p *Plan) sweep(o *ask.Options) {
	p.Engine, p.Order = SweepLine, way.SweepLine
	if p.Cached {
		p.Engine, p.Before.Count, p.Else = SweepCache, p.count(o), p.afterSweep()
	}
}

// Stored names the way of storing states in reports.
func (p *Plan) Stored() string {
	if (p.Engine == Stepwise || p.Engine == Split) && p.Store.Stepwise != "" {
		return p.Store.Stepwise
	}
	return p.Store.Name
}
