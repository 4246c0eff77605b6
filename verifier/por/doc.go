// Package por is partial-order reduction: a system around another one that lets a search follow the choices
// of one process only where the order of what the others do beside it makes no difference (Peled, "Combining
// partial order reductions with on-the-fly model checking", 1996).
//
// A System asks a Rule which processes may go on alone. The rule knows the processes by their classes:
// numbers that stand for a process's type, its control state, and what else of it is fixed. So the system
// below is not asked for the choices of the others.
//
// Vocabulary: an ample set is what suffices of the choices of a state, here always those of some process; a
// set that leads on is one that the search's proviso accepts, so that nothing is put off for ever; a rule is
// static if it leaves states out of every cycle of control instead, so that its sets need no proviso.
//
// Sets are numbered by their processes, from the youngest on: number 1 is the set of the youngest process.
// States within atomic sequences, and those of a single process, have none.
//
// # SPIN's rule
//
// Spin is the rule of SPIN: a process may go on alone at a control state where all statements are local.
// Which are is found by package compile, with SPIN's own rules (vm.Marks), and state by state as pan -d tells
// it. The counts of such a search are pan's. The rule is not sound, for SPIN takes for local what is not: run
// and the end of a process, which decide on the numbers of others; elements of a process's own array whatever
// its index is; arguments of run; what is declared local; what claims see of another process. vm.Marks.Traps
// are the places in a model. Nor does anybody prove xr and xs: an Exclusive watches whether they hold, and
// where they do not the search tells nothing.
//
// Beside a claim, pan accepts a set none of whose choices leads back on the path, and remembers in the state
// which sets it took, for the second search. Here the rule is static then. A process that moves in a cycle of
// the search goes round its own control, or to and fro between states where an atomic sequence blocks. In
// every cycle of control one state is left out of the safe ones, and so are those where a sequence may block;
// there the process moves only with all choices of the others.
//
// # The computed rule
//
// A move is what a process does from one state in which all may move to the next: one step, or those of an
// atomic sequence up to its end or to where it blocks. What moves do to things that several processes may
// share are acts: reads, writes and sums of groups of global bytes; sends, receives and looks of channels;
// births, deaths and counts of processes. The future of a class are the acts of all moves that may follow
// from it, those of children included. It follows from the code, run with what is known of an instance: its
// number, and the cells that nothing writes after its start. Two acts conflict if they may not commute, or
// if one may keep the other from happening.
//
// The choices of process p suffice in s if (a) the enabled moves of p conflict with no act in the future of
// another process, and (b) for each move of p that is not enabled, some set of acts that are needed to enable
// it is in no other future. Then they are a persistent set (Godefroid, "Partial-order methods for the
// verification of concurrent systems", 1996): take a run from s of others only. By induction over its moves,
// each is in the future of its process, so by (b) p has no move more, and by (a) none less, and those commute
// with the run. So every run that leaves s has one with a move of p in front, to the same state.
//
// Of what that takes:
//
// Guards. Of an enabled move all conjuncts hold. So that one that asks for a channel to be empty is falsified
// by sends only, and so on; others look at the whole. What stands after else or below an escape depends on
// the guards before it being false: in futures it looks at what may enable them. In p's own set it does not,
// for by (a) and (b) they stay as they are. A move below an enabled escape of p counts only if it receives:
// a partner does not ask for the escapes.
//
// Channels. A send and a receive on a channel with slots commute where both are enabled, and neither keeps
// the other from being enabled. A sorted send may change what is received next, and a send that may be lost
// looks at the whole. On a rendezvous both partners move, so all acts on it conflict: no set contains one.
// Coming to where it receives from a rendezvous, a process may disable others, who move only while nobody is
// there (else, escapes, sequences that block).
//
// Enabling (Laarman, Pater, van de Pol and Hansen, "Guard-based partial-order reduction", 2016). A receive
// that does not fit waits for a send if the channel is empty, for a receive if it is not: which, tell p's
// other receives that are enabled. A guard that wants a channel empty which is not waits for receives.
//
// Sequences. A move has all acts of its sequence. Within, a send or receive may block, where others then see
// the process; so it looks at the whole channel. It does not if its control state can always be left. Of the
// process itself, sends within don't block if there is room for all of the move in s: others only make more
// of it, for by (a) none of them sends. This is looked up in s.
//
// Waiting. While p has an enabled receive from a channel, the channel is not empty, and by (a) nobody else
// receives from it. So moves of others that want it empty do not come before p's: neither do their acts, nor
// what follows from them only. Futures under such conditions are computed apart; under several, their
// intersection holds.
//
// Timeout is false as long as a process can move, and p can. So no move that waits for it is part of a future
// or set. Where only timeout moves somebody, no process has a choice before, and all are made.
//
// Processes. Births conflict with births, deaths and counts, deaths with births and counts. Two deaths don't:
// only the youngest dies, the other waits. A death conflicts with all acts on the process's channels.
//
// Failures. A set with a guard that fails is not taken: the system tells of it with all choices. A move that
// ends in a run-time error leads nowhere: the proviso sees that; a static rule tries such moves.
//
// Channels in variables: flow finds, whichever way processes run, which channels' numbers may be in a cell or
// in a message's field. Global channels are told apart, those of processes by number where that is known.
//
// Claims. A move is visible if it writes what the claim reads, moves messages in channels that it polls,
// enters or leaves a label that it names or one of acceptance that counts, or if it creates or ends a process
// and the claim looks at processes. Sets with visible moves are not taken. What takes X, fairness or progress
// to tell is not for this rule.
//
// Static. A state of control is sticky, never left by a set alone, in every cycle that may lead through sets.
// A cycle of states without one that has all its choices would lead some process of it, that with the lowest
// number at the latest, through a cycle of its own control. (That one is not created on the cycle: a creator
// has a lower number.) Transitions that add to a variable which is kept below a bound are on no such cycle.
// The sets depend on the state alone, so they are the same in each search of a nested one, and in every state
// of a product with the same state of the system: this is what Siegel asks for ("What's wrong with on-the-fly
// partial order reduction", CAV 2019).
//
// Where there are more things than have numbers, several share one. Classes are told apart by number and
// fixed cells only up to a limit. Both only add conflicts. A class for which some process that lasts always
// speaks is hopeless; of the others, who was in the way the last time is asked first.
//
// A system may be sparing: where sets have long left nothing out, one state in sixteen is looked at, for no
// set is ever needed. Then counts of states depend on how a search goes.
//
// Known warts: a rendezvous never suffices, so clients of one server wait for each other. Static rules gain
// nothing where a process's whole life is one control state. A guard with several false conjuncts counts as
// a whole, unless one asks a channel. What writes the same value counts as a conflict. Behind a sequence that
// does not end, others' errors may be missed; the sequence is told of.
package por
