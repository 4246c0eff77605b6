// Package system defines the contract between what is searched and the searches: a system has an initial
// state, choices, and steps. Systems wrap systems; the searches know none of them by name.
//
// Machine is a vm.Machine as a system. The wrappers are, from the inside: package por (if the choices of one
// process suffice, only these are made), package atomic (the steps of an atomic sequence are one choice), and
// package product (a claim moves together with the system). A wrapper states what it needs of the wrapped
// system: a Claimed, or a Reducible, whose processes can be examined one by one. Package space, the engine of
// batches, also asks a machine what its moves read and write.
//
// Vocabulary: a move is an enabled instance of a transition, as a machine lists it. A choice is a way for a
// search to continue from a state, and may be several moves. An expansion is a search's request for the
// choices of a state, with the answer. A step is the result of a choice. Room is the number of further levels
// that a search allows. A base is an earlier expansion that makes it faster to compute another one.
//
// Reasons for this design: choices are passed by address and the counters of a step are a struct of their
// own, because Go keeps neither structs of more than four fields nor more than nine words of arguments in
// registers; a tenth of a search's time depends on it. Acceptance is part of the effect of the step to a
// state, since it only changes there. The turn is part of the state, since a search stores states and nothing
// else of a system.
package system
