byte x;
inline f(a) { x = a; here: x = 0 }
active proctype A(){ f(1); f(2) }
active proctype B(){ A@here -> assert(x == 2) }
