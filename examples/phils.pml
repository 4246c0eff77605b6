/*
 * Philosophers at a round table, with one fork between any two of them.
 *
 * E. W. Dijkstra: Hierarchical ordering of sequential processes. Acta
 * Informatica 1(2), 1971. The forks are numbered and everyone takes the lower
 * one first, so no circle of waiting can close.
 *
 * N: philosophers (2 or more; -DN=7).
 * -DGREEDY: everyone takes the left fork first, which can deadlock.
 *
 * spin -a -o1 -o2 -o3 phils.pml
 * gcc -O2 -DSAFETY -DNOREDUCE -DNOCLAIM -DNOCOMP -o pan pan.c; ./pan -c0 -n -m1000000
 * pan: stored=23808 matched=89857 transitions=113665 atomic=26368 depth=3550 errors=0
 * large: -DN=8 stored=710656
 */
#ifndef N
#define N 6
#endif

bool taken[N];	/* fork i lies to the left of philosopher i */
bool eats[N];

#define LEFT	_pid
#define RIGHT	((_pid + 1) % N)

inline take(fork)
{
	atomic { !taken[fork] -> taken[fork] = true }
}

active [N] proctype philosopher()
{
	byte first, second;

	d_step {
		first = LEFT;
		second = RIGHT;
#ifndef GREEDY
		if
		:: first > second -> first = RIGHT; second = LEFT
		:: else
		fi
#endif
	}
end:
	do
	:: take(first);
	   take(second);
	   eats[_pid] = true;
	   assert(!eats[RIGHT] && !eats[(_pid + N - 1) % N]);
	   eats[_pid] = false;
	   taken[second] = false;
	   taken[first] = false
	od
}
