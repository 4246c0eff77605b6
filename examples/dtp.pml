/*
 * A data transfer protocol for a medium that loses, doubles and reorders.
 *
 * N. V. Stenning: A data transfer protocol. Computer Networks 1(2), 1976.
 *
 * The sender numbers its messages from 0 and keeps up to WINDOW of them under
 * way. The receiver hands them on in order, keeps those that come too early,
 * and acknowledges with the number up to which it has everything. The sender
 * repeats any message of its window at will: it needs no clock to be correct,
 * only to be fast. Numbers are never used twice, because no bound is known
 * for the time that an old message may spend in the medium.
 *
 * N: messages to send (-DN=4); WINDOW; ROOM: places in the medium, each way.
 * -DMODULO=3: numbers are reused, so that an old message may pass for a new one.
 *
 * spin -a -o1 -o2 -o3 dtp.pml
 * gcc -O2 -DSAFETY -DNOREDUCE -DNOCLAIM -DNOCOMP -o pan pan.c; ./pan -c0 -n -m1000000
 * pan: stored=19902 matched=112251 transitions=132153 atomic=169243 depth=2179 errors=0
 * large: -DN=5 stored=395950
 */
#ifndef N
#define N 3
#endif
#ifndef WINDOW
#define WINDOW 2
#endif
#ifndef ROOM
#define ROOM 3
#endif

#ifndef MODULO
#define MODULO (N + WINDOW + 1)	/* never comes round */
#endif
#define NUMBER(i)	((i) % MODULO)
#define BEYOND(a, b)	(((a) + MODULO - NUMBER(b)) % MODULO)	/* number a after message b */

/* What message i says: only the assertion knows what to expect. */
#define TEXT(i)	(10 + (i))

chan data = [ROOM] of { byte, byte };	/* number, text */
chan acks = [ROOM] of { byte };	/* number of the message wanted next */

byte sent;	/* messages sent at least once */
byte known;	/* messages that the sender knows to have arrived */
byte received;	/* messages handed on */

active proctype sender()
{
	byte number;

end:
	do
	:: atomic {	/* a new message */
		sent < N && sent < known + WINDOW && nfull(data) ->
		data!NUMBER(sent), TEXT(sent);
		sent++
	   }
	:: atomic {	/* one of the window again, the first or the last */
		known < sent && nfull(data) ->
		if
		:: number = known
		:: number = sent - 1
		fi;
		data!NUMBER(number), TEXT(number);
		number = 0
	   }
	:: d_step {
		acks?number ->
		number = BEYOND(number, known);
		if
		:: number <= sent - known -> known = known + number
		:: else	/* an old one */
		fi;
		number = 0;
		assert(known <= received)
	   }
	od
}

active proctype receiver()
{
	byte number, text;
	byte kept[WINDOW];	/* came too early; 0 if missing */

end:
	do
	:: d_step {
		data?number, text ->
		number = BEYOND(number, received);
		if
		:: number < WINDOW -> kept[(received + number) % WINDOW] = text
		:: else	/* an old one */
		fi;
		do
		:: kept[received % WINDOW] != 0 ->
			assert(kept[received % WINDOW] == TEXT(received));
			kept[received % WINDOW] = 0;
			received++
		:: else -> break
		od;
		number = 0;
		text = 0
	   };
	   atomic { nfull(acks) -> acks!NUMBER(received) }
	od
}

active proctype data_medium()
{
	byte number, text;

end:
	do
	:: atomic { data?number, text -> data!number, text; number = 0; text = 0 }	/* overtaken */
	:: atomic { nfull(data) && nempty(data) -> data?<number, text>; data!number, text; number = 0; text = 0 }	/* doubled */
	:: data?_, _	/* lost */
	od
}

active proctype ack_medium()
{
	byte number;

end:
	do
	:: atomic { acks?number -> acks!number; number = 0 }
	:: atomic { nfull(acks) && nempty(acks) -> acks?<number>; acks!number; number = 0 }
	:: acks?_
	od
}
