/*
 * A process farm: many small workers, each with one task at a time.
 *
 * D. J. Pritchard, C. R. Askew, D. B. Carpenter, I. Glendinning, A. J. G. Hey,
 * D. A. Nicole: Practical parallelism using transputer arrays. Proc. PARLE,
 * LNCS 258, 1987.
 *
 * The farmer hands tasks to whoever is idle; so work is shared fairly though
 * nobody knows in advance how long a task takes. Results come back in any
 * order. When all are in, the farmer sends the workers home.
 *
 * N: workers (-DN=8); TASKS: at most 8.
 * -DHASTY: the farmer sends workers home once all tasks have been given out,
 * and leaves with them.
 *
 * spin -a -o1 -o2 -o3 farm.pml
 * gcc -O2 -DSAFETY -DNOREDUCE -DNOCLAIM -DNOCOMP -o pan pan.c; ./pan -c0 -n -m1000000
 * pan: stored=80448 matched=203618 transitions=284066 atomic=20 depth=87 errors=0
 * large: -DN=8 stored=567922
 */
#ifndef N
#define N 6
#endif
#ifndef TASKS
#define TASKS 4
#endif

#define ALL	((1 << TASKS) - 1)

mtype = { task, home };

chan gate = [0] of { mtype, byte };
chan store = [0] of { byte, byte };	/* task, result */

byte results;	/* bit i: the result of task i is in */

proctype worker()
{
	byte mine;

	do
	:: gate?task(mine) -> atomic { store!mine, mine * mine; mine = 0 }
	:: gate?home(_) -> break
	od
}

active proctype farmer()
{
	byte given, done, value, staff;

	atomic {
		do
		:: staff < N -> run worker(); staff++
		:: else -> break
		od
	}
	do
	:: given < TASKS -> gate!task(given); given++
	:: store?done, value ->
		d_step {
			assert(value == done * done && !(results >> done & 1));
			results = results | 1 << done;
			done = 0;
			value = 0
		}
#ifdef HASTY
	:: given == TASKS -> break
#else
	:: results == ALL -> break
#endif
	od;
	do
	:: staff > 0 -> gate!home(0); staff--
	:: staff == 0 -> break
	od;
	assert(results == ALL)
}
