/*
 * Transfer of data in both directions at once, with start-up of the line.
 *
 * J. Hajek: Automatically verified data transfer protocols. Proc. 4th Int.
 * Conf. on Computer Communication, Kyoto, 1978; one of the first protocols that
 * a program searched for errors. This is a protocol of that kind, not his code.
 *
 * Every frame carries a message, its number, and the number of the message that
 * its sender wants next. A station repeats its oldest message until that number
 * shows that it has arrived. It may have up to WINDOW messages under way; the
 * receiver takes nothing but the one it wants. So if the line keeps the order
 * of frames, and loses some, numbers modulo WINDOW + 1 suffice.
 *
 * A station begins by asking the other one to begin too, and sends messages
 * only once it has heard that the other one has begun.
 *
 * MODULO: numbers (2: a single bit); WINDOW; ROOM: frames on the line, each way.
 * -DWINDOW=2 without a greater MODULO: an old message passes for a new one.
 *
 * spin -a -o1 -o2 -o3 hajek.pml
 * gcc -O2 -DSAFETY -DNOREDUCE -DNOCLAIM -DNOCOMP -o pan pan.c; ./pan -c0 -n -m1000000
 * pan: stored=34678 matched=148326 transitions=183004 atomic=239171 depth=4597 errors=0
 * large: -DMODULO=3 -DWINDOW=2 -DROOM=2 stored=243424
 */
#ifndef MODULO
#define MODULO 2
#endif
#ifndef WINDOW
#define WINDOW 1
#endif
#ifndef ROOM
#define ROOM 4
#endif

/* Message i says i modulo TEXTS: more than its number, for the assertion's sake. */
#define TEXTS	(2 * MODULO)
#define AFTER(t, d)	(((t) + (d)) % TEXTS)
#define NUMBER(t)	((t) % MODULO)

mtype = { begin, begun, frame };

chan line[2] = [ROOM] of { mtype, byte, byte, byte };	/* number, text, number wanted */

#define IN	line[me]
#define OUT	line[1 - me]

inline transmit(kind, text)
{
	if
	:: OUT!kind, NUMBER(text), text, NUMBER(wanted)
	:: skip		/* lost, as ever if the line is full */
	fi
}

proctype station(bit me)
{
	byte first;	/* text of the oldest message under way */
	byte flying;	/* messages under way */
	byte wanted;	/* text of the other one's next message */
	byte number, text, confirmed;

	/* start-up: what comes before the answer is not for us yet */
	do
	:: atomic { true -> transmit(begin, 0) }
	:: atomic { IN?begin(_, _, _) -> transmit(begun, 0) }
	:: IN?begun(_, _, _) -> break
	:: IN?frame(_, _, _) -> break	/* so it has begun, and the answer was lost */
	od;
	do
	:: atomic { IN?begin(_, _, _) -> transmit(begun, 0) }
	:: IN?begun(_, _, _)
	:: d_step {
		IN?frame(number, text, confirmed) ->
		if
		:: number == NUMBER(wanted) ->
			assert(text == wanted);
			wanted = AFTER(wanted, 1)
		:: else		/* an old one */
		fi;
		do
		:: flying > 0 && NUMBER(first) != confirmed -> first = AFTER(first, 1); flying--
		:: else -> break
		od;
		assert(NUMBER(first) == confirmed);
		number = 0;
		text = 0;
		confirmed = 0
	   }
	:: atomic {	/* a new message */
		flying < WINDOW ->
		transmit(frame, AFTER(first, flying));
		flying++
	   }
	:: atomic {	/* the oldest again */
		flying > 0 -> transmit(frame, first)
	   }
	od
}

init {
	atomic {
		run station(0);
		run station(1)
	}
}
