package symmetry

import "gospin/vm"

// overlook is a set of checks that the proof omits.
type overlook int

const (
	compared     overlook = 1 << iota // comparisons of numbers of ranks with others
	counted                           // calculations with them
	assigned                          // assignments to cells of other numbers
	stayed                            // cells that only one of two transitions writes
	acted                             // sends, receives and failures
	branches                          // the outcome if a condition is false
	escapes                           // the order of escapes
	alternatives                      // that each transition needs an image of its own
	targets                           // targets of transitions
	ends                              // valid end states
	claims                            // the claim
	others                            // processes without a rank
	rooms                             // cells that are too narrow for numbers of ranks
	births                            // how processes were started
	deaths                            // processes that start or end
	messages                          // numbers of ranks in channels
	numbers                           // numbers of ranks in processes
	labels                            // the process in a reference to a label
	ranges                            // order comparisons of numbers of ranks
	rest                              // values that steps leave in their variables
	known                             // what must be known of a state
	carried                           // what is known before a step, but not after it
)

// Overlooked has the checks that the search for symmetry can be made to omit: tests show that they detect it.
var Overlooked = map[string]overlook{
	"comparisons": compared, "counting": counted, "assignments": assigned, "what is kept": stayed,
	"channels and assertions": acted, "else": branches, "escapes": escapes, "alternatives": alternatives,
	"targets": targets, "end labels": ends, "claims": claims, "other processes": others, "small cells": rooms,
	"births": births, "deaths": deaths, "messages": messages, "numbers": numbers, "labels": labels,
	"ranges": ranges, "what steps leave": rest, "known values": known,
	"values that are no longer known": carried,
}

// Overlooking is Find without some checks.
func Overlooking(prog *vm.Program, what string) (*Group, []Against) {
	steps := AllSteps
	return look(prog, Overlooked[what], &steps)
}

func (m *model) looks(at overlook) bool { return m.overlook&at == 0 }
