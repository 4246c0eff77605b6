package por

// Overlooked has the kinds of conflicts that a computed rule can be made to overlook. Tests use it to show
// that they would notice.
var Overlooked = map[string]int{
	"cells": forgetCells, "sends": forgetSends, "receives": forgetReceives, "looks": forgetLooks,
	"processes": forgetProcesses, "enabling": forgetEnabling, "inside": forgetInside,
}

// Events are overlooked by a rule that does not see that a trace assertion follows sends and receives; only
// models with one notice.
const Events = "events"

// Overlooking returns the options of a rule that overlooks a kind of conflicts.
func (o ComputedOptions) Overlooking(what string) ComputedOptions {
	if o.forget = Overlooked[what]; what == Events {
		o.forget = forgetEvents
	}
	return o
}
