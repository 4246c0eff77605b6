// Package way is the registry of the ways of storing states, of the search orders, and of the rules of
// reduction. Each is one value: its name, its traits, and a function that makes it. Lists elsewhere (flags,
// completion, the candidates of auto, the lists of tests) derive from it, so a way that is not registered
// does not exist.
//
// A Store is named on the command line (-compress=NAME). A chain of codecs, such as mask+huffman, is a Store,
// too, which Parse creates. Its traits determine what it can be combined with; other packages decide by
// traits, never by names. A Build has what is needed to make a store. Made is the result: the store, and the
// system that makes the moves, since some stores need a system of their own.
//
// An Order is a search order. Batches support batch.Orders; the others select one state at a time
// (search.Frontier).
//
// To add a way of storing states, write the store in package store, its maker here, and its row in Stores.
// The tests of stores, layers and examples then include it, and fail if it violates a contract.
package way
