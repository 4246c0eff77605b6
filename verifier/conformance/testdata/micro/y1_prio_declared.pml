byte x, p;
proctype P() priority 3 { p = _priority; x = 1; x = 2; assert(p == 1) }
active proctype Q() priority 2 { assert(_priority == 2); x = 3; x = 4 }
init { run P(); x = 5; run P() priority 2; x = 6 }
