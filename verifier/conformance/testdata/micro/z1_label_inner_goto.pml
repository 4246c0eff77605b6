byte x;
inline f(a) { do :: atomic { x > a -> goto done } :: else -> x++ od; done: x++ }
active proctype A() { f(1); f(4); f(7) }
