/*
 * Mutual exclusion for N processes: the filter of N-1 levels.
 *
 * G. L. Peterson: Myths about the mutual exclusion problem. Information
 * Processing Letters 12(3), 1981.
 *
 * At each level the last to arrive waits until nobody else stands as high as
 * it does, or somebody comes after it. So every level holds back at least one.
 *
 * N: processes (2 or more; -DN=4).
 *
 * spin -a -o1 -o2 -o3 peterson.pml
 * gcc -O2 -DSAFETY -DNOREDUCE -DNOCLAIM -DNOCOMP -o pan pan.c; ./pan -c0 -n -m1000000
 * pan: stored=11343 matched=18885 transitions=30228 atomic=0 depth=4332 errors=0
 * large: -DN=4 stored=1071336
 */
#ifndef N
#define N 3
#endif

byte level[N];	/* 0: not competing */
byte last[N];	/* last[k]: who came last to level k; last[0] is unused */
byte inside;

active [N] proctype competitor()
{
	byte mine, other;

	do
	:: mine < N - 1 ->	/* one level up */
		mine++;
		level[_pid] = mine;
		d_step { last[mine] = _pid; other = 0 };
		do
		:: other == N -> break
		:: other < N && (other == _pid || level[other] < mine || last[mine] != _pid) -> other++
		od

	:: mine == N - 1 ->
		inside++;
		assert(inside == 1);
		inside--;
		level[_pid] = 0;
		d_step { mine = 0; other = 0 }
	od
}
