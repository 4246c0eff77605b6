/*
 * A sliding window whose receiver keeps what comes out of order.
 *
 * A. S. Tanenbaum: Computer Networks. Prentice-Hall, 1981 (selective repeat).
 *
 * The line keeps the order of frames, but loses and damages some. The sender
 * may be N frames ahead of the acknowledgements. A damaged frame, or one that
 * shows that another is missing, makes the receiver ask for the one it wants,
 * though only once; if that fails too, the sender's clock runs out.
 *
 * Numbers are counted modulo 2N. Fewer will not do: when the receiver has moved
 * its window on by N and all acknowledgements are lost, the numbers that the
 * sender repeats must not lie in the new window.
 *
 * N: size of the window (-DN=3); ROOM: frames on the line, each way.
 * -DSHORT: count modulo 2N - 1.
 *
 * spin -a -o1 -o2 -o3 window.pml
 * gcc -O2 -DSAFETY -DNOREDUCE -DNOCLAIM -DNOCOMP -o pan pan.c; ./pan -c0 -n -m1000000
 * pan: stored=72752 matched=272033 transitions=344785 atomic=977360 depth=107403 errors=0
 * large: -DN=3 stored=673182
 */
#ifndef N
#define N 2
#endif
#ifndef ROOM
#define ROOM 3
#endif
#ifdef SHORT
#define MODULO (2 * N - 1)
#else
#define MODULO (2 * N)
#endif

/* Message i says i modulo TEXTS: more than numbers can tell, for the assertion's sake. */
#define TEXTS	(N * MODULO)
#define AFTER(t, d)	(((t) + (d)) % TEXTS)
#define NUMBER(t)	((t) % MODULO)
#define AHEAD(a, b)	(((a) + MODULO - (b)) % MODULO)	/* number a after number b */

#define NOTHING	255

mtype = { frame, ack, again, damaged };

chan forth = [ROOM] of { mtype, byte, byte };	/* frame: number, text */
chan back = [ROOM] of { mtype, byte };	/* ack: all before it arrived; again: send it once more */

inline transmit(text)
{
	if
	:: forth!frame, NUMBER(text), text
	:: forth!damaged, 0, 0
	:: skip		/* lost, as ever if the line is full */
	fi
}

inline answer(what)
{
	if
	:: back!what, NUMBER(wanted)
	:: skip
	fi
}

active proctype sender()
{
	byte first;	/* text of the window's first message */
	byte flying;	/* messages in the window */
	byte number;

	do
	:: atomic {
		flying < N ->
		transmit(AFTER(first, flying));
		flying++
	   }
	:: atomic {	/* the first one's clock */
		flying > 0 -> transmit(first)
	   }
	:: d_step {
		back?ack(number) ->
		number = AHEAD(number, NUMBER(first));
		if
		:: number <= flying ->
			first = AFTER(first, number);
			flying = flying - number
		:: else
		fi;
		number = 0
	   }
	:: atomic {
		back?again(number) ->
		number = AHEAD(number, NUMBER(first));
		if
		:: number < flying ->
			first = AFTER(first, number);	/* the ones before it have arrived */
			flying = flying - number;
			transmit(first)
		:: else
		fi;
		number = 0
	   }
	od
}

active proctype receiver()
{
	byte wanted;	/* text of the next message */
	byte kept[N] = NOTHING;	/* kept[wanted % N] is the next message, and so on */
	byte number, text;
	bool asked;

	do
	:: atomic {
		forth?frame(number, text) ->
		number = AHEAD(number, NUMBER(wanted));
		if
		:: number < N -> kept[(wanted + number) % N] = text
		:: else
		fi;
		if
		:: number > 0 && number < N && !asked -> asked = true; answer(again)
		:: else ->
			do
			:: kept[wanted % N] != NOTHING ->
				assert(kept[wanted % N] == wanted);
				kept[wanted % N] = NOTHING;
				wanted = AFTER(wanted, 1);
				asked = false
			:: else -> break
			od;
			answer(ack)
		fi;
		number = 0;
		text = 0
	   }
	:: atomic {
		forth?damaged(_, _) ->
		if
		:: !asked -> asked = true; answer(again)
		:: else
		fi
	   }
	od
}
