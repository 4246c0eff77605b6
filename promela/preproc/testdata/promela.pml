#define NodeId byte
#define BEGIN  do ::
#define END    od
#define OPTION(g, s) :: g -> s
#define TAKE(c, v)  \
	atomic {    \
		c ? v;  /* a comment \
		           over lines */ \
		skip    \
	}
#define Unary(op) printf(#op)
#define N 4
#define Log(format, args...) printf(format, ##args)
#define P(n) proctype p_##n() { skip }
chan c = [N] of { NodeId };
P(1)
P(N)
inline later(x) { x = N..5; x = 1..N; x = 1 .. N; x=-N; c!!N; c??N; c?<N>; c??[N] }
init {
	BEGIN c?[N] ->
	      TAKE(c, N)
	OPTION(N > 0, break) OPTION(,) OPTION((a, b),
		skip) + 1
	END;
	Unary(<>); Unary(->); Unary(  []  !  ); Unary("a\n" '\0')
	Log("x\n"); Log("%d\n", N); Log("%d %d\n", N, c?[N])
	don't N
	$ a N $ // rest
	[] <> !N ! N -> : : :: N::N
}
