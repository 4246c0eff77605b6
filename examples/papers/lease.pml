/*
 * A ring in which the token grants leases: RETHER, for stations that must send
 * in every cycle beside those that send when there is time.
 *
 * T. Chiueh, C. Venkatramani: Supporting real-time traffic on Ethernet. Proc.
 * IEEE Real-Time Systems Symposium, 1994.
 *
 * A cycle has a number of slots. First the token goes to all stations with a
 * lease, then, as long as slots are left, to one station after the other. Who
 * has it may send, and may ask for a lease, or give it back. One slot is always
 * left for stations without.
 *
 * N: stations; SLOTS: of a cycle; LEASES: at most SLOTS - 1; WORK: steps that
 * sending takes.
 *
 * spin -a -o1 -o2 -o3 lease.pml
 * gcc -O2 -DSAFETY -DNOREDUCE -DNOCLAIM -DNOCOMP -o pan pan.c; ./pan -c0 -n -m1000000
 * small: -DN=4 stored=4324 matched=273 transitions=4597 atomic=0 depth=1873 errors=0
 * large: -DN=8 -DSLOTS=5 -DLEASES=4 stored=250384 matched=15105 transitions=265489 atomic=0 depth=64120 errors=0
 */
#ifndef N
#define N 4
#endif
#ifndef SLOTS
#define SLOTS 3
#endif
#ifndef LEASES
#define LEASES 2
#endif
#ifndef WORK
#define WORK 3
#endif

chan token[N] = [0] of { bool };	/* whether the slot is a leased one */
chan back = [0] of { bool };

bool leased[N];
byte leases;
byte sending;	/* stations that do */

active [N] proctype station()
{
	bool urgent;
	byte work;

end:	do
	:: token[_pid]?urgent ->
		if
		:: urgent || leased[_pid] == false -> d_step { sending++; work = WORK };
			do
			:: work > 0 -> assert(sending == 1); work--
			:: work == 0 -> break
			od;
			sending--
		:: !urgent	/* nothing to send */
		fi;
		if
		:: d_step { !leased[_pid] && leases < LEASES -> leased[_pid] = true; leases++ }
		:: d_step { leased[_pid] -> leased[_pid] = false; leases-- }
		:: true
		fi;
		urgent = false;
		back!true
	od
}

active proctype cycle()
{
	byte i, served, next;	/* next: who may send next without a lease */
	byte slots = SLOTS;

end:	do
	:: i < N && leased[i] -> token[i]!true; back?true; d_step { slots--; served++; i++ }
	:: d_step { i < N && !leased[i] -> i++ }
	:: i == N && slots > 0 -> token[next]!false; back?true; d_step { slots--; next = (next + 1) % N }
	:: i == N && slots == 0 ->
		assert(served <= LEASES);
		d_step { i = 0; served = 0; slots = SLOTS }
	od
}
