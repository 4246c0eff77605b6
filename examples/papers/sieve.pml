/*
 * The sieve of Eratosthenes as a pipeline that grows.
 *
 * M. D. McIlroy: Coroutines. Bell Laboratories, 1968; one of the models in
 * S. Evangelista, J.-F. Pradat-Peyre: Memory efficient state space storage in
 * explicit software model checking. 2005.
 *
 * Numbers from 2 to N go down a row of filters. A filter keeps back the
 * multiples of its prime and passes all else on; the first number that the last
 * filter passes on is a prime, for which it starts a filter. At the end a filter
 * tells the next one; the last one tells the source.
 *
 * N: the last number. FILTERS: room for as many as there are primes.
 *
 * spin -a -o1 -o2 -o3 sieve.pml
 * gcc -O2 -DSAFETY -DNOREDUCE -DNOCLAIM -DNOCOMP -o pan pan.c; ./pan -c0 -n -m1000000
 * small: -DN=20 stored=10803 matched=24288 transitions=35091 atomic=12238 depth=192 errors=0
 * large: -DN=40 stored=2028971 matched=7918840 transitions=9947811 atomic=2008258 depth=380 errors=0
 */
#ifndef N
#define N 20
#endif
#ifndef FILTERS
#define FILTERS 15
#endif

#define NO_MORE	1

/* at the end, so that filters that are done are alike */
#define FORGET	x = 0; number = 0; prime = 0; has_next = false

chan into[FILTERS] = [N] of { byte };
bool all_told;

proctype filter(byte number, prime)
{
	byte x;
	bool has_next;

	do
	:: into[number]?x;
		if
		:: d_step { x > NO_MORE && x % prime == 0 -> x = 0 }
		:: d_step { x > NO_MORE && x % prime != 0 && has_next -> into[number + 1]!x; x = 0 }
		:: atomic {
			x > NO_MORE && x % prime != 0 && !has_next ->
				run filter(number + 1, x);
				has_next = true; x = 0
		   }
		:: atomic { x == NO_MORE && has_next -> into[number + 1]!NO_MORE; FORGET; break }
		:: atomic { x == NO_MORE && !has_next -> all_told = true; FORGET; break }
		fi
	od;
end:	false
}

active proctype source()
{
	byte x = 2;

	atomic { run filter(0, 2) };
	do
	:: d_step { x <= N -> into[0]!x; x++ }
	:: d_step { x > N -> into[0]!NO_MORE; x = 0 }; break
	od;
	atomic { all_told -> all_told = false };
end:	false
}
