byte x = 1, w;
active proctype A() {
L:	select (x : 1 .. x + 2) unless { x > 2 };
	x > 2 unless { K: select (x : 1 .. x + 1) };
	x > 2 unless N: select (x : 1 .. x + 1);
M:	if :: x < 3 -> x = 0; goto L :: x = 3 fi
}
active proctype W() { A@K -> w++; !A@N -> w++ }
