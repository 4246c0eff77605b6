// Package space represents states as roots, and finds the successors of roots. A root is a few words; the
// engine remembers what a process does under the values that its moves depend on.
//
// A state is a tuple of the numbers of its components, as in recursive indexing (Holzmann, "State compression
// in SPIN: recursive indexing and compression training runs", 1997), with finer components: each global
// variable and element of an array, each process, each channel. The bytes of a component are stored once; the
// root has its number. Most moves depend on few components, and change few. The machine records what a move
// reads and writes (vm.Seen), and the engine remembers it: the same move costs a look-up from then on, and
// root&keep|set for each choice. LTSmin caches transitions by what they depend on in the same way, over
// vectors of slots (Blom, van de Pol and Weber, "LTSmin: distributed and symbolic reachability", 2010).
//
// # Roots
//
// The shape of a state determines which processes and channels there are. A root has the number of the shape
// first, then those of the cells, which are components of the globals, then those of processes and channels
// in the shape's order. A form has the fields of a shape in the current packing: word, shift and mask of
// each. Components whose values share numbers are a class: the elements of an array; the processes of a
// proctype at the same place of shapes. (Processes at other places have other values. In one class, there
// would be more numbers, and roots would be wider.) A field is as wide as its class needs, and lies within
// one word. Shapes with a common beginning have its fields in the same places, so when a process is started,
// the fields before it stay.
//
// If a number does not fit its field, the space is packed again (Repack): all fields as wide as needed, roots
// wider if necessary. All roots are converted, and engines start with an empty memo, since its keys and sets
// refer to the old fields. If four words are not enough, globals are divided into larger components: single
// elements, eight elements, whole arrays, all globals together. After that, roots may have 64 words.
//
// # The engine
//
// What a process does is found by the number of its component first. A seat is a process in the states of a
// shape; it has an info for each number. The kinds of infos are:
//
//   - direct: the process always does the same. There is one list of choices, and no look-up.
//   - hashed: it depends on the bits of the root under a mask. The memo has a list for each value of them.
//   - split: the process depends on so much that it had too many entries (splitFrom), so its transitions are
//     remembered one by one. Each is a part with its own mask, and may be direct, too. A process can't be
//     split where its transitions depend on each other: else, escapes, timeout (see vm's Separable).
//
// A mask only grows. Entries under a smaller mask stay valid, since they did not depend on the other bits.
//
// A list has a header, then keep and set for each choice. The header counts what all searches need: choices,
// atomic steps, whether a rendezvous was offered. Notes beside the lists have what only some searches need:
// the choice itself and its depth.
//
// Rendezvous are remembered in halves. The list of a sender ends in offers: the state without a receiver, a
// channel and a message. Each possible receiver (info.takes) has a part for each offer. A whole handshake
// would depend on the numbers of both partners and on all that both read: as many entries as pairs.
//
// A channel has one number for its whole contents. But most operations depend only on its ends: the first
// message, and whether it is full. So a part may depend on the ends of a channel: its key then has, in the
// field of the channel, the number of the ends (a feature). Sending or receiving one message is a shift: a
// table from the number of the contents before to the number of the contents after. So a send has one entry
// for all contents of a channel. Channels that have had few values are read as a whole, which is quicker,
// until that takes too many entries (fineFrom).
//
// An atomic sequence is one choice, up to its end; a course follows it through all its steps. If it takes too
// many entries as a whole (stepFrom), it is remembered step by step: its part is stepped then, and choices
// may lead to states within the sequence. In the root of such a state, the process that continues has no
// number; its value is kept beside the root (inner), with infos and parts like other values. Values that only
// occur within sequences get no numbers, so roots stay narrow. A course of a stepped part continues as long
// as it reads nothing more than before.
//
// The memo is a two-way table, which doubles while it evicts entries that are needed again. If it takes a
// large part of the memory of the states, it is dropped (Forgot).
//
// The machine makes moves in three cases: nothing is remembered yet (Learnt); the list is marked as slow,
// since a guard fails, or a choice has too many ends or is too long a sequence (Fallback); and the state has
// no choices, so its end may be invalid, or a timeout may follow (Ends). The faults of effects, like failed
// assertions, are remembered with the choices.
//
// Several workers have an engine each, and share what they learn (knowledge) in a pool. An engine has its own
// memo, and copies of the infos and parts that it has used; lists are only appended, so that all can read
// them without a lock. If an engine finds nothing in its memo, it looks into the pool, under a lock. If the
// pool has nothing, it asks its machine, without the lock, so sometimes two engines learn the same.
//
// Reduced searches ask a por.Rule about one process at a time: the info has the process's class, the notes
// its choices.
//
// # Claims
//
// A terminal claim (vm.Program.Terminal) is searched in batches, too: its control state is a component with
// infos of its own, and a choice is one of the claim followed by one of the system, as in package product. No
// cycle is searched for: the search ends where the claim reaches a deciding control state. Rules of
// reductions are static then, without a forest.
//
// For other claims, package batch searches for cycles after all states have been found (SeekCycles). Engines
// report the component of the claim to which a root belongs, whether it is accepting, and, for fair cycles,
// which process moves and which could. Sequences in which several processes move are left to the machine
// then, since lists don't say who moves. If the system is blocked and the claim continues to change, each
// of the claim's moves is a step; so such a product may have more states than the nested search stores, which
// depend on whose turn it is.
//
// During a search by Search, machines record which transitions assign values that do not fit (Cuts). This
// finds all of them, since a machine has made each remembered move once, and costs nothing afterwards.
//
// Kinds reports how each proctype is remembered.
//
// The package has more than 25 files since the engine is one structure: infos, parts, lists and the memo
// refer to each other in the innermost loop, without exported names between them.
//
// Known warts: seats belong to shapes. If processes start and end in thousands of combinations, everything is
// learnt again in each, and each new place causes a packing; such models are slower than with the machine,
// and are left to it if the search permits that (batch.ErrRestless). If hardly anything occurs twice, as in a
// single process that counts without end, the engine costs more than it saves. Programs with hidden variables
// whose values depend on the order of the search are not supported. Nor are products in which the claim
// changes for ever while the system is blocked. Receiving a message from the middle of a channel, and any
// sorted send, depend on the whole channel.
package space
