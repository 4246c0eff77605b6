/*
 * Tokens that are moved from place to place, one at a time.
 *
 * The shape of the nets in A. Mukherjee, Z. Tari, P. Bertok: Memory efficient
 * state-space analysis in software model-checking. 2010. There a net is walked
 * at random; here, a search comes to N^M states.
 *
 * A token moves to the next place of N; all are in place 0 at first.
 *
 * M: tokens (up to 2550); N: places.
 *
 * spin -a -o1 -o2 -o3 tokens.pml
 * gcc -O2 -DSAFETY -DNOREDUCE -DNOCLAIM -DNOCOMP -o pan pan.c; ./pan -c0 -n -m1000000
 * small: -DM=5 -DN=4 stored=1024 matched=4097 transitions=5121 atomic=0 depth=1023 errors=0
 * large: -DM=8 -DN=6 stored=1679616 matched=11757313 transitions=13436929 atomic=0 depth=1679615 errors=0
 */
#ifndef M
#define M 5
#endif
#ifndef N
#define N 4
#endif

int at[M];	/* where each token is; lint: write-only=off */

/* Processes are few, so each moves ten tokens. */
#define TEN	10
#define MOVE(i)	d_step { TEN * _pid + i < M -> at[TEN * _pid + i] = (at[TEN * _pid + i] + 1) % N }

active [(M + TEN - 1) / TEN] proctype transitions()
{
	do
	:: MOVE(0) :: MOVE(1) :: MOVE(2) :: MOVE(3) :: MOVE(4)
	:: MOVE(5) :: MOVE(6) :: MOVE(7) :: MOVE(8) :: MOVE(9)
	od
}
