/*
 * A telephone switch: ordinary calls between subscribers, as the exchange sees
 * them.
 *
 * M. Faci, L. Logrippo, B. Stepien: Formal specification of telephone systems in
 * LOTOS: the constraint-oriented style approach. Computer Networks and ISDN
 * Systems 21(1), 1991; call set-up and release in CCITT Recommendation Q.71:
 * ISDN 64 kbit/s circuit mode switched bearer service. Blue Book, 1988.
 *
 * The switch has a process for each line. It knows whether the handset is up,
 * and talks by messages with the line at the other end of a call, to which the
 * same may happen at any time. So both may clear a call at once, or call each
 * other at once. A line that clears a call waits until the other end has
 * cleared it too: only then can no message of that call be under way.
 *
 * N: lines; CALLERS: lines that make calls, the others are only called.
 * -DCARELESS: a line that has cleared a call does not wait.
 *
 * spin -a -o1 -o2 -o3 phone.pml
 * gcc -O2 -DSAFETY -DNOREDUCE -DNOCLAIM -DNOCOMP -o pan pan.c; ./pan -c0 -n -m1000000
 * pan: stored=64361 matched=131262 transitions=195623 atomic=853695 depth=58436 errors=0
 * large: -DN=4 -DCALLERS=3 stored=1372271
 * (with ./pan -m5000000: the longest path has more than a million steps)
 */
#ifndef N
#define N 3
#endif
#ifndef CALLERS
#define CALLERS N
#endif

mtype:condition = { idle, dial_tone, calling, waiting, ringing, talking, busy_tone, clearing };
mtype:signal = { seize, rings, engaged, answers, clear, cleared };

/* Kind of message, line that sends it, whether that line made the call. */
chan to[N] = [2 * N] of { mtype:signal, byte, bool };

byte through[N];	/* 1 + the line to which this one talks: for the assertion */

inline tell(what)
{
	to[partner]!what, me, made
}

inline talk()
{
	state = talking;
	through[me] = 1 + partner;
	d_step {	/* nobody else talks to either of us */
		do
		:: who < N ->
			assert(who == partner || through[who] != 1 + me);
			assert(who == me || through[who] != 1 + partner);
			who++
		:: else -> break
		od;
		who = 0
	}
}

inline rest(where)
{
	state = where;
	partner = 0;
	made = false
}

#define OURS	(state != idle && state != dial_tone && state != busy_tone && who == partner && its != made)

proctype line(byte me)
{
	mtype:condition state = idle;
	mtype:signal kind = seize;
	byte partner, who;
	bool made, its;	/* made: by this line */

	do
	/* the subscriber */
	:: state == idle && me < CALLERS -> state = dial_tone
	:: atomic {
		state == dial_tone ->
		select(partner : 0 .. N - 1);
		if
		:: partner != me -> made = true; state = calling; tell(seize)
		:: else -> rest(busy_tone)	/* his own number */
		fi
	   }
	:: atomic { state == ringing -> tell(answers); talk() }
	:: state == dial_tone || state == busy_tone -> state = idle
	:: atomic {
		state == calling || state == waiting || state == talking ->
		tell(clear);
		through[me] = 0;
#ifdef CARELESS
		rest(idle)
#else
		state = clearing
#endif
	   }
	/* the other lines */
	:: atomic {
		to[me]?kind, who, its ->
		if
		:: kind == seize && state == idle -> partner = who; state = ringing; tell(rings)
		:: kind == seize && state != idle -> to[who]!engaged, me, false
		:: kind == clear && !OURS -> to[who]!cleared, me, !its
		:: kind == clear && OURS && state == ringing -> tell(cleared); rest(idle)
		:: kind == clear && OURS && state == talking -> tell(cleared); through[me] = 0; rest(busy_tone)
		:: kind == clear && OURS && state == clearing -> rest(idle)
		:: kind == cleared -> assert(OURS && state == clearing); rest(idle)
		:: kind == rings && state != clearing -> assert(OURS && state == calling); state = waiting
		:: kind == engaged && state != clearing -> assert(OURS && state == calling); rest(busy_tone)
		:: kind == answers && state != clearing -> assert(OURS && state == waiting); who = 0; talk()
		:: else -> assert(OURS && state == clearing)	/* too late to matter */
		fi;
		kind = seize;
		who = 0;
		its = false
	   }
	od
}

init {
	byte i;

	atomic {
		for (i : 0 .. N - 1) {
			run line(i)
		}
		i = 0
	}
}
