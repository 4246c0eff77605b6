// Package system is the contract between what is searched and the searches: a system has an initial state,
// choices, and steps. Systems wrap systems; the searches know none of them by name.
//
// Machine is a vm.Machine as a system. Around it stand, in this order: package space, if at all (moves
// are remembered by what they depend on), package por (one process's choices are made where they suffice),
// package atomic around a machine (steps of atomic sequences are one choice), and package product (a claim
// runs beside). Those that wrap take what they need of the one below: any Claimed, a Classified that tells
// the classes of its processes, or an Observed that tells what its moves look at.
//
// Vocabulary: a move is an enabled instance of a transition, as a machine finds it; a choice is a way on from
// a state as a search makes it, which may be several moves; an expansion is what a search asks of a state and
// is reported; a step is what came of a choice. Room is how many levels deeper a search may go. A base is an
// earlier expansion from which another one may be found faster.
//
// Why it is so: choices are passed by address and the counters of a step are a struct of their own, because
// Go keeps neither structs of more than four fields nor more than nine words of arguments in registers; a
// tenth of the time of a search depends on it. Acceptance comes with the effect of the step that leads to a
// state, for what is accepting changes only there. Whose turn it is lies in the state, for a search keeps
// states and nothing else of a system.
package system
