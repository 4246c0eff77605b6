// Package graph stores reachability graphs in the condensed form of T. Mailund, M. Westergaard, "Obtaining
// memory-efficient reachability graph representations using the sweep-line method", 2004: states are numbers,
// and edges connect numbers. A state is computed again, when needed, by making the moves that lead to it.
//
// An edge carries a row of moves: the moves of an atomic sequence are one edge. A dictionary numbers the
// rows. The edges of a node are an array of bits (section 4, CREATE_EDGE_ARRAY). Its header has the number of
// edges in Elias's gamma code, the width of row numbers in 5 bits, and the width of node numbers in 6 bits.
// Each edge has the number of its row, in ceil(log2 |T|) bits for the |T| rows known by then, and the number
// of its target, in ceil(log2 (M+1)) bits for the greatest target M. (The paper has ceil(log2 M), which is
// one bit short if M is a power of two, and a word each for header and pointer.) Arrays are stored one after
// the other in an arena. For each node, five bytes hold the position of its array, or mark that it has no
// edges, or that it was not expanded.
//
// A search passes a graph to Builder or Writer (search.Graph). Builder keeps it in memory. Writer writes it
// to a file as it grows, and keeps only the dictionary. Nodes may have labels: a bit for each condition of a
// list.
//
// Walk computes the states again (figure 2), with a stack of the vectors on the path, since moves of Promela
// can't be undone. A Checker finds the nodes in which CTL formulas hold. A Product finds runs that an
// automaton accepts. Both need only the numbers. A run that reaches a node without edges stays there for
// ever: for LTL as with a claim, for CTL as if the node had an edge to itself.
//
// This describes files. In memory, the width of row numbers is stored only where it changes, the width of
// node numbers in gamma code as the difference from the width of the node's own number, and positions of
// arrays per block of nodes, in the width that the block needs.
//
// # Files
//
// A file has a magic word, a version, and blocks, each with a checksum (CRC-32C) of its contents and its
// index: the head, moves, labels, edges, and an end. The end has the SHA-256 of everything before it, the
// counts, and, if the graph is incomplete, the reason. A file without an end was cut short. Moves precede the
// edges that use them. Each node's array is preceded by the difference of its number from the previous
// node's.
//
// Known warts: fixed points of CTL are computed by passes over all nodes, up and down. If sixteen passes do
// not suffice, backward edges are computed, which take four bytes each. There is no fairness. The graph ends
// at run-time errors of the model, and its end has their number.
package graph
