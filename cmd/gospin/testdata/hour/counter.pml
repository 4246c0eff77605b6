/* Two processes count together; each reads, then writes. */
byte n;
byte done;

proctype Worker() {
	byte mine;
	mine = n;
	n = mine + 1;
	done++
}

active proctype Main() {
	run Worker();
	run Worker();
	done == 2;
	assert(n == 2)
}
