/*
 * A server that starts a process for every request.
 *
 * The shape of the client and server program in S. Evangelista, J.-F.
 * Pradat-Peyre: Memory efficient state space storage in explicit software model
 * checking. 2005, whose source is not known: tasks that are created while the
 * program runs, and vectors of some 300 bytes.
 *
 * A client sends a request with its number and what it asks for. The process
 * that is started for it copies a record of the server's under a lock, changes
 * it, puts it back, answers, and ends. A client makes one request after another.
 *
 * N: clients (-DN=4); REQUESTS: of each client; WORDS: of a record.
 *
 * spin -a -o1 -o2 -o3 server.pml
 * gcc -O2 -DSAFETY -DNOREDUCE -DNOCLAIM -DNOCOMP -o pan pan.c; ./pan -c0 -n -m1000000
 * small: -DN=3 stored=6774 matched=12013 transitions=18787 atomic=1482 depth=51 errors=0
 * large: -DN=4 stored=225501 matched=582464 transitions=807965 atomic=46912 depth=68 errors=0
 */
#ifndef N
#define N 3
#endif
#ifndef REQUESTS
#define REQUESTS 1
#endif
#ifndef WORDS
#define WORDS 8
#endif

chan requests = [0] of { byte, byte };	/* client, what for */
chan answers[N] = [1] of { int };

int record[WORDS];
bool locked;
byte served;
byte w;

proctype handler(byte client, what)
{
	int copy[WORDS];

	d_step { !locked -> locked = true };
	d_step { for (w : 0 .. WORDS - 1) { copy[w] = record[w] }; w = 0 };
	d_step { copy[what % WORDS] = copy[what % WORDS] + what; copy[0]++ };
	d_step { for (w : 0 .. WORDS - 1) { record[w] = copy[w] }; w = 0 };
	locked = false;
	d_step {
		answers[client]!copy[what % WORDS];
		for (w : 0 .. WORDS - 1) { copy[w] = 0 };
		w = 0; client = 0; what = 0; served++
	}
}

active proctype server()
{
	byte client, what;

end:	do
	:: requests?client, what;
		atomic { run handler(client, what); client = 0; what = 0 }
	od
}

active [N] proctype client()
{
	byte made;
	int got;	/* lint: write-only=off */

	do
	:: made < REQUESTS ->
		requests!_pid - 1, _pid;
		d_step { answers[_pid - 1]?got -> made++; got = 0 }
	:: made == REQUESTS -> break
	od
end:	served == N * REQUESTS
}
