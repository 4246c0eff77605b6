/*
 * Lifts for a lorry, one at each wheel, that must move together.
 *
 * J. F. Groote, J. Pang, A. G. Wouters: Analysis of a distributed system for
 * lifting trucks. J. of Logic and Algebraic Programming 55, 2003.
 *
 * The lifts send on a bus in turn. Where a button is pressed, a lift tells the
 * others which way to go, and leads them. When all have answered, it sets them
 * going, step by step, until the button is released. If several buttons are
 * pressed, the first lift to have its turn leads. A lift that is going takes its
 * step before it hands its turn on.
 *
 * N: lifts (2 or more; -DN=6); TOP: how high they go, in steps.
 *
 * spin -a -o1 -o2 -o3 lifts.pml
 * gcc -O2 -DSAFETY -DNOREDUCE -DNOCLAIM -DNOCOMP -o pan pan.c; ./pan -c0 -n -m1000000
 * small: -DN=4 stored=4140 matched=7721 transitions=11861 atomic=0 depth=380 errors=0
 * large: -DN=6 -DTOP=3 stored=128832 matched=470521 transitions=599353 atomic=0 depth=1218 errors=0
 */
#ifndef N
#define N 4
#endif
#ifndef TOP
#define TOP 2
#endif

mtype = { rest, up, down, ready, go };

chan ear[N] = [1] of { mtype };
byte turn;	/* the lift that may send */
byte unheard;	/* messages that somebody has not heard yet */
byte height[N];
byte to;

#define TURN	(turn == _pid && unheard == 0 && !goes)
#define PASS	turn = (turn + 1) % N
#define END(w)	(w == up && height[_pid] == TOP || w == down && height[_pid] == 0)

inline tell(what)
{
	for (to : 0 .. N - 1) {
		if
		:: to != _pid -> ear[to]!what
		:: else
		fi
	};
	to = 0;
	unheard = N - 1
}

active [N] proctype lift()
{
	mtype way = rest;
	mtype hears = rest;
	bool leads, told, goes;
	byte answers;	/* that the leader has */

	do
	/* buttons */
	:: d_step { way == rest && !END(up) -> way = up; leads = true }
	:: d_step { way == rest && !END(down) -> way = down; leads = true }

	/* its turn */
	:: d_step { TURN && (way == rest || told && answers < N - 1) -> PASS }
	:: d_step { TURN && leads && !told -> told = true; tell(way); PASS }
	:: d_step { TURN && !leads && way != rest && !told -> told = true; tell(ready); PASS }
	:: d_step { TURN && leads && answers == N - 1 && !END(way) -> goes = true; tell(go); PASS }
	:: d_step {
		TURN && leads && answers == N - 1 ->
			assert(height[0] == height[N - 1]);
			way = rest; leads = false; told = false; answers = 0;
			tell(rest); PASS
	   }

	/* the motor */
	:: d_step {
		goes ->
			height[_pid] = (way == up -> height[_pid] + 1 : height[_pid] - 1);
			goes = false
	   }

	/* what another says */
	:: d_step {
		ear[_pid]?hears ->
			if
			:: hears == ready -> answers = answers + leads
			:: hears == go -> assert(!END(way)); goes = true
			:: hears == rest -> assert(!leads); way = rest; told = false
			:: hears == up || hears == down -> assert(!told); way = hears; leads = false
			fi;
			hears = rest;
			unheard--
	   }
	od
}
