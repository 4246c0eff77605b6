// Package system is the contract between what is searched and the searches: a system has an initial state,
// choices, and steps. Systems wrap systems; the searches know none of them by name.
//
// Machine is a vm.Machine as a system. Around it stand, in this order: package por (one process's choices are
// made where they suffice), package atomic (steps of atomic sequences are one choice), and package product (a
// claim runs beside). Those that wrap take what they need of the one below: any Claimed, or a Reducible whose
// processes can be looked at one by one. The engine of batches (package space) asks a machine what its moves
// look at, too.
//
// Vocabulary: a move is an enabled instance of a transition, as a machine lists it. A choice is a way to
// continue from a state, as a search makes it, and may be several moves. An expansion is a search's question
// about a state, with the answer. A step is the result of a choice. Room is the number of further levels that
// a search allows. A base is an earlier expansion, from which another one can be computed faster.
//
// Reasons for this design: choices are passed by address and the counters of a step are a struct of their
// own, because Go keeps neither structs of more than four fields nor more than nine words of arguments in
// registers; a tenth of a search's time depends on it. Acceptance is part of the effect of the step to a
// state, since it only changes there. The turn is part of the state, since a search stores states and nothing
// else of a system.
package system
