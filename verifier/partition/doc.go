// Package partition splits a search of all states into partitions, each of which is a function of its log.
//
// A state belongs to the partition that a hash of it selects. A partition handles the entries of its log one
// after the other. An entry has states that other partitions have found. The partition stores the new ones,
// expands them, stores those successors that are its own, and expands these, until none is left. Successors
// of other partitions are collected, and sent as a batch for the log of their partition.
//
// What a partition stores, counts and sends only depends on the entries so far, and on their order. So
// whoever has the log can make the partition again, after any loss, and it sends the same batches with the
// same numbers again. A partition handles a batch once: it knows the numbers that it has handled of each
// sender, and ignores duplicates. So an entry may be sent twice, by two owners even, and counts stay exact:
// if entries reach logs at least once, and are handled at least once, everything is counted once. Batches
// of one sender may arrive in any order, too.
//
// To be the same each time, the successors of a state are in the order of their hashes, not in that in which
// an engine finds them. And what depends on time is an entry, too: a partition whose log has nothing more to
// read, and which has collected states, gets a Flush in its own log.
//
// The search is over when each partition has handled all entries of its log, none has collected states, and
// then no log has grown since (Done). The counts are the sums of the partitions' tallies. Each partition
// keeps for each of its states the partition and number of the state it was found from, so the path to an
// error is read backwards (Path), without another search.
//
// Vocabulary: an owner handles the log of a partition, and may be replaced at any time. A state's number is
// its place in its partition. A batch is the states that a partition sends to another, and is an entry of
// the receiver's log. A rest is an entry after which there is nothing to save but states and counts (Save).
//
// The package does not know how entries get from one machine to another, or who owns what. It follows the
// algorithm of Stern and Dill ("Parallelizing the Murphi verifier", 1997), with a log between partitions
// instead of messages.
//
// Known warts: a state's level is that at which its partition has met it first, so the depth depends on the
// order of arrival, and levels beyond four million are not told apart. States are stored as whole keys. The
// moves are made by the machine, state by state, without what the engine of batches remembers; this is
// exact, and slower. Claims, hidden variables whose values change, and partial-order reduction are not
// supported. With symmetry (Machine.Form), all machines must choose the same state of an orbit.
package partition
