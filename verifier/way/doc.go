// Package way is the registry of the ways to store states and of the orders of search. Each is one value: its
// name, what it goes with, and what makes it. Lists of modes elsewhere (flags, completion, what auto tries,
// what tests go through) derive from it, so a way that is not here does not exist.
//
// A Store is named on the command line (-compress=NAME). Codecs in a row, such as mask+huffman, are one
// Store, too: Parse reads them. Its traits say what may be asked of it; package verifier decides by them,
// never by names. A Build has what a store is made of, and Made is what comes of it: the store, and the
// system that makes the moves, since some stores need one of their own.
//
// An Order is one of the search. Those of batches are batch.Orders; the others choose one state at a time
// (search.Frontier).
//
// To add a way to store states: write the store in package store, its maker here, and its row in Stores. The
// tests of stores, layers and examples take it from there, and fail where it breaks a contract.
package way
