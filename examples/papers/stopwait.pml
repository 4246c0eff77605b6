/*
 * Stop and wait: a packet is sent again and again until it is acknowledged, and
 * only then the next.
 *
 * L. M. Kristensen, S. Christensen, K. Jensen: The practitioner's guide to
 * coloured Petri nets. Int. J. on Software Tools for Technology Transfer 2(2),
 * 1998. With as many packets as in T. Mailund, M. Westergaard: Obtaining
 * memory-efficient reachability graph representations using the sweep-line
 * method. 2004.
 *
 * The network keeps the order of what it carries, ROOM messages each way, and
 * may lose any of them. An acknowledgement has the number of the packet that the
 * receiver waits for. Progress is how many packets have been received.
 *
 * N: packets. There are 271 * N - 168 states for N > 2.
 *
 * spin -a -o1 -o2 -o3 stopwait.pml
 * gcc -O2 -DSAFETY -DNOREDUCE -DNOCLAIM -DNOCOMP -o pan pan.c; ./pan -c0 -n -m1000000
 * small: -DN=20 stored=5252 matched=15762 transitions=21014 atomic=0 depth=1091 errors=0
 * large: -DN=100 stored=26932 matched=81042 transitions=107974 atomic=0 depth=5411 errors=0
 */
#ifndef N
#define N 20
#endif
#ifndef ROOM
#define ROOM 3
#endif

#if N < 255
#define NUMBER	byte
#else
#define NUMBER	int
#endif

chan packets = [ROOM] of { NUMBER };
chan answers = [ROOM] of { NUMBER };

NUMBER received;	/* packets, in order */

active proctype sender()
{
	NUMBER sends, told;
	bool waits;

end:	do
	:: d_step { sends < N && !waits && nfull(packets) -> packets!sends; waits = true }
	:: d_step { sends < N && waits -> waits = false }	/* long enough: once more */
	:: d_step {
		answers?told ->
			if
			:: told == sends + 1 -> sends++; waits = false
			:: else
			fi;
			told = 0
	   }
	od
}

active proctype receiver()
{
	NUMBER has;

end:	do
	:: d_step { packets?has -> received = received + (has == received); has = 0 };
		d_step { nfull(answers) -> answers!received }
	od
}

active proctype network()
{
	NUMBER lost;	/* lint: write-only=off */

end:	do
	:: d_step { packets?lost -> lost = 0 }
	:: d_step { answers?lost -> lost = 0 }
	od
}
