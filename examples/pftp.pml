/*
 * Transfer of files, in layers: user, session, link, line.
 *
 * G. J. Holzmann: Design and Validation of Computer Protocols. Prentice Hall,
 * 1991; chapter 7 designs such a protocol. This one is smaller, with a window
 * of one frame.
 *
 * A session begins with a request that the other side may refuse, goes on with
 * the blocks of the file, and is closed by the side that sends. The user may
 * break it off, and so may the server when its disk is full, also at the same
 * time: either way the sending session ends it, and waits for confirmation. The
 * links make a reliable connection of a line that loses frames. Each frame
 * carries the number of the one last received, modulo 2.
 *
 * N: blocks of a file (-DN=5); ROOM: places in a queue between layers and on
 * the line.
 * -DUNNUMBERED: links do not look at the numbers, and deliver a frame twice.
 *
 * spin -a -o1 -o2 -o3 pftp.pml
 * gcc -O2 -DSAFETY -DNOREDUCE -DNOCLAIM -DNOCOMP -o pan pan.c; ./pan -c0 -n -m1000000
 * pan: stored=147929 matched=586625 transitions=734554 atomic=2101973 depth=26513 errors=0
 * large: -DN=5 stored=286853
 */
#ifndef N
#define N 2
#endif
#ifndef ROOM
#define ROOM 1
#endif

mtype = { request, granted, refused, block, broken, finish, finished };	/* between sessions */
mtype = { transfer, abort, done, failed };	/* between user and session */
mtype = { nothing };	/* in a frame that only confirms */

chan ask = [0] of { mtype };
chan tell = [1] of { mtype };
chan down[2] = [ROOM] of { mtype, byte };	/* from a session to its link */
chan up[2] = [ROOM] of { mtype, byte };	/* from a link to its session */
chan line[2] = [ROOM] of { mtype, byte, bit, bit };	/* to link i: message, value, number, confirmed */

byte file;	/* what the user sends now, modulo 3 */
byte disk;	/* blocks of it that the server has */
bool complete;	/* the server has filed them */

#ifdef UNNUMBERED
#define NEW	true
#else
#define NEW	(number != theirs)
#endif

#define CONTENTS(i)	(16 * (file + 1) + (i))

active proctype user()
{
	do
	:: ask!transfer;
	   if
	   :: ask!abort -> tell?_	/* which may have come too late */
	   :: tell?done -> assert(complete && disk == N)
	   :: tell?failed -> assert(!complete && disk == 0)
	   fi;
	   d_step { complete = false; disk = 0; file = (file + 1) % 3 }
	od
}

active proctype sending()
{
	byte next;

idle:
	next = 0;
	ask?transfer;
	down[0]!request, 0;
	do	/* is it granted? */
	:: up[0]?granted, _ -> break
	:: up[0]?refused, _ -> tell!failed; goto idle
	:: ask?abort -> down[0]!broken, 0; goto closing
	od;
	do
	:: atomic { next < N && nfull(down[0]) -> down[0]!block, CONTENTS(next); next++ }
	:: next == N -> down[0]!finish, 0; goto closing
	:: ask?abort -> down[0]!broken, 0; goto closing
	:: up[0]?broken, _ -> down[0]!broken, 0; goto closing
	od;
closing:
	do
	:: up[0]?finished, next -> break
	:: up[0]?granted, _	/* crossed with the user's abort, as these */
	:: up[0]?refused, _
	:: up[0]?broken, _
	od;
	if
	:: next == N -> tell!done
	:: next < N -> tell!failed
	fi;
	goto idle
}

active proctype receiving()
{
	byte value;

idle:
	do
	:: up[1]?request, _ ->
		if
		:: down[1]!granted, 0; break
		:: down[1]!refused, 0
		fi
	:: up[1]?broken, _ -> down[1]!finished, 0	/* crossed with our refusal */
	od;
	do
	:: d_step { up[1]?block, value -> assert(value == CONTENTS(disk)); disk++; value = 0 }
	:: d_step { up[1]?finish, _ -> assert(disk == N); complete = true }; down[1]!finished, N; goto idle
	:: d_step { up[1]?broken, _ -> disk = 0 }; down[1]!finished, 0; goto idle
	:: down[1]!broken, 0 -> disk = 0; break		/* the disk is full */
	od;
	do
	:: up[1]?block, _
	:: up[1]?finish, _ -> break
	:: up[1]?broken, _ -> break
	od;
	down[1]!finished, 0;
	goto idle
}

inline emit(message, value)
{
	if
	:: line[1 - me]!message, value, mine, theirs
	:: skip		/* lost, as ever if the line is full */
	fi
}

proctype link(bit me)
{
	mtype kept = nothing;	/* sent and not confirmed */
	mtype message = nothing;
	byte its, value;
	bit mine, theirs;	/* numbers of the last frames sent and received */
	bit number, confirmed;

	do
	:: atomic { kept == nothing && nempty(down[me]) -> down[me]?kept, its; mine = 1 - mine; emit(kept, its) }
	:: atomic { kept != nothing -> emit(kept, its) }	/* the clock */
	:: atomic {
		line[me]?message, value, number, confirmed ->
		if
		:: kept != nothing && confirmed == mine -> kept = nothing; its = 0
		:: else
		fi;
		if
		:: message == nothing
		:: message != nothing && NEW && nfull(up[me]) ->
			theirs = number;
			up[me]!message, value;
			emit(nothing, 0)
		:: message != nothing && !NEW -> emit(nothing, 0)	/* the confirmation was lost */
		:: message != nothing && NEW && full(up[me])	/* so it will come again */
		fi;
		message = nothing;
		value = 0;
		number = 0;
		confirmed = 0
	   }
	od
}

init {
	atomic {
		run link(0);
		run link(1)
	}
}
