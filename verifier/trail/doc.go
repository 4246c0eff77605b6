// Package trail reads and writes SPIN's trails and replays them.
//
// A trail is a file of lines depth:pid:statement, one per step. A rendezvous takes two lines: the sender's
// and the receiver's. Statements are numbered from 0 in the order of the text. A line that begins with a
// negative number is a remark: -4 means that statements may have been merged, -2 that a claim ran beside the
// model (the claim is then process 0, and the model's processes follow it), -1 that the cycle begins here. A
// claim has the number that SPIN gives it among the model's proctypes and claims. The automaton of a formula
// is gospin's own, and gets a number that no claim of SPIN's has. Therefore spin -t leaves its steps out, as
// it does for trails of pan -l, and takes all others. The last line may begin with #: SPIN and pan stop
// reading there. It names the violated property and the flags with which the model is to be read.
//
// Where statements were merged, the trail has only the first of each group. Replay finds the others: if a
// step is not enabled, the processes that can enable it go on until it is. The other statements of a group
// concern only their own process, so they may be taken late.
//
// Shorten leaves moves out of a path to a fault while the rest still leads to it. The result need not be a
// shortest path.
package trail
