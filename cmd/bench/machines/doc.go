// Package machines simulates a search in partitions (package partition) on many machines, by the costs that
// were measured on one. It tells how many machines are worth having, and what stops more of them from
// helping: the server that keeps the logs, the time an entry takes to arrive, or too few states to share.
//
// The simulation is event by event. Each machine handles entries of its partitions, one after the other. An
// entry has states; some are new, and each new one has successors for random partitions. Successors for a
// partition are collected until there are enough for a batch, or until nothing else waits and all that was
// sent is logged. A batch goes through the server, which takes a time for each and one for its bytes, then
// arrives after a latency.
//
// How many states of an entry are new follows from how many have been found: each successor is a random one
// of all states, so few are known at first and nearly all at the end. Real searches have longer beginnings
// and ends, so the simulation is an upper bound.
package machines
