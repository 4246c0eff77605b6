byte x, w;
active proctype A() {
	x > 2 unless L: do :: x = 1 :: break od;
M:	if :: x < 3 -> x = 0; goto L :: x = 3 fi
}
active proctype W() { A@L -> w++; !A@L -> w++ }
