package batch_test

import "gospin/verifier/batch/batchtest"

type (
	toy  = batchtest.Toy
	move = batchtest.Move
)

var (
	counters = batchtest.Counters
	graph    = batchtest.Graph
	wide     = batchtest.Wide
)
