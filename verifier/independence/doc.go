// Package independence explains to people what partial-order reduction makes of a model: which control states
// are safe under SPIN's rule and under the computed rule, which statements of other processes conflict, and
// what would help.
//
// Vocabulary: a process may move alone at a safe control state; two statements conflict if their order may
// make a difference, or if one may enable the other; a cure is a change to the model that does not change its
// behaviour.
//
// Known warts: processes are distinguished by their numbers and by their constant cells; processes that are
// created later are those of a short search. Conflicts are with everything that another process may do from
// its start on. If it may reach a state after which it does nothing of that any more, the report says that
// the state is unsafe until then. Cures follow from who uses what; they need not make the state space
// smaller.
package independence
