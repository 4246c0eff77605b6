/*
 * Election of a leader in a ring whose messages travel one way.
 *
 * D. Dolev, M. Klawe, M. Rodeh: An O(n log n) unidirectional distributed
 * algorithm for extrema finding in a circle. J. of Algorithms 3(3), 1982.
 *
 * Every station stands for a value, at first its own number. In each phase it
 * learns the values of the two active stations before it. It stays active only
 * if the nearer one's value is the greatest of the three, and then stands for
 * that value. A station that hears its own value is alone: it is the leader.
 *
 * N: stations in the ring (2 or more; -DN=7).
 *
 * spin -a -o1 -o2 -o3 leader.pml
 * gcc -O2 -DSAFETY -DNOREDUCE -DNOCLAIM -DNOCOMP -o pan pan.c; ./pan -c0 -n -m1000000
 * pan: stored=37067 matched=113490 transitions=150557 atomic=0 depth=126 errors=0
 * large: -DN=8 stored=1189590
 */
#ifndef N
#define N 6
#endif

mtype = { near, far, elected };

chan link[N] = [N] of { mtype, byte };	/* link[i] leads to station i */

byte leaders;	/* stations that declared themselves leader */
byte informed;	/* stations that know who won */

#define IN	link[_pid]
#define OUT	link[(_pid + 1) % N]

active [N] proctype station()
{
	byte stands, one, two;

	/* small and great numbers in turn: several stations survive a phase */
	stands = (_pid % 2 -> N - _pid / 2 : 1 + _pid / 2);

active_phase:
	OUT!near(stands);
	IN?near(one);
	if
	:: one == stands ->
		leaders++;
		assert(leaders == 1 && stands == N);
		OUT!elected(stands);
		IN?elected(one);
		assert(informed == N - 1);
		goto over
	:: one != stands -> OUT!far(one)
	fi;
	IN?far(two);
	if
	:: one > two && one > stands ->
		stands = one;
		goto active_phase
	:: else
	fi;

	/* passive: only relay */
	do
	:: IN?near(one) -> OUT!near(one)
	:: IN?far(two) -> OUT!far(two)
	:: IN?elected(one) -> break
	od;
	assert(leaders == 1 && one == N);
	informed++;
	OUT!elected(one);
over:
	skip
}
