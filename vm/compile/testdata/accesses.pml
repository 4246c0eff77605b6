/* One statement of every kind that the analysis of accesses tells apart. */
mtype = { a, b };
typedef T { byte u; byte v[3] };
byte x, y[4];
T t[2];
int g;
chan q = [2] of { byte };
chan rv = [0] of { mtype };
chan c[2] = [1] of { byte };

proctype Child(byte n; chan z)
{
	byte l = g;

	xs z;
	z!n;
	z!y[_pid];
	z?l
}

active proctype Cells()
{
	byte i, k;

	x = 1;
L1:
	i = x;
	y[i] = 2;
	y[_pid] = 3;
	y[i + 1] = y[k];
	t[i].v[k] = 1;
	i = t[1].v[2];
	k = t[i].u;
	{ assert(x == 2); i = 5 } unless { y[0] == 3 -> x = 0 };
	d_step { x == 3 -> i = x; do :: i > 0 -> i--; y[i] = 0 :: else -> break od }
}

active proctype Channels()
{
	byte i, k;
	chan own = [1] of { byte };
	chan other = [1] of { byte };

	xr own;
	q!i;
	q?eval(x);
	own?i;
	other = q;
	other!1;
	q?i, y[i];
	q??<k>;
	c[i]!5;
	c[_pid]?k;
	(nfull(q) && len(c[1]) > 0 || nempty(own) || q?[eval(k)]);
	rv!a;
	d_step { other = q; other!3 };
	atomic { rv?b -> x = 2 }
}

active proctype Processes() provided (x != 9)
{
	run Child(x, q);
	_nr_pr == 2;
	timeout;
	L: printf("%d", g);
	if
	:: x == 1 -> g++
	:: q?[4] -> skip
	:: else
	fi;
	Cells@L1;
	Cells[0]:i == 3
}

active proctype Others()
{
	enabled(0);
	pc_value(1) == 2;
	x = 3
}
