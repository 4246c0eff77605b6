package por

// Kinds of conflicts that a rule may be made to forget.
var Forgets = map[string]int{
	"cells": forgetCells, "sends": forgetSends, "receives": forgetReceives, "looks": forgetLooks,
	"processes": forgetProcesses, "enabling": forgetEnabling, "inside": forgetInside,
}

// Forgetting returns options for a rule that forgets some conflicts.
func Forgetting(o ComputedOptions, kinds int) ComputedOptions {
	o.forget = kinds
	return o
}
