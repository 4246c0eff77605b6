// Package graph keeps reachability graphs condensed, as T. Mailund, M. Westergaard, "Obtaining
// memory-efficient reachability graph representations using the sweep-line method", 2004, have it: states are
// numbers, and edges lead from number to number. What a state is, is made again by taking the moves.
//
// A move of a graph is an edge's row of moves: those of an atomic sequence are one edge. Rows have numbers
// in a dictionary. The edges of a node are an array of bits (section 4, CREATE_EDGE_ARRAY): how many there
// are in Elias's gamma code, the bits of a row's number in 5 bits and of a node's in 6; then of each edge
// the numbers of the row, in ceil(log2 |T|) bits for the |T| rows known by then, and of the node, in
// ceil(log2 (M+1)) bits for the greatest M. (The paper has ceil(log2 M), one bit short where M is a power of
// two, and a word each for the header and the pointer.) Arrays lie one after the other in an arena; a node
// has the place of its array in five bytes, or a sign that no edge leaves it, or that it has not been
// expanded.
//
// Builder and Writer are told of a graph by a search (search.Graph): the one keeps it, the other writes it
// to a file as it grows, and keeps the dictionary only. Nodes may be labelled, with a bit for each of a list
// of conditions.
//
// Walk makes the states again (figure 2), with the vectors of the path on a stack, since moves of Promela
// cannot be undone. A Checker finds the nodes in which formulas of CTL hold, a Product runs that an
// automaton accepts; both go by numbers alone. A run that comes to a node without edges stays there for
// ever: for LTL as beside a claim, for CTL as if an edge led from it to itself.
//
// That is their form in files. In memory, bits of a row's number are given where they change, those of a
// node's by how far they are from those of the node that the array is of, in gamma code; and places of arrays
// are kept by blocks of nodes, in as many bits as a block's arrays need.
//
// # Files
//
// A file is a magic word, a version, and blocks with a checksum (CRC-32C) of what they hold and of their
// place: the head, moves, labels, edges, and an end with the SHA-256 of all before it, the counts, and why
// there is more than the graph has, if there is. A file that has no end is cut short. Moves come before the
// edges that take them. In front of a node's array is how far its number is from that of the node before.
//
// Known warts: fixed points of CTL are passes over all nodes, up and down; where sixteen do not suffice,
// edges backwards are made, in four bytes each. There is no fairness. Behind run-time errors of the model
// there is nothing, and the end of the graph counts them.
package graph
