package verifier

import (
	"fmt"

	"gospin/verifier/batch"
	"gospin/verifier/report"
	"gospin/verifier/roots"
	"gospin/verifier/store"
	"gospin/verifier/way"
)

// settleUnmove refuses what does not go together with it, and says what does.
func (o *Options) settleUnmove(m *way.Store) error {
	if m.Name != way.Unmove {
		return nil
	}
	no := func(flag, why, instead string) error {
		return fmt.Errorf("%s is not for -compress=%s, %s: %s", flag, way.Unmove, why, instead)
	}
	broad := "which searches breadth first and keeps no path"
	if o.Order == way.DepthFirst {
		broad = "which makes all moves of a state, once"
	}
	ordered := way.OrderNamed(o.Order).Whole
	switch {
	case o.Lean:
		return no("-lean", "which makes all moves of a state", "take -compress=tree")
	case o.Order != "" && !ordered:
		return no("-order="+o.Order, "which searches breadth first or depth first", "take -order=bfs, -order=dfs, "+
			"or -compress=tree")
	case o.Depth > 0:
		return no("-m", broad, "leave it out, or take -compress=tree")
	case o.Fair || o.NonProgress || o.Acceptance:
		return no("a search for cycles (-a, -l, -f)", broad, "take -compress=tree")
	case o.POR == "spin" || o.POR == "spin-liveness":
		return no("-por="+o.POR, broad, "take -noreduce, or -compress=tree")
	}
	if o.Order == "" || o.Order == way.AnyOrder {
		o.Order = way.BreadthFirst
	}
	return nil
}

// unmovable refuses the search of a part before it begins.
func (o *Options) unmovable(m *way.Store, p *part) error {
	if m.Name == way.Unmove && p.claim != "" {
		return fmt.Errorf("-compress=%s searches for failed assertions and invalid end states only, not for %s: "+
			"leave claims out with -noclaim, or take -compress=tree", way.Unmove, p.claim)
	}
	return nil
}

// unmove has a search in batches keep states so. All moves are made: of less, one would have to know which.
func (j *job) unmove(t *batch.Task) {
	t.Unmove = &batch.Unmove{Whole: roots.Trees, Strict: j.picked != ""}
}

// tooDear is why a search that was to keep states by moves has kept them as a tree.
const tooDear = "too many moves may lead to a state for -compress=unmove: the search began again with tree"

// tellLeft has the report say how states were kept in the end.
func tellLeft(r *report.Report, res *batch.Result) {
	if res.Left {
		r.Compress, r.EngineReason = "tree", tooDear
	}
}

// tallyUnmove adds to the report what such a search has done.
func tallyUnmove(r *report.Report, s *batch.UnmoveStats) {
	if s.Every == 0 {
		return
	}
	r.Unmove = &report.Unmove{
		K:       s.Every,
		Bits:    s.Bits,
		Whole:   s.Whole,
		Entries: s.Entries,
		Rules:   s.Rules,
		Looks:   s.Looks,
		Reads:   s.Reads,
		Refuted: s.Refuted,
	}
}

// unmoveParts are the tables of such a search.
func unmoveParts(out store.Stats, s *batch.UnmoveStats) store.Stats {
	out = out.With("entries", s.EntryBytes).With("whole states", s.WholeBytes).With("rules", s.RuleBytes)
	return out.With("recent look-ups", s.RecentBytes)
}
