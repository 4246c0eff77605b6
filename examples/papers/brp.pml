/*
 * Bounded retransmission: a file is sent in frames over lines that lose some;
 * after a number of failures the sender gives up.
 *
 * L. Helmink, M. P. A. Sellink, F. W. Vaandrager: Proof-checking a data link
 * protocol. Types for Proofs and Programs, LNCS 806, 1994.
 *
 * Frames carry whether they are the first and the last, and a bit that
 * alternates. Both ends are told how it went: done, failed, or, to the sender,
 * that nobody knows, if the last frame was sent without an answer. A sender
 * that has given up waits until the receiver has, too.
 *
 * N: frames of a file; TRIES: how often a frame is sent at most; FILES: how
 * many files are sent.
 *
 * spin -a -o1 -o2 -o3 brp.pml
 * gcc -O2 -DSAFETY -DNOREDUCE -DNOCLAIM -DNOCOMP -o pan pan.c; ./pan -c0 -n -m1000000
 * small: -DFILES=6 stored=2111 matched=379 transitions=2490 atomic=98 depth=158 errors=0
 * large: -DN=20 -DTRIES=10 -DFILES=80 stored=364547 matched=93797 transitions=458344 atomic=6518 depth=3782 errors=0
 */
#ifndef N
#define N 4
#endif
#ifndef TRIES
#define TRIES 3
#endif
#ifndef FILES
#define FILES 6
#endif

mtype = { nothing, done, failed, unknown };

chan frames = [1] of { bool, bool, bool };	/* first, last, the bit */
chan answers = [1] of { bool };

mtype told = nothing;	/* the sender's user */
mtype got = nothing;	/* the receiver's */
byte sent;	/* files */
byte arrived;	/* frames of the file */
bool answering;	/* the receiver has a frame in hand */
bool given_up;	/* by the sender: the receiver's timer will run out */

/* Only when nothing is under way any more does the sender's timer run out. */
#define QUIET	(len(frames) == 0 && len(answers) == 0 && !answering)

active proctype sender()
{
	byte frame = 1, tries;
	bool b, x;

	do
	:: sent < FILES ->
next:		do
		:: d_step { tries < TRIES -> tries++; frames!(frame == 1), (frame == N), b };
			if
			:: QUIET	/* again */
			:: d_step { answers?x -> assert(x == b); x = false; b = !b; tries = 0; frame++ };
				break
			fi
		:: tries == TRIES -> goto gives_up
		od;
		if
		:: frame <= N -> goto next
		:: frame > N -> told = done
		fi;
		goto over;
gives_up:
		atomic { told = (frame == N -> unknown : failed); given_up = true };
		!given_up;
over:
		assert(told != done || got == done);
		assert(told != failed || got != done);
		d_step { sent++; frame = 1; tries = 0; told = nothing; got = nothing; arrived = 0 }
	:: sent == FILES -> break
	od
}

active proctype receiver()
{
	bool first, last, b, expects;

end:	do
	:: d_step { frames?first, last, b -> answering = true };
		if
		:: d_step {	/* new: the first frame's bit may be any */
			b == expects || first && arrived == 0 ->
				assert(first == (arrived == 0));
				arrived++;
				expects = !b;
				got = (last -> done : got)
		   }
		:: d_step { b != expects && !(first && arrived == 0) -> skip }	/* sent again */
		fi;
		d_step { answers!b; answering = false; first = false; last = false; b = false }
	:: d_step {	/* its timer */
		given_up && QUIET ->
			got = (got == done -> done : failed);
			given_up = false
	   }
	od
}

active proctype lines()
{
	bool f, l, b;	/* lint: write-only=off */

end:	do
	:: d_step { frames?f, l, b -> f = false; l = false; b = false }
	:: d_step { answers?b -> b = false }
	od
}
