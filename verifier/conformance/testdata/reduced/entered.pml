/* The only state of the loop that is met twice lies in an atomic sequence, where no search stops. */
byte g;
active proctype Q() { g = 1; assert(g == 0) }
active proctype P() {
	byte l;
	goto M;
A:	atomic { l = 1; M: l = 2; l = 0 };
	goto A
}
ltl p { [] (g == 0) }
