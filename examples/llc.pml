/*
 * Logical link control, connection mode: set up a link, send over it, clear it.
 *
 * IEEE Std 802.2: Logical Link Control (type 2 operation). 1985; later ISO 8802-2.
 *
 * The calling station opens the connection, sends information frames, and
 * closes the connection when it likes; the called one may refuse, and may be
 * busy for a while. Frames keep their order but may be lost. Frame numbers
 * count modulo N + 1 (128 in the standard). After a gap the called station
 * rejects, and all is sent again from there. When an answer does not come in
 * time, the caller polls, and sends nothing else until the answer to the poll
 * tells it where to go on.
 *
 * The timer runs longer than a frame and its answer travel: so when it runs
 * out, nothing is under way any more. The standard leaves that to the user.
 *
 * N: frames that may be sent ahead of the acknowledgement (-DN=3); ROOM:
 * frames on the line, each way.
 * -DIMPATIENT: the timer may run out at any time. A late answer to one command
 * then passes for the answer to the next.
 *
 * spin -a -o1 -o2 -o3 llc.pml
 * gcc -O2 -DSAFETY -DNOREDUCE -DNOCLAIM -DNOCOMP -o pan pan.c; ./pan -c0 -n -m1000000
 * pan: stored=137340 matched=353269 transitions=490609 atomic=1172340 depth=9986 errors=0
 * large: -DN=3 stored=365112
 */
#ifndef N
#define N 2
#endif
#ifndef ROOM
#define ROOM 2
#endif

#define MODULO	(N + 1)

/* What only the assertions look at: message i says i modulo TEXTS, on behalf of its connection. */
#define TEXTS	(2 * MODULO)
#define NUMBER(t)	((t) % MODULO)

mtype = { SABME, DISC, UA, DM, I, RR, RNR, REJ };

chan forth = [ROOM] of { mtype, bit, byte, byte };	/* P, text (and so number), connection */
chan back = [ROOM] of { mtype, bit, byte };	/* F, number of the frame expected next */

inline command(kind, poll, text)
{
	if
	:: forth!kind, poll, text, connection
	:: skip		/* lost, as ever if the line is full */
	fi
}

inline respond(kind, final)
{
	if
	:: back!kind, final, NUMBER(expected)
	:: skip
	fi
}

#ifdef IMPATIENT
#define TIMER	true
#else
#define TIMER	(empty(forth) && empty(back))
#endif

/* All frames before number have arrived. */
inline acknowledge()
{
	do
	:: first != next && NUMBER(first) != number -> first = (first + 1) % TEXTS
	:: else -> break
	od;
	assert(NUMBER(first) == number)
}

active proctype caller()
{
	byte connection;
	byte first, next;	/* texts: the oldest frame not acknowledged, the next to send */
	byte number;
	bool held;	/* the other station is busy */

closed:
	do
	:: back?_, _, _		/* nothing that still comes matters */
	:: atomic {
		connection = (connection + 1) % 3;
		command(SABME, 1, 0);
		goto opening
	   }
	od;

opening:
	do
	:: atomic { back?UA(1, number) -> assert(number == 0); first = 0; next = 0; held = false; goto open }
	:: back?DM(_, _) -> goto closed		/* refused */
	:: back?RR(_, _)
	:: back?RNR(_, _)
	:: back?REJ(_, _)
	:: atomic { TIMER -> command(SABME, 1, 0) }
	:: TIMER -> goto closed		/* gives up */
	od;

open:
	do
	:: atomic {
		!held && (next + TEXTS - first) % TEXTS < N ->
		command(I, 0, next);
		next = (next + 1) % TEXTS
	   }
	:: atomic { back?RR(_, number) -> held = false; acknowledge(); number = 0 }
	:: atomic { back?RNR(_, number) -> held = true; acknowledge(); number = 0 }
	:: atomic { back?REJ(_, number) -> held = false; acknowledge(); next = first; number = 0 }
	:: back?UA(_, _)
	:: back?DM(_, _) -> goto closed
	:: atomic { TIMER && (held || first != next) -> command(RR, 1, 0); goto polling }
	:: atomic { command(DISC, 1, 0); goto closing }
	od;

polling:
	do
	:: atomic { back?RR(1, number) -> held = false; acknowledge(); next = first; number = 0; goto open }
	:: atomic { back?RNR(1, number) -> held = true; acknowledge(); next = first; number = 0; goto open }
	:: atomic { back?RR(0, number) -> held = false; acknowledge(); number = 0 }
	:: atomic { back?RNR(0, number) -> held = true; acknowledge(); number = 0 }
	:: atomic { back?REJ(_, number) -> held = false; acknowledge(); number = 0 }
	:: back?UA(_, _)
	:: back?DM(_, _) -> goto closed
	:: atomic { TIMER -> command(RR, 1, 0) }
	:: atomic { command(DISC, 1, 0); goto closing }
	od;

closing:
	do
	:: back?UA(_, _) -> goto closed
	:: back?DM(_, _) -> goto closed
	:: back?RR(_, _)
	:: back?RNR(_, _)
	:: back?REJ(_, _)
	:: atomic { TIMER -> command(DISC, 1, 0) }
	:: TIMER -> goto closed
	od
}

active proctype called()
{
	byte connection;
	byte expected;	/* text of the next frame */
	byte text, its;
	bool busy, rejected;

closed:
	do
	:: atomic { forth?SABME(_, _, connection) -> expected = 0; respond(UA, 1); goto open }
	:: atomic { forth?SABME(_, _, _) -> respond(DM, 1) }	/* refuses */
	:: atomic { forth?DISC(_, _, _) -> respond(DM, 1) }
	:: atomic { forth?RR(_, _, _) -> respond(DM, 1) }
	:: forth?I(_, _, _)
	od;

open:
	do
	:: atomic { forth?SABME(_, _, connection) -> expected = 0; busy = false; rejected = false; respond(UA, 1) }
	:: atomic {
		forth?DISC(_, _, _) ->
		respond(UA, 1);
		connection = 0; expected = 0; busy = false; rejected = false;
		goto closed
	   }
	:: atomic {
		forth?I(_, text, its) ->
		if
		:: NUMBER(text) == NUMBER(expected) ->
			assert(its == connection && text == expected);
			rejected = false;
			if
			:: busy -> respond(RNR, 0)	/* and does not take it */
			:: !busy -> expected = (expected + 1) % TEXTS; respond(RR, 0)
			fi
		:: NUMBER(text) != NUMBER(expected) && !rejected -> rejected = true; respond(REJ, 0)
		:: else
		fi;
		text = 0;
		its = 0
	   }
	:: atomic {
		forth?RR(_, _, _) ->
		if
		:: busy -> respond(RNR, 1)
		:: !busy -> respond(RR, 1)
		fi
	   }
	:: atomic { !busy -> busy = true; respond(RNR, 0) }
	:: atomic { busy -> busy = false; respond(RR, 0) }
	od
}
