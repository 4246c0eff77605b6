/*
 * Database managers who keep copies of one database alike.
 *
 * K. Jensen: Coloured Petri nets, volume 1, section 1.3. Springer, 1992.
 * With -DSTART as in T. Mailund, M. Westergaard: Obtaining memory-efficient
 * reachability graph representations using the sweep-line method. 2004.
 *
 * A manager who changes its copy sends a message to every other one. They make
 * the same change and answer. Only when all have answered may the next change
 * begin.
 *
 * N: managers (2 or more). There are 1 + N * 3^(N-1) states. -DSTART: a step of
 * its own sets all going, one state more. Progress is who changes, then how far
 * each message has come, manager by manager.
 *
 * spin -a -o1 -o2 -o3 dbm.pml
 * gcc -O2 -DSAFETY -DNOREDUCE -DNOCLAIM -DNOCOMP -o pan pan.c; ./pan -c0 -n -m1000000
 * small: -DN=6 stored=1459 matched=3414 transitions=4873 atomic=0 depth=11 errors=0
 * small: -DN=6 -DSTART stored=1460 matched=3414 transitions=4874 atomic=0 depth=12 errors=0
 * large: -DN=12 stored=2125765 matched=13463196 transitions=15588961 atomic=0 depth=23 errors=0
 * large: -DN=9 -DSTART stored=59051 matched=255897 transitions=314948 atomic=0 depth=18 errors=0
 */
#ifndef N
#define N 6
#endif

#define UNUSED		0
#define SENT		1
#define RECEIVED	2
#define ANSWERED	3

#define NOBODY	N
#define MAIL	mail[changes * N + _pid]	/* to this manager */

byte mail[N * N];	/* mail[a * N + b]: what has become of a's message to b */
byte changes = NOBODY;	/* the manager whose change is under way */
byte answered;	/* how many have answered */
byte to;

#ifdef START
bool going;
#define IDLE	(going && changes == NOBODY)
#else
#define IDLE	(changes == NOBODY)
#endif

active [N] proctype manager()
{
	do
#ifdef START
	:: d_step { _pid == 0 && !going -> going = true }
#endif
	:: d_step {	/* a change of its own */
		IDLE -> changes = _pid;
			for (to : 0 .. N - 1) {
				mail[_pid * N + to] = (to == _pid -> UNUSED : SENT)
			};
			to = 0
	   }
	:: d_step {	/* which is done */
		changes == _pid && answered == N - 1 -> answered = 0;
			for (to : 0 .. N - 1) {
				mail[_pid * N + to] = UNUSED
			};
			to = 0;
			changes = NOBODY
	   }
	/* another's change */
	:: d_step { changes != NOBODY && changes != _pid && MAIL == SENT -> MAIL = RECEIVED }
	:: d_step { changes != NOBODY && changes != _pid && MAIL == RECEIVED -> MAIL = ANSWERED; answered++ }
	od
}
