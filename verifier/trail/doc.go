// Package trail reads and writes SPIN's trails and replays them.
//
// A trail is a file of lines depth:pid:statement, one for each step; a rendezvous takes two, the
// sender's and the receiver's. A statement's number counts the model's statements in the order of the
// text, from 0. Lines that begin with a negative number are remarks: -4 says that statements may have
// been merged, -2 that a claim ran beside the model (it is process 0 then, and the model's processes
// follow it), -1 that the cycle begins here. A claim has the number that SPIN gives it among the
// model's proctypes and claims. The automaton of a formula is gospin's own: it has a number that no
// claim of SPIN's has, so that spin -t leaves its steps out, as it does with those of pan -l, and takes
// all others. A last line may begin with #: SPIN and pan stop reading there; it says of which property the
// trail is, and with which flags the model is to be read.
//
// Where statements have been merged, only the first of each group is in the trail. Replay finds the
// others: when a step cannot be taken, the processes that the step needs go on until it can. The others
// of a group only concern their own process, so it does not matter that they are taken late.
//
// Shorten makes a path to a fault shorter: it leaves out moves, and keeps what still leads to the fault. What
// it finds need not be a shortest one.
package trail
