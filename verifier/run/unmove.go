package run

import (
	"gospin/verifier/batch"
	"gospin/verifier/report"
	"gospin/verifier/roots"
	"gospin/verifier/store"
)

// unmove has a search in batches keep states so. All moves are made: of less, one would have to know which.
func (a *attempt) unmove(t *batch.Task) {
	t.Unmove = &batch.Unmove{Whole: roots.Trees, Strict: a.plan.Strict}
}

// tooDear is why a search that was to keep states by moves has kept them as a tree.
const tooDear = "too many moves may lead to a state for -compress=unmove: the search began again with tree"

// reportLeft has the report say how states were kept in the end.
func reportLeft(r *report.Report, res *batch.Result) {
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
