package search

import "gospin/vm"

// Graph gets a state graph as a search builds it. Nodes are states, or those of an unfolding, and have
// numbers from 0 on, in the order in which they are found.
type Graph interface {
	// Node is called for each new node, with the state and its number.
	Node(s *vm.State, number uint32) error
	// Edges is called once for a node, when it has been expanded, with all edges that leave it, in the order
	// of the choices. Dead says that it has none, and is not a valid end state.
	Edges(number uint32, edges []Edge, dead bool) error
}

// Edge is a way from a node to another: the moves that lead there, step by step as a machine makes them, of
// which an atomic sequence has several.
type Edge struct {
	Moves []vm.Move
	To    uint32
}
