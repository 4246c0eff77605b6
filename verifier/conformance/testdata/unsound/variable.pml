/* A formula looks at the local variable of a process. */
byte g;
active proctype A() { byte x; x = 2; x = 0; g = 1 }
active proctype B() { g = 1; g = 0 }
ltl p { [] !(A:x == 2 && g == 1) }
