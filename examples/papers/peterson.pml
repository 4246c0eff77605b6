/*
 * Mutual exclusion for N processes, as a net whose transitions look at one
 * other process at a time.
 *
 * G. L. Peterson: Myths about the mutual exclusion problem. Information
 * Processing Letters 12(3), 1981. The net: one of the models in S. Evangelista,
 * J.-F. Pradat-Peyre: Memory efficient state space storage in explicit software
 * model checking. 2005.
 *
 * There are N-1 levels; a process climbs on if it was not the last to come to
 * its level, or if it has gone through all others and none of them competes.
 *
 * N: processes (2 or more; -DN=4).
 *
 * spin -a -o1 -o2 -o3 peterson.pml
 * gcc -O2 -DSAFETY -DNOREDUCE -DNOCLAIM -DNOCOMP -o pan pan.c; ./pan -c0 -n -m1000000
 * small: -DN=3 stored=20754 matched=41509 transitions=62263 atomic=0 depth=422 errors=0
 * large: -DN=4 stored=3407946 matched=10223839 transitions=13631785 atomic=0 depth=2674 errors=0
 */
#ifndef N
#define N 3
#endif

#define ME	_pid
#define TOP	(N - 2)

bool competes[N];
byte last[N - 1];	/* last[l]: who came last to level l */

/* A transition that only goes on; the guard keeps SPIN from taking it together with the next. */
#define ON	competes[ME]

active [N] proctype process()
{
	byte level, other;	/* 0 where they mean nothing */

outside:
	competes[ME] = true;
enters:
	last[level] = ME;
decides:
	if
	:: d_step { last[level] != ME -> other = 0 }; goto climbs
	:: d_step { last[level] == ME -> other = 0 }
	fi;
looks:
	ON;
	if
	:: ON && other == ME -> goto next
	:: ON && other != ME
	fi;
	if
	:: d_step { competes[other] -> other = 0 }; goto decides
	:: !competes[other]
	fi;
next:
	if
	:: d_step { ON && other < N - 1 -> other++ }; goto looks
	:: d_step { ON && other == N - 1 -> other = 0 }
	fi;
climbs:
	if
	:: d_step { ON && level < TOP -> level++ }; goto enters
	:: d_step { ON && level == TOP -> level = 0 }
	fi;
	competes[ME] = false;
	goto outside
}
