/*
 * A test of partial-order reduction: pairs of processes that hardly meet.
 *
 * G. J. Holzmann, D. Peled: An improvement in formal verification. Proc. FORTE
 * 1994.
 *
 * In every pair, one process works by itself and then hands its result to the
 * other through a channel that nobody else uses. The order in which different
 * pairs take their steps makes no difference to any of them. So a reduced
 * search need look at one order only, and grows with the sum of the pairs'
 * states, where a full one grows with the product.
 *
 * N: pairs (-DN=4); STEPS: of work before a result.
 * -DSHARED: all use a common counter, which leaves little to reduce. Its steps
 * of reading and writing can be interleaved, so that counts are lost.
 *
 * spin -a -o1 -o2 -o3 potest.pml
 * gcc -O2 -DSAFETY -DNOREDUCE -DNOCLAIM -DNOCOMP -o pan pan.c; ./pan -c0 -n -m1000000
 * pan: stored=21206 matched=63016 transitions=84222 atomic=15 depth=72 errors=0
 * large: -DN=4 stored=572332
 */
#ifndef N
#define N 3
#endif
#ifndef STEPS
#define STEPS 4
#endif

chan result[N] = [1] of { byte };
byte total;	/* with -DSHARED, the work of all */
byte ended;

proctype worker(chan out)
{
	xs out;
	byte done;
#ifdef SHARED
	byte seen;
#endif

	do
	:: done < STEPS ->
#ifdef SHARED
		seen = total;
		total = seen + 1;
#endif
		done++
	:: done == STEPS -> break
	od;
	out!done
}

proctype taker(chan in)
{
	xr in;
	byte sum, got;

	do
	:: sum < STEPS -> in?got; sum = sum + got
	:: sum == STEPS -> break
	od;
	assert(sum == STEPS);
	ended++
}

init {
	byte pair;

	atomic {
		for (pair : 0 .. N - 1) {
			run worker(result[pair]);
			run taker(result[pair])
		}
		pair = 0
	}
	ended == N;
#ifdef SHARED
	assert(total == N * STEPS)
#endif
}
