// Package space is what roots are made of, and the engine that finds what lies behind them: a system whose
// states are a few words, and which remembers what processes do by what that depends on.
//
// A state is a tuple of the numbers of its components, as in recursive indexing (Holzmann, "State compression
// in SPIN: recursive indexing and compression training runs", 1997). Components are finer here: each global
// variable and element of an array, each process, each channel. The bytes of a component are kept once; its
// number stands in the root. Most moves depend on few components, and change few. What one looks at and
// writes is noted by the machine while it is made (vm.Seen), and remembered: the same again costs a look-up
// and, for each choice, root & keep | set. LTSmin's caches of transitions by what they depend on do the same
// to vectors of slots (Blom, van de Pol and Weber, "LTSmin: distributed and symbolic reachability", 2010).
//
// # Roots
//
// The shape of a state says which processes and channels there are. Its number comes first in a root, then
// those of the cells, which are components of the globals, then those of processes and channels in the
// shape's order. A form is a shape's fields in the present packing: word, shift and mask of each. Components
// whose values share numbers are a class: the elements of an array; the processes of a proctype at the same
// place of shapes, for those at other places have other values, and more numbers would make roots wider. A
// field is as wide as its class needs, and takes a part of what is left of the word; none lies across the end
// of one. Shapes with a common beginning have its fields in the same places, so a birth keeps what is there.
//
// A number that does not fit has the space packed anew (Repack): all fields as wide as needed, roots wider if
// they must be. Then all roots are converted, and engines begin again, for what they remember is made of keys
// and sets in the old places. Where roots of four words do not suffice, globals are cut more coarsely: the
// grains are each element, eight of them, whole arrays, all in one; then roots may have 64 words.
//
// # The engine
//
// What a process does is looked for by its own number first. A seat is a process in the states of a shape; it
// has an info for each number. Of an info there are these kinds:
//
//   - direct: what the process does is always the same. There is one list of choices, and no look-up.
//   - hashed: it depends on a mask of the root. The memo has a list for each value under the mask.
//   - split: as a whole it depends on so much that it had too many entries (splitFrom), so its transitions
//     are looked at one by one. Each is a part, with a mask of its own, and may be always the same itself. It
//     can't be where transitions depend on each other: else, escapes, timeout (vm's Separable says).
//
// A mask only grows. What was remembered under a smaller one stays true: it did not look at the rest.
//
// A list is a header, then keep and set for each choice. The header counts what all make: choices, atomic
// steps, whether a rendezvous was offered. What only some searches ask for, the choice itself and its depth,
// is in notes apart.
//
// Rendezvous are remembered by halves. A sender's list ends in offers: the state without a receiver, a
// channel and a message. Those who may receive (info.takes) have a part for each offer. As a whole, a
// handshake depends on the numbers of both partners and all that either looks at: as many entries as there
// are pairs.
//
// A channel has one number for all that is in it. Most of what is done with channels depends on the ends
// only: the head message, and whether there is room. So a part may depend on the end of a channel: then its
// key has, in the field of the channel, the feature, which numbers what is at the ends. What a choice does to
// a channel, to send or to take one message, is a shift: a table from the number of what is in it to that of
// what is in it then. So a send costs one entry for all that may be in a channel.
// Channels that have had few values are looked at as a whole, which is quicker, until that makes too many
// entries (fineFrom).
//
// An atomic sequence is one choice up to where it ends; a course follows it through all its steps. If as a
// whole it makes too many entries (stepFrom), it is remembered step by step: a part is stepped then, and its
// choices may lead to states within sequences. Those are roots in which the process that goes on has no
// number, and its value beside them (inner), with infos and parts as any. Values that are had within
// sequences only get no numbers, so roots stay narrow. A course of a stepped part goes on as long as it looks
// at nothing more than before.
//
// The memo is a table of two ways that doubles while it loses entries that are wanted. If what is remembered
// takes a great part of what the states take, it is dropped (Forgot).
//
// What the machine is asked for: what nothing is remembered of yet (Learnt); each time what fails, what comes
// to too many ends and sequences that are too long (Fallback: the list is slow, whose choices aren't known);
// and each state without choices, for its end may be invalid, or a timeout may lead on (Ends). Faults are not
// remembered.
//
// Several workers have an engine each, and learn together: what is learnt (lore) belongs to a pool then. An
// engine looks in a memo of its own, and has copies of the infos and parts that it has met; lists are only
// ever added to, so that all can read them without a lock. What an engine misses it asks the pool for, under
// a lock, before it asks its machine, which it does without: then two may learn the same now and then.
//
// Reduced searches ask a por.Rule, one process at a time: the process's class stands in its info, its choices
// in the notes.
//
// # Beside a claim
//
// A claim that is terminal (vm.Program.Terminal) is searched in batches, too: its control state is a
// component with infos of its own, and a choice is one of the claim and then one of the system, as package
// product has it. No cycle is sought: where the claim comes to what decides, the search ends. Rules of
// reductions are static then, and no forest judges them.
//
// For other claims, package batch looks for cycles when all states have been found (SeekCycles). Engines tell
// it in which component of the claim a root lies, whether it is accepting, and for fair cycles who moves and
// who could. Sequences in which several processes move are left to the machine then, for who moves is not
// remembered. Where the system is blocked and the claim goes on changing, each of its moves is a step; so
// such a product may have more states than the nested search stores, which depend on whose turn it is.
//
// The machines of a search by Search note which transitions put a value where it does not fit: what is
// remembered has been done by a machine once, so nothing is missed, and it costs nothing where a move is
// remembered (Cuts).
//
// Kinds tells of each proctype how it has been remembered.
//
// Known warts: seats belong to shapes, so where processes come and go in thousands of combinations everything
// is learnt anew in each, and each new place has the space packed anew: such models are slower than with the
// machine, and left to it where a search asks for that (batch.ErrRestless). Where hardly anything is met
// twice, as in a single process that counts without end, the engine costs more than it gains. Programs with
// hidden variables whose values depend on the order of the search are not taken. Beside a claim that goes on
// changing where the system is blocked, a search in batches is given up. A message
// that is looked for in the middle of a channel, and any sorted send, depend on the channel as a whole.
package space
