package unmove_test

import "gospin/verifier/batch/batchtest"

type (
	toy  = batchtest.Toy
	move = batchtest.Move
)

var (
	newToy   = batchtest.New
	counters = batchtest.Counters
	graph    = batchtest.Graph
	wide     = batchtest.Wide
	updown   = batchtest.Updown
	shared   = batchtest.Shared
)
