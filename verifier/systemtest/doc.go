// Package systemtest holds small transition systems and a naive search, against which stores, searches and
// reductions are checked.
//
// A Toy is a handful of processes that read and write a few bytes, take turns in atomic sequences, meet in
// rendezvous, start one another and die. Count explores any system as plainly as possible. Violations looks
// for the runs that a claim accepts in the graph of all states. A Judge tries whether the moves of one
// process suffice in a state.
package systemtest
