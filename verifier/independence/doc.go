// Package independence tells people what partial-order reduction makes of a model: which control states are
// safe by SPIN's rule and by the computed one, which statements of which processes stand against it, and what
// would help.
//
// Vocabulary: a process may go on alone at a safe control state; two statements conflict if the order in
// which they are taken may make a difference, or if one may make the other executable; a cure is a change to
// the model that does not change what it does.
//
// Known warts: processes are told apart by their numbers and by what never changes of them, those that are
// created later as a short search has met them; conflicts are with all that another process may do from
// where it starts. If it may come to where it does none of it any more, the state is told to be unsafe until
// then. A cure is found by who uses what, and promises no smaller state space.
package independence
