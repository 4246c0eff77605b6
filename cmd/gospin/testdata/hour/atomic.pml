/* The same with one indivisible step. */
byte n;
byte done;

proctype Worker() {
	byte mine;
	d_step { mine = n; n = mine + 1 }
	done++
}

active proctype Main() {
	run Worker();
	run Worker();
	done == 2;
	assert(n == 2)
}
