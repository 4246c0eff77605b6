// Package por is partial-order reduction. It wraps a system so that a search follows only the choices of one
// process in states where their order relative to the other processes' moves makes no difference (Peled,
// "Combining partial order reductions with on-the-fly model checking", 1996).
//
// A System asks a Rule which processes may move alone. The rule identifies processes by their classes:
// numbers that stand for a process's type, its control state, and its cells that never change. So the wrapped
// system need not compute the choices of the other processes.
//
// Vocabulary: the choices of a process suffice if the others may be omitted; an ample set is such a set of
// choices; a set leads on if the search's proviso accepts it, so that nothing is postponed for ever; a static
// rule instead excludes some states of every cycle of control, so that its sets need no proviso.
//
// Sets are numbered by their processes, from the youngest on: number 1 is the set of the youngest process.
// States within atomic sequences, and states with one process, have no sets.
//
// # SPIN's rule
//
// Spin is the rule of SPIN: a process may move alone at a control state where all statements are local.
// Package compile decides that by SPIN's own rules (vm.Marks), with the same result as pan -d for every
// state. The counts of such a search are pan's. The rule is not sound, since SPIN takes for local what is
// not: run and the end of a process, which determine the numbers of others; elements of a process's own
// array, whatever the index; arguments of run; variables declared local; and what claims observe of other
// processes. vm.Marks.Traps lists these places in a model. Nor are xr and xs proved: an Exclusive checks
// them, and if one is violated, the result of the search is invalid.
//
// With a claim, pan accepts a set if none of its choices leads back to the path, and records in the state
// which set it took, for the second search. Here, the rule is static instead. A process that moves on a cycle
// of the search moves on a cycle of its own control, or back and forth between states where an atomic
// sequence blocks. So one state of every cycle of control is made unsafe, and so are the states where a
// sequence may block; there, the process moves only together with all choices of the others.
//
// # The computed rule
//
// A move is what a process does between two states in which all processes may move: one step, or the steps of
// an atomic sequence up to its end or to where it blocks. Acts are what moves do to things that several
// processes may share: reads, writes and additions for groups of global bytes; sends, receives and looks for
// channels; births, deaths and counts for the set of processes. The future of a class is the set of acts of
// all moves that may follow, including the moves of descendants. It is computed from the code, which is
// interpreted with what is known about an instance: its number, and the cells that are never written after
// its start. Two acts conflict if they may not commute, or if one may prevent the other.
//
// The choices of process p suffice in s if (a) the enabled moves of p conflict with no act in the future of
// another process, and (b) for each disabled move of p, one of the sets of acts that are necessary to enable
// it is disjoint from all other futures. Then they are a persistent set (Godefroid, "Partial-order methods
// for the verification of concurrent systems", 1996). Proof: take a run from s with moves of other processes
// only. By induction over its moves, each is in the future of its process; so by (b) no further move of p is
// enabled, by (a) none is disabled, and the enabled ones commute with the run. So for every run that leaves s
// there is one that begins with a move of p and leads to the same state.
//
// The details:
//
// Guards. If a move is enabled, all conjuncts of its guard are true. So a conjunct that requires a channel to
// be empty can only be falsified by sends, and so on; for the guards of disabled moves, all acts on the
// channel count. Statements after else or below an escape depend on preceding guards being false: in futures,
// they have looks for what may enable these guards. In p's own set they don't, since by (a) and (b) the
// guards remain false. A move below an enabled escape of p is only relevant if it receives, since the sender
// ignores the receiver's escapes.
//
// Channels. A send and a receive on a channel with slots commute if both are enabled, and neither disables
// the other. A sorted send may change the message that is received next, and a send that may be lost looks at
// the whole channel. In a rendezvous both partners move, so all acts on its channel conflict: no set contains
// one. When a process reaches a state where it may receive from a rendezvous channel, it may disable moves
// that are only enabled while no process is in such a state (else, escapes, sequences that block).
//
// Enabling (Laarman, Pater, van de Pol and Hansen, "Guard-based partial-order reduction", 2016). A receive
// without a matching message waits for a send if the channel is empty, and for a receive if it is not; p's
// other enabled receives show which. A guard that requires a nonempty channel to be empty waits for receives.
//
// Sequences. A move has all acts of its sequence. Within the sequence, a send or receive may block, and then
// other processes observe the intermediate state; so it looks at the whole channel, unless its control state
// always has an enabled transition. In p's own moves, sends within a sequence don't block if s has free slots
// for all of them: other processes can only free more, since by (a) none of them sends. This is checked in s.
//
// Waiting. If p has an enabled receive from a channel, the channel is not empty, and by (a) no other process
// receives from it. So moves of others that require it to be empty cannot precede p's move; their acts don't
// count, nor the acts that are only possible after them. The futures under such a condition are computed
// separately; under several conditions, their intersection is used.
//
// Timeout is false as long as a process can move, and p can. So no move that waits for a timeout is in a
// future or a set. If only a timeout enables moves, no process has a choice before it, and all choices are
// made.
//
// Processes. Births conflict with births, deaths and counts; deaths conflict with births and counts. Two
// deaths don't conflict, since only the youngest process can die. A death conflicts with all acts on the
// process's channels.
//
// Failures. A set with a guard that fails is not used, so that the failure is reported with all choices. A
// move that ends in a run-time error has no successor: a proviso detects that; a static rule tries such
// moves.
//
// Channels in variables: the analysis of flow finds the channels whose numbers may be in a cell or in a field
// of a message, whatever the order of moves. Global channels are distinguished; channels of processes only if
// their number is known.
//
// Claims. A move is visible if it writes what the claim reads, adds or removes messages of channels that it
// polls, enters or leaves a label that it refers to or an acceptance label that counts, or creates or ends a
// process while the claim refers to processes. Sets with visible moves are not used. The rule does not
// support the operator X, fairness and progress.
//
// Static rules. In every cycle of control through sets, one state is sticky: the process never leaves it
// alone. Suppose that a cycle of states had none with all its choices; then the process with the lowest
// number among those that move on it moves through a cycle of its own control. (It is not created on the
// cycle, since its creator has a lower number.) Transitions that add to a variable that is kept below a bound
// are not on such a cycle. Sets depend on the state alone, so they are the same in both parts of a nested
// search, and in all states of a product with the same state of the system, as Siegel requires ("What's wrong
// with on-the-fly partial order reduction", CAV 2019).
//
// If there are more things than numbers, several share one; and classes are distinguished by number and
// constant cells only up to a limit. Both only add conflicts. A class is hopeless if a process that never
// ends always has acts against it; for the others, the process that prevented the last set is tried first.
//
// A system may be sparing: if sets have long omitted nothing, only one state in sixteen is examined, since no
// set is ever necessary. The number of states then depends on the order of the search.
//
// Known warts: a rendezvous never suffices, so the clients of one server wait for each other. Static rules
// gain nothing if a process has only one control state. A guard with several false conjuncts is treated as a
// whole, unless one of them is about a channel. Writes of equal values count as conflicts. Errors of other
// processes after a sequence that does not end may be missed; but the sequence is reported.
package por
