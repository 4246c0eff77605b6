package por

// Overlooked are the kinds of conflicts that a computed rule can be made to overlook: tests show that they
// would find it out.
var Overlooked = map[string]int{
	"cells": forgetCells, "sends": forgetSends, "receives": forgetReceives, "looks": forgetLooks,
	"processes": forgetProcesses, "enabling": forgetEnabling, "inside": forgetInside,
}

// Overlooking returns options for a rule that overlooks some kind of conflicts.
func (o ComputedOptions) Overlooking(what string) ComputedOptions {
	o.forget = Overlooked[what]
	return o
}
