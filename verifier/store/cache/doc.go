// Package cache has stores that forget states.
//
// A Cache forgets states when there is no room for a new one. To guarantee that the search terminates, it
// keeps the termination-detection tree: the open states and all their ancestors (Evangelista, Kristensen,
// "Search-order independent state caching", 2010). Without it, a breadth-first search might run in circles
// for ever. A cycle of generations is impossible: when a state is generated, all its ancestors are in the
// tree, so it is none of them. The predecessor takes 4 bytes of a record. The number of references takes one,
// and sticks at 255: then the state stays for ever. Which states may be forgotten is determined when the
// first one has to be; from then on a heap has their numbers in order, 4 bytes each, and the field of the
// predecessor, which is useless then, has a state's rank. Values of components are not forgotten.
//
// Vocabulary: a record has what is stored of a state; its candidates are the states that have left the tree.
//
// Known warts: a cache counts the visits of a state only while it is in the tree, so that the heap stays
// ordered; the number of different states is an estimate once some are forgotten.
package cache
