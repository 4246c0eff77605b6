byte x, n;
active proctype A() { byte i; for (i : 1 .. 3) { again: x = x + i; n++; if :: n == 2 -> goto again :: else fi }; for (i : 0 .. 1) { end: skip; x = x + 1 } }
