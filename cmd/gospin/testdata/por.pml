/* What the two rules of partial-order reduction see in it is in por.txt and por.dot. */
mtype = { job, done };
chan jobs = [2] of { mtype, byte };
chan results = [1] of { mtype };
chan meet = [0] of { bit };
byte slots[3];	/* each worker has one */
byte cells[2];	/* with an index that is found at run time */
byte only;	/* used by the boss alone */
byte log;	/* nothing reads it */
byte total;

active [2] proctype worker() {
	byte n;
	do
	:: jobs?job(n); slots[_pid] = n; cells[n] = n; total++; log = 1; results!done
	:: atomic { empty(jobs) && total > 1 -> meet?1 }; break
	od
}

active proctype boss() {
	byte k;
	jobs!job(0);
	jobs!job(1);
	{ results?done; only = only + 1; results?done }
	unless { total > 3 };
	log = 2;
	meet!1;
	run child(only)
}

proctype child(byte what) {
	assert(what > 0 && cells[1] == 1 && _nr_pr > 0)
}

active proctype reset() {
	end: do :: total > 9 -> total = 0 od
}
