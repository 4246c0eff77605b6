/*
 * Arbitration for a bus without an arbiter: all modules compete by number.
 *
 * D. M. Taub: Arbitration and control acquisition in the proposed IEEE 896
 * Futurebus. IEEE Micro 4(4), 1984.
 *
 * Every module that wants the bus puts its own number on BITS common lines. A
 * line is up if anybody pulls it up. A module that sees a line up which its
 * own number leaves down withdraws all its lower bits; if that line goes down
 * again, it puts them back. In whatever order the modules look at the lines,
 * they come to rest, and then the lines show the greatest number.
 *
 * Three more lines part the phases. Each stays up until the last module lets
 * go of it, so nobody can run ahead of the slowest one.
 *
 * N: modules (-DN=5); they have the numbers 1 to N.
 * -DHASTY: a module judges the lines as soon as it has looked at them itself.
 *
 * spin -a -o1 -o2 -o3 bus.pml
 * gcc -O2 -DSAFETY -DNOREDUCE -DNOCLAIM -DNOCOMP -o pan pan.c; ./pan -c0 -n -m1000000
 * pan: stored=62498 matched=149124 transitions=211622 atomic=15 depth=978 errors=0
 * large: -DN=5 stored=752172
 */
#ifndef N
#define N 4	/* less than 8: there are three lines for numbers */
#endif

byte number[N];	/* what each module competes with; 0: it does not */
byte pulls[N];	/* number lines that it pulls up */
byte lines;	/* number lines that anybody pulls up */
byte restless;	/* modules that would still change a line: only time can show that */
byte masters;

/* The lines between phases: how many modules pull each of them up. */
byte compete, decide, use = N;

/* The part of n above the highest line that is up though n leaves it down. */
#define UPTO(x)	((x) | (x) >> 1 | (x) >> 2)
#define OUGHT(n)	((n) & ~UPTO(lines & ~(n)))
#define WRONG(m)	(pulls[m] ^ OUGHT(number[m]))

inline look()
{
	lines = 0;
	m = 0;
	do
	:: m < N -> lines = lines | pulls[m]; m++
	:: else -> break
	od;
	restless = 0;
	m = 0;
	do
	:: m < N -> restless = restless + (WRONG(m) != 0); m++
	:: else -> break
	od;
	m = 0
}

#ifdef HASTY
#define SETTLED	(WRONG(me) == 0)
#else
#define SETTLED	(restless == 0)	/* as much time has passed as the slowest module needs */
#endif

proctype module(byte me)
{
	byte m;

	do
	:: if
	   :: d_step { number[me] = me + 1; compete++; look() }	/* wants the bus */
	   :: compete > 0 -> compete++	/* somebody does */
	   fi;
	   use--;
	   use == 0;

	   do	/* one line at a time */
	   :: d_step { WRONG(me) & 1 -> pulls[me] = pulls[me] ^ 1; look() }
	   :: d_step { WRONG(me) & 2 -> pulls[me] = pulls[me] ^ 2; look() }
	   :: d_step { WRONG(me) & 4 -> pulls[me] = pulls[me] ^ 4; look() }
	   :: SETTLED -> break
	   od;
	   decide++;
	   compete--;
	   compete == 0;

	   assert(lines > 0 && lines <= N && number[lines - 1] == lines);	/* a competitor's number */
	   if
	   :: lines == number[me] ->
		masters++;
		assert(masters == 1);
		for (m : me + 1 .. N - 1) {
			assert(number[m] == 0)
		}
		m = 0;
		masters--
	   :: else
	   fi;
	   use++;
	   decide--;
	   decide == 0;
	   d_step { number[me] = 0; pulls[me] = 0; look() }
	od
}

init {
	byte i;

	atomic {
		for (i : 0 .. N - 1) {
			run module(i)
		}
		i = 0
	}
}
