// Package systemtest has small transition systems and a naive search, against which stores, searches and
// reductions are checked.
//
// A Toy has a few processes that read and write a few bytes, take turns in atomic sequences, communicate by
// rendezvous, create one another and end. Count explores any system in the simplest way. Violations finds the
// runs that a claim accepts in the graph of all states. A Judge finds out whether the moves of one process
// suffice in a state.
package systemtest
