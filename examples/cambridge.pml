/*
 * The Cambridge ring: slots circulate, stations put small packets into them.
 *
 * M. V. Wilkes, D. J. Wheeler: The Cambridge digital communication ring. Proc.
 * Local Area Communications Network Symposium, Boston, 1979.
 * R. M. Needham, A. J. Herbert: The Cambridge Distributed Computing System.
 * Addison-Wesley, 1982.
 *
 * A fixed number of slots goes round and round. A station with something to
 * send fills the first empty slot that passes. The receiver marks its answer
 * in the slot: accepted, or busy if its register still holds the last packet.
 * The slot travels on to its source, which reads the answer and must pass the
 * slot on empty: so nobody can keep a slot for himself.
 *
 * Noise may make an empty slot look full, and nobody will ever empty it. So
 * the monitor marks the full slots that pass it; one that comes round with the
 * mark still on is garbage, and the monitor empties it.
 *
 * N: stations (3 or more; -DN=4); SLOTS: slots on the ring (at most N); NOISE: how many slots are
 * spoilt. The packets to each station are numbered modulo 2.
 * -DUNWATCHED: the monitor looks the other way, and garbage circulates for ever.
 *
 * spin -a -o1 -o2 -o3 cambridge.pml
 * gcc -O2 -DSAFETY -DNOREDUCE -DNOCLAIM -DNOCOMP -o pan pan.c; ./pan -c0 -n -m1000000
 * pan: stored=74089 matched=167689 transitions=241778 atomic=604965 depth=27137 errors=0
 * large: -DSLOTS=3 -DNOISE=2 stored=375409
 */
#ifndef N
#define N 3
#endif
#ifndef SLOTS
#define SLOTS 2
#endif
#ifndef NOISE
#define NOISE 1
#endif

#define NOBODY 255	/* the source and the destination of garbage */

mtype = { vacant, waiting, accepted, busy };

/* answer, times that it passed the monitor, source, destination, data */
chan ring[N + 1] = [1] of { mtype, byte, byte, byte, bit };

byte noise;
bool holds[N];	/* the station's register, which its host must empty */
bit expected[N];	/* number of the packet that a station ought to get next */

/* A slot moves from place i to the next as soon as that is free. */
#define CAN_MOVE(i)	(nempty(ring[i]) && nfull(ring[(i + 1) % (N + 1)]))

#define PARTNER	((me + 2) % N)

inline vacate()
{
	d_step {
		answer = vacant;
		rounds = 0;
		source = 0;
		destination = 0;
		data = 0
	}
}

inline spoil()
{
	noise++;
	answer = waiting;
	source = NOBODY;
	destination = NOBODY
}

proctype station(byte me)
{
	mtype answer = vacant;
	byte rounds, source, destination;
	bit data, next;
	bool under_way;

	do
	:: atomic {
		CAN_MOVE(me) ->
		ring[me]?answer, rounds, source, destination, data;
		if
		:: answer == vacant && !under_way ->	/* ours, if there is something to send */
			if
			:: under_way = true;
			   answer = waiting;
			   d_step { source = me; destination = PARTNER; data = next }
			:: skip
			fi
		:: answer != vacant && source == me ->	/* our packet is back */
			assert(under_way && destination == PARTNER && data == next);
			assert(answer != waiting);
			under_way = false;
			if
			:: answer == accepted -> next = 1 - next
			:: answer == busy	/* so we shall send it again */
			fi;
			vacate()
		:: answer != vacant && destination == me ->
			assert(answer == waiting && data == expected[me]);
			if
			:: holds[me] -> answer = busy
			:: !holds[me] ->
				holds[me] = true;
				expected[me] = 1 - expected[me];
				answer = accepted
			fi
		:: else
		fi;
		if
		:: answer == vacant && noise < NOISE -> spoil()
		:: skip
		fi;
		ring[me + 1]!answer, rounds, source, destination, data;
		vacate()
	   }
	:: holds[me] -> holds[me] = false	/* the host takes the packet */
	od
}

proctype monitor()
{
	mtype answer = vacant;
	byte rounds, source, destination;
	bit data;

	do
	:: atomic {
		CAN_MOVE(N) ->
		ring[N]?answer, rounds, source, destination, data;
		if
		:: answer == vacant
		:: answer != vacant && rounds == 0 -> rounds = 1
		:: answer != vacant && rounds > 0 ->
			assert(source == NOBODY && rounds < 2);
#ifdef UNWATCHED
			rounds = 2
#else
			vacate()
#endif
		fi;
		ring[0]!answer, rounds, source, destination, data;
		vacate()
	   }
	od
}

init {
	byte i;

	atomic {
		for (i : 0 .. N - 1) {
			run station(i)
		}
		run monitor();
		for (i : 0 .. SLOTS - 1) {
			ring[i]!vacant, 0, 0, 0, 0
		}
		i = 0
	}
}
