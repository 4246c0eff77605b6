byte x;
active proctype A() {
L:	select (x : 1 .. 3) unless { x > 2 }
}
