byte x, n;
inline g(b) { x = b; if :: n < b -> n++; goto out :: else fi; x = b + 1 }
inline f(a) { x = a; g(a); out: n++ }
active proctype A() { out: x = 7; f(3); { g(5); n = n + 2 }; g(9) }
