/*
 * Producers and consumers that exchange large messages through a pool of blocks.
 *
 * P. Brinch Hansen: The nucleus of a multiprogramming system. CACM 13(4), 1970
 * (message buffers in a pool and in queues); E. W. Dijkstra: Cooperating
 * sequential processes. In: Programming Languages, Academic Press, 1968.
 *
 * The messages stay where they are, only the numbers of their blocks go round:
 * a producer takes a free one, fills it, and puts it into the queue; a consumer
 * takes it from there, reads it, and gives it back. So a block belongs to one
 * process at a time, and neither needs to lock anything while it copies.
 *
 * N: messages of each producer (at most 8; -DN=3); BLOCKS: in the pool; LENGTH:
 * bytes in a block (even); CONSUMERS.
 * -DEAGER: a block is queued when its first half is filled.
 *
 * spin -a -o1 -o2 -o3 buffer.pml
 * gcc -O2 -DSAFETY -DNOREDUCE -DNOCLAIM -DNOCOMP -o pan pan.c; ./pan -c0 -n -m1000000
 * pan: stored=17695 matched=28059 transitions=45754 atomic=23 depth=74 errors=0
 * large: -DN=3 -DBLOCKS=5 stored=211165
 */
#ifndef N
#define N 2
#endif
#ifndef BLOCKS
#define BLOCKS 4
#endif
#ifndef LENGTH
#define LENGTH 128
#endif
#ifndef CONSUMERS
#define CONSUMERS 1
#endif
#define HALF	(LENGTH / 2)

typedef message {
	bit from;
	byte number;
	byte text[LENGTH]
};

message block[BLOCKS];
chan free = [BLOCKS] of { byte };
chan queue = [BLOCKS] of { byte };

byte seen[2];	/* bit i: message i of the producer has been read */

#define TEXT(from, number, i)	((100 * (from) + 10 * (number) + (i)) % 255)

inline fill(begin, end)
{
	d_step {
		for (i : begin .. end - 1) {
			block[mine].text[i] = TEXT(me, sent, i)
		}
		i = 0
	}
}

inline check(begin, end)
{
	d_step {
		for (i : begin .. end - 1) {
			assert(block[mine].text[i] == TEXT(block[mine].from, block[mine].number, i))
		}
		i = 0
	}
}

proctype producer(bit me)
{
	byte sent, mine, i;

	do
	:: sent < N ->
		free?mine;
		d_step { block[mine].from = me; block[mine].number = sent };
		fill(0, HALF);
#ifdef EAGER
		queue!mine;
		fill(HALF, LENGTH);
#else
		fill(HALF, LENGTH);
		queue!mine;
#endif
		sent++
	:: sent == N -> break
	od
}

proctype consumer()
{
	byte mine, i;

end:
	do
	:: queue?mine ->
		check(0, HALF);
		check(HALF, LENGTH);
		d_step {
			assert(!(seen[block[mine].from] >> block[mine].number & 1));
			seen[block[mine].from] = seen[block[mine].from] | 1 << block[mine].number
		};
		free!mine
	od
}

init {
	byte i;

	atomic {
		for (i : 0 .. BLOCKS - 1) {
			free!i
		}
		i = 0;
		run producer(0);
		run producer(1);
		for (i : 1 .. CONSUMERS) {
			run consumer()
		}
		i = 0
	}
}
