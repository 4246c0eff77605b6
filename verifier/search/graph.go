package search

import "gospin/vm"

// Graph receives a state graph while a search builds it. Nodes are states, or those of an unfolding, numbered
// from 0 in the order in which they are found.
type Graph interface {
	// Node is called for each new node, with its state and number.
	Node(s *vm.State, number uint32) error
	// Edges is called once per node, after its expansion, with all its outgoing edges in the order of the
	// choices. Dead means that it has none and is not a valid end state.
	Edges(number uint32, edges []Edge, dead bool) error
}

// Edge leads from a node to another. Its moves are single steps of a machine; an atomic sequence has several.
type Edge struct {
	Moves []vm.Move
	To    uint32
}
