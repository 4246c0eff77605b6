// Package component is the engine for collapsed states: a system whose vectors are the roots themselves, and
// which remembers what the moves of a process do to them.
//
// A root has a number for each component of a state (the globals, each process, each channel). What a process
// may do, and what comes of it, depends on its own component and on those that its guards and effects look
// at. The machine tells which these are; a memo maps their numbers to the moves, and each move to a delta:
// what is to be added to the root. So most moves cost a few additions, and neither code is run nor a vector
// built. What the memo lacks is learnt from the machine: the root is unpacked, the process's moves are made,
// and the components written are numbered.
//
// The steps of an atomic sequence are one choice: it leads to the state where the sequence ends, and there
// are as many choices as there are ends. A step tells how many there were, and Path lists them one by one for
// those who want to know. Where something fails, or where there are too many of them, the machine takes them
// up to the next choice or failure; the states between are left unpacked, so that no component gets a number
// for a value that it has within such sequences only.
//
// All roots behind a state are known once its moves are: the slots of each process's are touched as soon as
// its moves are found, so that the waits for memory overlap, then all are looked up. Choices that lead to
// stored states are left out, and the search is only told what they count (system.Gap).
//
// The engine and the store of its states come together (New): each knows how the other lays out a root.
//
// Faults are not remembered: where a move fails, or no process can move, the machine is asked each time.
//
// Vocabulary: a generation is the time between two renewals; when the packing of the roots changes or the
// memo is full, the memo is dropped, and roots of the generations before are brought up to date as they are
// met. A mask says which bits of a root the moves of a process depend on. It only grows, and what was
// remembered under a smaller one stays true.
//
// Known warts: models with priorities, hidden variables or trace assertions go without, as do searches for
// fair runs and claims that ask for timeout. Near a limit of depth, and where a claim looks at the states
// between, the machine makes steps one by one. What is learnt and never met again costs more than it gains:
// where a process depends on most of the state, searches are somewhat slower than without.
package component
