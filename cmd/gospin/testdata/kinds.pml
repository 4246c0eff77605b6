byte x, y;
bit z;
chan q = [1] of { byte };
chan meet = [0] of { byte };

active proctype blinker()	/* direct: it writes, and looks at nothing */
{
	do
	:: z = 1
	:: z = 0
	od
}

active proctype counter()	/* split: it looks at x and y, which have 25 * 25 values */
{
	do
	:: x < 24 -> x++
	:: y < 24 -> y++
	od
}

active proctype sender()	/* hashed: it looks whether there is room */
{
	do
	:: q!7
	od
}

active proctype taker()	/* hashed where it receives; direct where it offers */
{
	do
	:: q?_ -> meet!3
	od
}

active proctype partner()	/* direct; and it may take an offer */
{
	do
	:: meet?_
	od
}
