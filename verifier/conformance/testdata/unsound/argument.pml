/* The argument of a run is read by it. */
byte g;
proctype C(byte z) { assert(z == 0) }
active proctype A() { run C(g) }
active proctype B() { g = 1 }
