package plan

import (
	"gospin/verifier/ask"
	"gospin/verifier/way"
)

// Unkept is the reason why a search can't be continued by another process.
type Unkept string

// Why searches are not kept.
const (
	UnkeptSteps    Unkept = "it is made step by step, and its path is in memory only"
	UnkeptSweep    Unkept = "a sweep-line forgets states as it goes on"
	UnkeptUnmove   Unkept = "depth first, states are kept by the moves of the path that leads to them"
	UnkeptGraph    Unkept = "the graph of all states is built in memory"
	UnkeptTrails   Unkept = "with -e, the paths to all states are kept"
	UnkeptShortest Unkept = "with -shortest, the paths to all states are kept"
)

// unkept returns the reason why the planned search can't be continued by another process; "" if it can.
func (p *Plan) unkept(o *ask.Options) Unkept {
	switch {
	case o.Graph != "" || len(o.CTL) > 0:
		return UnkeptGraph
	case p.Engine == SweepLine, p.Engine == SweepCache:
		return UnkeptSweep
	case p.Engine != Batches:
		return UnkeptSteps
	case p.Store.Name == way.Unmove && p.Order == way.DepthFirst:
		return UnkeptUnmove
	case o.AllTrail:
		return UnkeptTrails
	case o.Shortest:
		return UnkeptShortest
	}
	return ""
}

// kept refuses a search that is to be kept and can't be.
func kept(o *ask.Options, p *Plan, part *ask.Part) error {
	if o.Checkpoint == "" || len(p.Before.Try) > 0 {
		return nil
	}
	why := p.unkept(o)
	if why == "" {
		return nil
	}
	what := string(why)
	if why == UnkeptSteps && p.Why != "" {
		what += " (" + p.Why + ")"
	}
	if why == UnkeptGraph {
		return refuse("-checkpoint: no other process could go on: %s: leave -checkpoint out", what)
	}
	return refuse("-checkpoint: no other process could go on with the search for %s: %s: leave -checkpoint out, or "+
		"take -compress=%s without -order, and only properties that are searched in batches, as by -only=%s",
		part.Title(), what, way.Roots, ask.OnlySafety)
}

// spilt refuses a search of which open states are to go to disk, if they can't.
func spilt(o *ask.Options, p *Plan, part *ask.Part) error {
	switch {
	case o.OpenMemory == 0 || len(p.Before.Try) > 0:
		return nil
	case p.Engine != Batches:
		return refuse("-open-mem is not for the search for %s, which is made step by step: its path stays in memory",
			part.Title())
	case p.Store.Name == way.Unmove:
		return refuse("-open-mem is not for -compress=%s: it looks states up in the levels that are open, so that "+
			"these stay in memory", way.Unmove)
	}
	return nil
}
