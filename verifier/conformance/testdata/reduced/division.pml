/* The youngest ends in a run-time error, which is no reason to leave out what the others do. */
active proctype Q() { assert(false) }
active proctype P() { byte l; l = 2 / l }
