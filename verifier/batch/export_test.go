package batch

import "time"

// Exported for tests.
const (
	GoodBatch  = goodBatch
	AllChoices = allChoices
)

// Stranded returns the states from which the choices made lead to no state that has made all.
var Stranded = stranded

// Due makes the next check of limits report progress.
func Due(c *Common) { c.clock = time.Time{} }
