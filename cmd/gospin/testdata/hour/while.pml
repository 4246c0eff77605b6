byte x;
active proctype P() {
	while (x < 3) { x++ }
}
