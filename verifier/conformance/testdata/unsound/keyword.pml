/* What is called local is shared. */
local byte g;
active proctype A() { g = 1; assert(g == 1) }
active proctype B() { g = 2 }
