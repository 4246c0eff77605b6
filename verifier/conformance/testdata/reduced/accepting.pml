/* A process in a state with an acceptance label counts although no formula names it. */
active proctype P() { byte l; do :: l = 1 - l; accept: l = 1 - l; l == 2 od }
active proctype Q() { byte l; do :: l = 1 - l od }
