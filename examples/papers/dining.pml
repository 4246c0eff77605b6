/*
 * Dining philosophers, one of whom always stays away from the table, so that
 * they can't all hold one fork.
 *
 * C. A. R. Hoare: Communicating sequential processes, section 2.5.3.
 * Prentice-Hall, 1985. E. W. Dijkstra had the problem first (EWD310, 1971).
 *
 * A philosopher sits down, takes the fork on one side, then that on the other,
 * and lays both down when leaving. There is no progress: an example of what the
 * sweep-line method can't do.
 *
 * N: philosophers (2 or more; -DN=12).
 *
 * spin -a -o1 -o2 -o3 dining.pml
 * gcc -O2 -DSAFETY -DNOREDUCE -DNOCLAIM -DNOCOMP -o pan pan.c; ./pan -c0 -n -m1000000
 * small: -DN=6 stored=1843 matched=6906 transitions=8749 atomic=0 depth=1460 errors=0
 * large: -DN=12 stored=4126351 matched=36601434 transitions=40727785 atomic=0 depth=3872265 errors=0
 */
#ifndef N
#define N 6
#endif

#define LEFT	_pid
#define RIGHT	((_pid + 1) % N)

bool used[N];	/* the forks */
byte chairs = N - 1;	/* free ones */

active [N] proctype philosopher()
{
	do
	:: d_step { chairs > 0 -> chairs-- };
		d_step { !used[LEFT] -> used[LEFT] = true };
		d_step { !used[RIGHT] -> used[RIGHT] = true };
		d_step { used[LEFT] = false; used[RIGHT] = false; chairs++ }
	od
}
