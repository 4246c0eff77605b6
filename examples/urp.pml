/*
 * The universal receiver protocol of Datakit, reduced to one direction.
 *
 * A. G. Fraser, W. T. Marshall: Data transport in a byte stream network. IEEE J.
 * on Selected Areas in Communications 7(7), 1989.
 *
 * One kind of receiver serves all kinds of senders. Data travel in blocks of
 * LENGTH cells; a trailer with the block's number ends each. The virtual circuit
 * keeps the order of cells but loses some. The receiver hands a block on only if
 * it is complete and its number is the next one. Then it echoes the number; else
 * it rejects with the number of the last good block, once. The sender may be N
 * blocks ahead of the echoes. It goes back when a block is rejected. When nothing
 * comes for a while, it enquires: then the receiver forgets the cells of an
 * unfinished block, and says which block was the last good one. The sender
 * enquires after a rejection, too, and goes on only when it has the answer.
 *
 * N: window (-DN=5); LENGTH: cells in a block; ROOM: cells on the circuit, each
 * way. Blocks are numbered modulo N + 1 (8 in Datakit).
 * -DUNCOUNTED: trailers do not say how many cells a block has.
 *
 * spin -a -o1 -o2 -o3 urp.pml
 * gcc -O2 -DSAFETY -DNOREDUCE -DNOCLAIM -DNOCOMP -o pan pan.c; ./pan -c0 -n -m1000000
 * pan: stored=61600 matched=97661 transitions=159261 atomic=641120 depth=6699 errors=0
 * large: -DN=5 stored=231276
 */
#ifndef N
#define N 4
#endif
#ifndef LENGTH
#define LENGTH 2
#endif
#ifndef ROOM
#define ROOM 3
#endif
#define MODULO	(N + 1)

/* Block i consists of cells that say i modulo TEXTS: more than its number, for the assertion's sake. */
#define TEXTS	(2 * MODULO)
#define NUMBER(t)	((t) % MODULO)

#ifdef UNCOUNTED
#define COMPLETE	true
#else
#define COMPLETE	(cells == LENGTH)
#endif

mtype = { cell, trailer, enquiry, echo, reject };

chan forth = [ROOM] of { mtype, byte };	/* cell: text; trailer: number */
chan back = [ROOM] of { mtype, byte };	/* number of the last good block */

inline transmit(kind, value)
{
	if
	:: forth!kind, value
	:: skip		/* lost, as ever if the circuit is full */
	fi
}

inline answer(kind)
{
	if
	:: back!kind, NUMBER(good)
	:: skip
	fi
}

/* The blocks up to number have arrived. */
inline confirm()
{
	steps = (number + MODULO - NUMBER(last)) % MODULO;
	assert(steps <= flying);
	last = (last + steps) % TEXTS;
	flying = flying - steps;
	steps = 0
}

active proctype sender()
{
	byte last = TEXTS - 1;	/* text of the last block that is known to have arrived */
	byte flying;	/* blocks sent since */
	byte cells;	/* of the block that is being sent */
	byte number, steps;
	bool asking;

	do
	:: atomic {
		!asking && cells < LENGTH && flying < N ->
		transmit(cell, (last + flying + 1) % TEXTS);
		cells++
	   }
	:: atomic {
		cells == LENGTH ->
		transmit(trailer, NUMBER((last + flying + 1) % TEXTS));
		cells = 0;
		flying++
	   }
	:: atomic {
		back?echo(number) ->
		confirm();
		if
		:: asking -> flying = 0; asking = false
		:: else
		fi;
		number = 0
	   }
	:: atomic {
		back?reject(number) ->
		confirm();
		cells = 0;
		asking = true;
		transmit(enquiry, 0);
		number = 0
	   }
	:: atomic {	/* the clock */
		(flying > 0 || asking) && empty(forth) && empty(back) ->
		cells = 0;
		asking = true;
		transmit(enquiry, 0)
	   }
	od
}

active proctype receiver()
{
	byte good = TEXTS - 1;	/* text of the last good block */
	byte cells;	/* of the block that is coming in */
	byte value;
	bool foreign;	/* one of them is not of the next block: for the assertion */
	bool rejected;

	do
	:: atomic {
		forth?cell(value) ->
		cells = (cells <= LENGTH -> cells + 1 : cells);
		foreign = foreign || value != (good + 1) % TEXTS;
		value = 0
	   }
	:: atomic {
		forth?trailer(value) ->
		if
		:: value == NUMBER((good + 1) % TEXTS) && COMPLETE ->
			assert(cells == LENGTH && !foreign);
			good = (good + 1) % TEXTS;
			rejected = false;
			answer(echo)
		:: else ->
			if
			:: !rejected -> rejected = true; answer(reject)
			:: rejected
			fi
		fi;
		cells = 0;
		foreign = false;
		value = 0
	   }
	:: atomic {
		forth?enquiry(_) ->
		cells = 0;
		foreign = false;
		rejected = false;
		answer(echo)
	   }
	od
}
