/*
 * Mutual exclusion by a lock.
 *
 * The simple one of the models in S. Evangelista, J.-F. Pradat-Peyre: Memory
 * efficient state space storage in explicit software model checking. 2005.
 *
 * A process asks for the lock, gets it if nobody else has it, does four things
 * with it, and gives it back. So each has two control states without the lock
 * and five with it, which at most one has.
 *
 * N: processes (1 or more). There are 2^(N-1) * (5N + 2) states.
 *
 * spin -a -o1 -o2 -o3 mutex.pml
 * gcc -O2 -DSAFETY -DNOREDUCE -DNOCLAIM -DNOCOMP -o pan pan.c; ./pan -c0 -n -m1000000
 * small: -DN=8 stored=5376 matched=19713 transitions=25089 atomic=0 depth=1531 errors=0
 * large: -DN=17 stored=5701632 matched=46661633 transitions=52363265 atomic=0 depth=904681 errors=0
 */
#ifndef N
#define N 8
#endif

bool lock;

/* A step that others see: SPIN takes steps together that concern one process only. */
#define WORK	assert(lock)

active [N] proctype process()
{
asks:	lock || !lock;
	d_step { !lock -> lock = true };
	WORK;
	WORK;
	WORK;
	WORK;
	lock = false;
	goto asks
}
