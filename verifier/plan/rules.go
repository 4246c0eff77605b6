package plan

import (
	"fmt"

	"gospin/verifier/ask"
	"gospin/verifier/way"
	"gospin/vm/compile"
)

// unbatched returns why a search can't be in batches of roots, or "".
func unbatched(o *ask.Options, f *Facts, p *ask.Part, as *Plan) string {
	switch {
	case o.Depth > 0 && o.Explores():
		return "a depth limit asks for a search step by step"
	case o.Depth > 0 && p.Claim != "":
		return "a depth limit asks for depth-first order"
	case as.Reduction.ByPath:
		return "SPIN's reduction asks for depth-first order"
	case p.Claim != "":
		if why := cyclic(o, f, p, as); why != "" {
			return why
		}
	}
	return f.Unbatched
}

// counts reports whether batches count errors. For a single error with its depth-first run, batches stop at
// the error, and it is searched for in that order.
func (p *Plan) counts(o *ask.Options, part *ask.Part) bool {
	return part.Claim == "" && !part.Quiet && p.Order != way.DepthFirst && p.Store.Name != way.Unmove &&
		(o.Errors != 1 || o.Shorten > 0 || o.Shortest)
}

// A claim is decided by the states that it reaches if its automaton is terminal (vm.Program.Terminal). Then
// no cycles have to be searched for, and the order of the search does not matter. Other cycles are searched
// for in batches after all states have been found, if these are stored as whole roots.

// cyclesDeep returns why a claim is searched step by step although its cycles could be found in batches.
func cyclesDeep(o *ask.Options) string {
	if o.Fair.On() {
		return "whether cycles are fair is seen depth first"
	}
	return "accepting cycles are looked for depth first"
}

// strongly reports whether strongly fair cycles are searched for.
func strongly(o *ask.Options, f *Facts, p *ask.Part) bool {
	return o.Fair.Strong() && p.Claim != "" && !bare(f, p)
}

// fairly returns an error if strongly fair cycles can't be searched for with the options.
func fairly(o *ask.Options, store *way.Store, strong bool) error {
	flag := ""
	switch {
	case !strong:
	case o.Kind() == way.HashCompact.Name:
		flag = "-hc"
	case o.Kind() != "":
		flag = "-" + o.Kind()
	case o.Order == way.DepthFirst:
		flag = "-order=" + way.DepthFirst
	case len(o.Split) > 0:
		flag = "-split"
	case store.Name != way.Roots && store.Name != way.Collapse:
		flag = "-compress=" + store.Name
	case o.Depth > 0:
		flag = "-m"
	}
	if flag == "" {
		return nil
	}
	return refuse("%s and %s exclude each other: strongly fair cycles are looked for among all states, stored as "+
		"roots: leave one of them out", o.Fair.Flag(), flag)
}

// bare reports whether acceptance cycles are searched for although nothing is accepted.
func bare(f *Facts, p *ask.Part) bool { return p.Claim == compile.AcceptanceClaim && !f.Accepts }

// cyclic returns why cycles have to be searched for step by step with a claim, or "" if the states that the
// claim reaches decide, or batches find the cycles.
func cyclic(o *ask.Options, f *Facts, p *ask.Part, as *Plan) string {
	switch {
	case o.Order == way.DepthFirst:
		return "depth first, claims are searched step by step"
	case bare(f, p):
		return ""
	case f.Atomic:
		return "the claim's atomic sequences are followed depth first"
	case f.Terminal && !o.Fair.On():
		return ""
	}
	return seeking(o, f, as)
}

// seeking returns why accepting cycles are searched for step by step, or "" if batches find them.
func seeking(o *ask.Options, f *Facts, as *Plan) string {
	switch {
	case as.Store.Name != way.Roots && as.Store.Name != way.Collapse, f.AtEnd, f.Traces:
		return cyclesDeep(o)
	case f.Timeout:
		return "the claim waits for a timeout"
	}
	if as.Cycles = f.Unbatched == ""; as.Cycles {
		as.Store = *way.Named(way.Roots) // a state is known by its place there
	}
	return ""
}

// deep returns why a claim needs depth-first order in a step-by-step search, or "".
func deep(o *ask.Options, f *Facts, p *ask.Part) string {
	switch {
	case p.Claim == "" || bare(f, p):
		return ""
	case o.Fair.On():
		return "whether cycles are fair is seen depth first"
	case p.Claim == compile.AcceptanceClaim, p.Kind == "non-progress":
		return "cycles are looked for depth first"
	case f.Timeout:
		return "the claim waits for a timeout"
	case f.Np:
		return "what np_ says depends on whose turn it is"
	case f.Atomic:
		return "it has an atomic sequence, which is followed depth first (a d_step is not)"
	case !f.Terminal:
		return "it may be violated by a cycle alone, and cycles are looked for depth first"
	}
	return ""
}

// ordered returns an error if a claim can't be searched in the requested order, with an alternative.
func ordered(o *ask.Options, f *Facts, p *ask.Part) error {
	if p.Claim == "" || !o.Sweeps() && !o.Explores() {
		return nil
	}
	flag := "-order=" + o.Order
	switch {
	case o.Sweeps():
		flag = o.SweepAsked()
	case o.Cache != "":
		flag = "-cache"
	}
	if o.Graph != "" {
		return refuse("-graph is about all states of the model; %s is about its runs: leave claims out with "+
			"-only=%s or -noclaim, and check formulas over the graph, with gospin graph check", p.Name,
			ask.OnlySafety)
	}
	if o.Lean {
		return refuse("-lean and %s exclude each other: the claim sees which of two steps comes first: leave "+
			"-lean out, or claims with -only=%s or -noclaim", p.Name, ask.OnlySafety)
	}
	why := deep(o, f, p)
	if why == "" {
		return nil
	}
	other := fmt.Sprintf("claims with -only=%s or -noclaim", ask.OnlySafety)
	switch {
	case p.Kind == "non-progress":
		other = "-l"
	case p.Claim == compile.AcceptanceClaim:
		other = "-a"
	}
	return refuse("%s is not for %s: %s: leave %s out, or %s", flag, p.Name, why, flag, other)
}

// movable rejects claims if states are stored by the moves that lead to them.
func movable(store *way.Store, p *ask.Part) error {
	if store.Name != way.Unmove || p.Claim == "" {
		return nil
	}
	return refuse("-compress=%s searches for failed assertions and invalid end states only, not for %s: "+
		"leave claims out with -noclaim, or take -compress=tree", way.Unmove, p.Claim)
}

// lean refuses to omit edges if any step may depend on any other.
func lean(o *ask.Options, f *Facts) error {
	if !o.Lean || f.Dependent == "" {
		return nil
	}
	return refuse("-lean: %s, so any step may depend on any other: leave -lean out", f.Dependent)
}

// inOrder rejects orders that a reduction does not support.
func inOrder(o *ask.Options, as *Plan) error {
	if !o.Explores() || !as.Reduction.ByPath {
		return nil
	}
	return refuse("-order=%s: -por=%s asks for the path of a depth-first search: use -por=computed or -noreduce",
		o.Order, o.POR)
}

// reduce decides on the reduction.
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

// whole returns why a property depends on more than what a reduction preserves, or "".
func whole(o *ask.Options, f *Facts, p *ask.Part) string {
	switch {
	case o.Compress == way.Unmove:
		return "-compress=unmove does not know which moves were left out"
	case o.Fair.On():
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
