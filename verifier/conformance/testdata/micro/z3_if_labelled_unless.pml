byte x;
active proctype A() {
L:	if :: x = 1 :: x = 2 fi unless { x > 2 }
}
