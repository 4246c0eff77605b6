byte x, n;
inline f(a) { L: do :: x < a -> x++ :: else -> break od; n++; if :: n < 3 -> goto L :: else fi }
active proctype A(){ byte i; f(2); atomic { M: for (i : 1 .. 2) { x++ }; n++ }; if :: n < 8 -> goto M :: else fi; d_step { K: do :: x < 20 -> x++ :: else -> break od; n++; if :: n < 12 -> goto K :: else fi } }
