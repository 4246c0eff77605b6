/* Philosophers at a round table, with one fork between each two of them.
 * To eat, a philosopher takes the left fork, then the right one.
 * Verify it: they all starve. Can you mend it? (The last one might begin
 * with the other fork: swap the two for _pid == N - 1.) */
#ifndef N
#define N 3
#endif

bool taken[N];
byte eating;

active [N] proctype Philosopher() {
	byte left = _pid, right = (_pid + 1) % N;
	do
	:: atomic { !taken[left] -> taken[left] = true };
	   atomic { !taken[right] -> taken[right] = true };
	   eating++;
	   assert(eating <= N / 2);
	   eating--;
	   taken[right] = false;
	   taken[left] = false
	od
}
