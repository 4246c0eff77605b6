package plan

import (
	"gospin/verifier/ask"
	"gospin/verifier/way"
)

// Stop is a reason for which another search has to follow.
type Stop uint8

const (
	TooWide  Stop = 1 << iota // states do not fit into roots
	Restless                  // roots are packed again and again
	TooDeep                   // a state lies deeper than the search may go
	Stuck                     // a state was met that the engine can't go beyond
	Fault                     // an error was met that ends a run, and no path to it is known
	Cycle                     // a state was met from which on every infinite run is an error
	Doubt                     // an error was met, perhaps

	AnyStop = 1<<8 - 1
)

// Reach limits a search that follows another.
type Reach uint8

const (
	Unbounded Reach = iota
	Near            // a multiple of the first search's states: the same on all machines
	Hurried         // a multiple of the first search's time
)

// Next is a search that follows one that was stopped. Those for the reason are made in turn until one finds
// the error.
type Next struct {
	On   Stop // any of these reasons
	Plan *Plan
	// Reach limits the search if the next one may be faster.
	Reach Reach
	// InTime means that the search is useless if the run has to end.
	InTime bool
}

// afterBatches returns what follows a search in batches, which knows no paths. The same search, step by step,
// finds the error again: depth first, or in the requested order. If that takes long and any path will do, it
// alternates with a breadth-first search: either may find the error at once, and the other one never.
func (p *Plan) afterBatches(o *ask.Options, part *ask.Part) []Next {
	again := func(why string) *Plan {
		out := *p
		out.Cycles = false
		if out.Store.Name == way.Unmove {
			out.Store = *way.Named(out.Store.Stepwise)
		}
		out.stepwise(o, why)
		return &out
	}
	out := []Next{
		{On: TooWide, Plan: again("states are too wide for roots")},
		{On: TooDeep, Plan: again("states lie deeper than the limit")},
		{On: Restless, Plan: again("states have ever more components, or values of them")},
		{On: Stuck, Plan: again("a state was met that batches can't go beyond")},
	}
	if part.Quiet {
		return out
	}
	path := again("the path to an error is sought depth first")
	if o.Explores() {
		path.Why = "a shortest path to an error is sought step by step"
	}
	if p.Order == way.DepthFirst || o.Shorten <= 0 && o.Errors != 1 {
		return append(out, Next{On: Fault | Cycle, Plan: path})
	}
	nearest := *p
	nearest.Engine, nearest.Why = Nearest, "an error was met, to which breadth-first order tells the path"
	out = append(out, Next{On: Cycle, Plan: path})
	if nearest.Symmetric { // the others search all states
		same := nearest
		out = append(out, Next{On: Fault, Plan: &same})
		nearest.Symmetric = false
	}
	if o.Errors != 1 {
		return append(out, Next{On: Fault, Plan: path}, Next{On: Fault, Plan: &nearest, Reach: Hurried})
	}
	return append(out,
		Next{On: Fault, Plan: path, Reach: Near},
		Next{On: Fault, Plan: &nearest, Reach: Near},
		Next{On: Fault, Plan: path, Reach: Hurried},
		Next{On: Fault, Plan: &nearest, Reach: Hurried},
		Next{On: Fault, Plan: path, InTime: true})
}

// afterSweep returns what follows a sweep-line with a cache, which knows no paths either.
func (p *Plan) afterSweep() []Next {
	whole := *p
	whole.Engine, whole.Cached, whole.Before = SweepLine, false, Before{}
	whole.Why = "an error was met, to which the sweep-line without a cache tells the path"
	return []Next{{On: Fault | Doubt, Plan: &whole}}
}
