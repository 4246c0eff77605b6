package symmetry

import "gospin/vm"

// overlook is a set of what the proof does not look at.
type overlook int

const (
	compared     overlook = 1 << iota // that numbers of ranks are compared with others
	counted                           // that they are counted with
	assigned                          // that they are assigned to cells of other numbers
	stayed                            // what only one of two transitions writes
	acted                             // what is sent, received, or fails
	branches                          // what happens where a condition is false
	escapes                           // that the order of escapes decides
	alternatives                      // that each transition needs one of its own
	targets                           // where transitions lead to
	ends                              // which states are valid ends
	claims                            // the claim
	others                            // processes of no rank
	rooms                             // that cells are too small for numbers of ranks
	births                            // how processes were started
	deaths                            // that processes end, or are started
	messages                          // numbers of ranks in channels
	numbers                           // numbers of ranks in processes
	labels                            // who it is that has to be at a label
	ranges                            // which numbers of ranks are ordered with others
	rest                              // what steps leave in variables of theirs
	known                             // what has to be known of a state
	carried                           // what is known before a step, but not after it
)

// Overlooked are the things that the search for symmetry can be made to overlook: tests show that they would
// find it out.
var Overlooked = map[string]overlook{
	"comparisons": compared, "counting": counted, "assignments": assigned, "what is kept": stayed,
	"channels and assertions": acted, "else": branches, "escapes": escapes, "alternatives": alternatives,
	"targets": targets, "end labels": ends, "claims": claims, "other processes": others, "small cells": rooms,
	"births": births, "deaths": deaths, "messages": messages, "numbers": numbers, "labels": labels,
	"ranges": ranges, "what steps leave": rest, "known values": known,
	"values that are no longer known": carried,
}

// Overlooking is Find that overlooks something.
func Overlooking(prog *vm.Program, what string) (*Group, []Against) {
	steps := AllSteps
	return look(prog, Overlooked[what], &steps)
}

func (m *model) looks(at overlook) bool { return m.overlook&at == 0 }
