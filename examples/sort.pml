/*
 * Sorting by a pipeline of processes, each of which keeps one value.
 *
 * C. A. R. Hoare: Communicating sequential processes. CACM 21(8), 1978 (such
 * pipelines); C. E. Leiserson: Systolic priority queues. Caltech Conf. on VLSI,
 * 1979 (cells that each keep one value).
 *
 * A cell keeps the least value that it has seen and passes the others on. The
 * end mark makes every cell lay its value down and pass the mark on.
 *
 * N: cells and values (-DN=9); ROOM: places in a wire's buffer.
 *
 * spin -a -o1 -o2 -o3 sort.pml
 * gcc -O2 -DSAFETY -DNOREDUCE -DNOCLAIM -DNOCOMP -o pan pan.c; ./pan -c0 -n -m1000000
 * pan: stored=42393 matched=117201 transitions=159594 atomic=26 depth=237 errors=0
 * large: -DN=10 stored=556587
 */
#ifndef N
#define N 8
#endif
#ifndef ROOM
#define ROOM 2
#endif

#define END_MARK 0

chan wire[N] = [ROOM] of { byte };
chan finished = [0] of { bool };
byte sorted[N];

proctype cell(byte place)
{
	byte kept, next;

	wire[place]?kept;
	do
	:: wire[place]?next ->
		if
		:: next == END_MARK -> break
		:: next != END_MARK && next < kept ->
			wire[place + 1]!kept;
			kept = next
		:: next != END_MARK && next >= kept ->
			wire[place + 1]!next
		fi
	od;
	sorted[place] = kept;
	if
	:: place < N - 1 -> wire[place + 1]!END_MARK
	:: else -> finished!true
	fi
}

active proctype feeder()
{
	byte sent, value = 11;

	atomic {
		do
		:: sent < N -> run cell(sent); sent++
		:: else -> break
		od;
		sent = 0
	}
	do
	:: sent < N ->
		wire[0]!value;
		value = 1 + (value * 7 + 5) % 31;	/* any numbers will do */
		sent++
	:: sent == N -> break
	od;
	wire[0]!END_MARK;

	finished?_;
	for (sent : 1 .. N - 1) {
		assert(sorted[sent - 1] <= sorted[sent])
	}
}
