/*
 * Mutual exclusion as in a bakery: whoever has the lowest ticket is next.
 *
 * L. Lamport: A new solution of Dijkstra's concurrent programming problem.
 * Communications of the ACM 17(8), 1974.
 *
 * A process takes a ticket above all others, looking at one of them at a time,
 * and waits for each that is choosing or has a lower one. Tickets would grow
 * without end: here nobody chooses while the highest is TICKETS.
 *
 * N: processes (2 or more; -DN=3); TICKETS: the highest ticket.
 *
 * spin -a -o1 -o2 -o3 bakery.pml
 * gcc -O2 -DSAFETY -DNOREDUCE -DNOCLAIM -DNOCOMP -o pan pan.c; ./pan -c0 -n -m1000000
 * small: -DN=2 stored=2363 matched=1984 transitions=4347 atomic=0 depth=341 errors=0
 * large: -DN=3 -DTICKETS=6 stored=140995 matched=235547 transitions=376542 atomic=0 depth=4125 errors=0
 */
#ifndef N
#define N 2
#endif
#ifndef TICKETS
#define TICKETS 7
#endif

bool choosing[N];
byte ticket[N];	/* 0: none */
byte inside;

#define BEFORE(i)	(ticket[i] != 0 && \
	(ticket[i] < ticket[_pid] || ticket[i] == ticket[_pid] && i < _pid))

active [N] proctype customer()
{
	byte i, highest;

	do
	:: choosing[_pid] = true;
		do
		:: d_step { i < N && ticket[i] > highest -> highest = ticket[i]; i++ }
		:: d_step { i < N && ticket[i] <= highest -> i++ }
		:: d_step { i == N && highest < TICKETS -> ticket[_pid] = highest + 1; i = 0; highest = 0 }; break
		:: d_step { i == N && highest == TICKETS -> i = 0; highest = 0 }	/* look again */
		od;
		choosing[_pid] = false;
		do
		:: i < N ->
			!choosing[i];
			d_step { !BEFORE(i) -> i++ }
		:: d_step { i == N -> i = 0 }; break
		od;
		inside++;
		assert(inside == 1);
		inside--;
		ticket[_pid] = 0
	od
}
