/*
 * Mutual exclusion in a few steps where nobody else competes.
 *
 * L. Lamport: A fast mutual exclusion algorithm. ACM Transactions on Computer
 * Systems 5(1), 1987.
 *
 * Every read and every write of a shared variable is a step.
 *
 * N: processes (2 or more; -DN=4).
 *
 * spin -a -o1 -o2 -o3 lamport.pml
 * gcc -O2 -DSAFETY -DNOREDUCE -DNOCLAIM -DNOCOMP -o pan pan.c; ./pan -c0 -n -m1000000
 * small: -DN=3 stored=16568 matched=26462 transitions=43030 atomic=0 depth=3047 errors=0
 * large: -DN=4 stored=520214 matched=1224475 transitions=1744689 atomic=0 depth=101284 errors=0
 */
#ifndef N
#define N 3
#endif

#define NOBODY	0
#define ME	(_pid + 1)

byte x;
byte y = NOBODY;
bool tries[N];
byte inside;

active [N] proctype process()
{
	byte j;

start:
	tries[_pid] = true;
	x = ME;
	if
	:: y != NOBODY ->
		tries[_pid] = false;
		y == NOBODY;
		goto start
	:: y == NOBODY
	fi;
	y = ME;
	if
	:: x != ME ->
		tries[_pid] = false;
		do
		:: d_step { j < N && !tries[j] -> j++ }
		:: d_step { j == N -> j = 0 }; break
		od;
		if
		:: y != ME ->
			y == NOBODY;
			goto start
		:: y == ME
		fi
	:: x == ME
	fi;
	inside++;
	assert(inside == 1);
	inside--;
	y = NOBODY;
	tries[_pid] = false;
	goto start
}
