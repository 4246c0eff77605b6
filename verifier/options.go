package verifier

import (
	"gospin/verifier/ask"
	"gospin/verifier/way"
)

// What a run can be told is the business of package ask, and how states are stored of package way.
type (
	Options   = ask.Options
	Reduction = ask.Reduction
	Limits    = ask.Limits
	Question  = ask.Question
	Sweeping  = ask.Sweeping
	Progress  = ask.Progress

	Storage     = way.Storage
	Approximate = way.Approximate
	Deltas      = way.Deltas
	Diffs       = way.Diffs
	Caching     = way.Caching
)
