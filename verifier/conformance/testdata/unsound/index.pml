/* The array is local, its index is not. */
byte g;
active proctype A() { byte a[2]; a[g] = 1; g = 5; assert(a[0] == 1) }
active proctype B() { g = 1 }
