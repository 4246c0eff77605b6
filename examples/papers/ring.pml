/*
 * Election of a leader in a ring.
 *
 * E. Chang, R. Roberts: An improved algorithm for decentralized extrema-finding
 * in circular configurations of processes. Communications of the ACM 22(5),
 * 1979. As in one of the models in S. Evangelista, J.-F. Pradat-Peyre: Memory
 * efficient state space storage in explicit software model checking. 2005.
 *
 * A station that wants to be elected sends its number round the ring. Stations
 * swallow numbers below their own; one that has not sent its own yet does so
 * then. A greater number beats a station and goes on; but who is beaten passes
 * no second one on, so that some runs end without a leader. Whose number comes
 * back has won. Numbers may overtake each other.
 *
 * N: stations (2 or more; -DN=16).
 *
 * spin -a -o1 -o2 -o3 ring.pml
 * gcc -O2 -DSAFETY -DNOREDUCE -DNOCLAIM -DNOCOMP -o pan pan.c; ./pan -c0 -n -m1000000
 * small: -DN=8 stored=4407 matched=20190 transitions=24597 atomic=0 depth=22 errors=0
 * large: -DN=12 stored=218931 matched=1617369 transitions=1836300 atomic=0 depth=34 errors=0
 */
#ifndef N
#define N 8
#endif

#define AFTER(i)	((i + 1) % N)

/* of a station */
#define SILENT	0	/* has not sent its number */
#define SENT	1
#define BEATEN	2

/* where a number is, if not at a station */
#define NOWHERE	N
#define HOME	(N + 1)	/* its station is elected */

byte role[N];
byte at[N] = NOWHERE;	/* at[i]: where number i is */
byte s;

/* process i is station i's decision to send, and number i on its way */
active [N] proctype station()
{
#define HERE	at[_pid]
#define GREATER	(HERE < N && _pid > HERE)
#define SMALLER	(HERE < N && _pid < HERE)

end:	do
	:: d_step { role[_pid] == SILENT -> role[_pid] = SENT; HERE = AFTER(_pid) }
	:: d_step { GREATER && role[HERE] != BEATEN -> role[HERE] = BEATEN; HERE = AFTER(HERE) }
	:: d_step { SMALLER && role[HERE] != SILENT -> HERE = NOWHERE }
	:: d_step {
		SMALLER && role[HERE] == SILENT ->
			s = HERE; role[s] = SENT; at[s] = AFTER(s);
			HERE = NOWHERE; s = 0
	   }
	:: d_step { HERE == _pid && role[_pid] == SENT -> HERE = HOME }
	od
}
