package run

import (
	"gospin/verifier/batch"
	"gospin/verifier/report"
	"gospin/verifier/roots"
	"gospin/verifier/store"
)

// unmove makes a search in batches store states by moves. All moves are made, since predecessors are found by
// undoing any of them.
func (a *attempt) unmove(t *batch.Task) {
	t.Unmove = &batch.Unmove{Whole: roots.Trees, Strict: a.plan.Strict}
}

// tooDear is the reason why a search began again with another store than unmove.
const tooDear = "too many moves may lead to a state for -compress=unmove: the search began again with tree"

// reportLeft reports how states were stored in the end.
func reportLeft(r *report.Report, res *batch.Result) {
	if res.Left {
		r.Compress, r.EngineReason = "tree", tooDear
	}
}

// tallyUnmove adds the figures of such a search to the report.
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

// unmoveParts returns the sizes of the tables of such a search.
func unmoveParts(out store.Stats, s *batch.UnmoveStats) store.Stats {
	out = out.With("entries", s.EntryBytes).With("whole states", s.WholeBytes).With("rules", s.RuleBytes)
	return out.With("recent look-ups", s.RecentBytes)
}
