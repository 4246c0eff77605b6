package batch

import "time"

// What tests look at.
const (
	GoodBatch  = goodBatch
	AllChoices = allChoices
)

// Stranded are the states from which the choices made lead to none that has made all.
var Stranded = stranded

// Due has the next look report progress.
func Due(c *Common) { c.clock = time.Time{} }
