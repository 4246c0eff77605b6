/*
 * Coherence of caches that listen to a common bus: the write-once protocol.
 *
 * J. R. Goodman: Using cache memory to reduce processor-memory traffic. Proc.
 * 10th Int. Symp. on Computer Architecture, 1983.
 *
 * One line of memory, of which each cache may hold a copy:
 *   stale     no copy, or one that another processor has overwritten
 *   clean     the same as in memory; others may hold copies too
 *   reserved  written once since it was read, and through to memory: the only copy
 *   dirty     written again, memory is out of date: the only copy
 * A processor that holds the bus asks every other cache in turn, and waits for
 * its answer. The other accesses do without the bus.
 *
 * N: processors (-DN=4).
 *
 * spin -a -o1 -o2 -o3 snoopy.pml
 * gcc -O2 -DSAFETY -DNOREDUCE -DNOCLAIM -DNOCOMP -o pan pan.c; ./pan -c0 -n -m1000000
 * pan: stored=20129 matched=39393 transitions=59522 atomic=1079 depth=6209 errors=0
 * large: -DN=4 stored=331396
 */
#ifndef N
#define N 3
#endif

mtype:copy = { stale, clean, reserved, dirty };
mtype:cycle = { fetching, purging };

mtype:copy line[N] = stale;
bit held[N];	/* the value in each cache */
bit memory;
bit newest;	/* what the last write wrote, wherever it is: not part of the machine */

bool bus_taken;
chan ask[N] = [0] of { mtype:cycle };
chan answer = [0] of { bool };

#define EXCLUSIVE(i)	(line[i] == reserved || line[i] == dirty)

/* Puts a cycle on the bus: all other caches listen to it, one after the other. */
inline broadcast(what)
{
	for (other : 0 .. N - 1) {
		if
		:: other != me -> ask[other]!what; answer?_
		:: else
		fi
	}
	other = 0
}

inline check_alone()
{
	d_step {
		other = 0;
		do
		:: other < N ->
			assert(other == me || line[other] == stale);
			other++
		:: else -> break
		od;
		other = 0
	}
}

proctype processor(byte me)
{
	byte other;

end:
	do
	:: d_step { line[me] != stale -> assert(held[me] == newest) }	/* read hit */
	:: d_step {	/* write hit on the only copy */
		EXCLUSIVE(me) ->
		newest = 1 - newest;
		held[me] = newest;
		line[me] = dirty
	   }
	:: line[me] == stale ->	/* read miss */
		atomic { !bus_taken -> bus_taken = true };
		broadcast(fetching);
		d_step { held[me] = memory; line[me] = clean };
		assert(held[me] == newest);
		bus_taken = false
	:: !EXCLUSIVE(me) ->	/* first write, or write miss */
		atomic { !bus_taken -> bus_taken = true };
		broadcast(purging);
		d_step {
			newest = 1 - newest;
			held[me] = newest;
			memory = newest;	/* through to memory */
			line[me] = reserved
		};
		check_alone();
		bus_taken = false
	od
}

proctype listener(byte me)
{
end:
	do
	:: ask[me]?fetching ->
		d_step {
			if
			:: line[me] == dirty -> memory = held[me]; line[me] = clean
			:: line[me] == reserved -> line[me] = clean
			:: else
			fi
		};
		answer!true
	:: ask[me]?purging ->
		d_step {
			if
			:: line[me] == dirty -> memory = held[me]
			:: else
			fi;
			line[me] = stale
		};
		answer!true
	od
}

init {
	byte i;

	atomic {
		do
		:: i < N -> run processor(i); run listener(i); i++
		:: else -> break
		od
	}
}
