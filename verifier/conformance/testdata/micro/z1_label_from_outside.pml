byte x, n;
inline f(a) { x = a; done: n++ }
active proctype A(){ x = 9; f(1); f(2); if :: n < 5 -> goto done :: else fi; f(3) }
