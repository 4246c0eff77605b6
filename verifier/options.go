package verifier

import (
	"gospin/verifier/ask"
	"gospin/verifier/way"
)

// Package ask defines the options of a run, and package way how states are stored.
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
