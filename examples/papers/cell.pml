/*
 * A production cell: metal plates are fed, turned, pressed, and carried round.
 *
 * C. Lewerentz, T. Lindner (editors): Formal development of reactive systems:
 * case study production cell. LNCS 891, 1995.
 *
 * The feed belt brings a plate to a table, which lifts it and turns it towards a
 * robot with two arms. The first arm puts it into the press, the second takes it
 * out when it is forged and lays it on the deposit belt. A crane brings it back
 * to the feed belt. Every movement is a step; no two machines may meet where one
 * would hit the other.
 *
 * N: plates in the cell (-DN=4).
 *
 * spin -a -o1 -o2 -o3 cell.pml
 * gcc -O2 -DSAFETY -DNOREDUCE -DNOCLAIM -DNOCOMP -o pan pan.c; ./pan -c0 -n -m1000000
 * small: -DN=2 stored=11452 matched=28408 transitions=39860 atomic=0 depth=3820 errors=0
 * large: -DN=6 stored=67428 matched=199044 transitions=266472 atomic=0 depth=23106 errors=0
 */
#ifndef N
#define N 2
#endif

mtype = { low, middle, high };	/* places of the press, and of the table */
mtype = { to_table, to_press, from_press, to_deposit };	/* where the robot is turned to */
mtype = { feed, deposit };	/* where the crane is */

byte waiting = N;	/* plates at the begin of the feed belt */
bool feed_end;	/* a plate where the table takes it */
bool table_has;
mtype table = low;
bool table_turned;	/* towards the robot */
mtype robot = to_table;
bool arm1, arm2, out1, out2;	/* hold a plate, reach out */
mtype press = middle;
bool press_has, forged;
bool deposit_begin, deposit_end;
mtype crane = deposit;
bool crane_has, crane_down;	/* lint: write-only=off */

active proctype feed_belt()
{
	do
	:: d_step { waiting > 0 && !feed_end -> waiting--; feed_end = true }
	:: d_step {
		feed_end && table == low && !table_turned && !table_has ->
			feed_end = false; table_has = true
	   }
	od
}

active proctype rotary_table()
{
	do
	:: table_has ->
		table = high;
		table_turned = true;
		!table_has && !out1;
		table_turned = false;
		table = low
	od
}

active proctype robot_control()
{
	do
	/* the first arm */
	:: robot == to_table && !arm1 && table_has && table == high && table_turned ->
		out1 = true;
		d_step { assert(table_has); table_has = false; arm1 = true };
		out1 = false
	:: robot == to_press && arm1 && press == middle && !press_has ->
		out1 = true;
		d_step { assert(!press_has && press == middle); arm1 = false; press_has = true };
		out1 = false
	/* the second arm */
	:: robot == from_press && !arm2 && press == low && press_has && forged ->
		out2 = true;
		d_step { assert(press == low); press_has = false; forged = false; arm2 = true };
		out2 = false
	:: robot == to_deposit && arm2 && !deposit_begin ->
		out2 = true;
		d_step { assert(!deposit_begin); arm2 = false; deposit_begin = true };
		out2 = false
	/* turning */
	:: robot == to_table && (arm1 || press_has) -> robot = from_press
	:: robot == from_press && (arm2 || !press_has) -> robot = to_deposit
	:: robot == to_deposit && !arm2 -> robot = to_press
	:: robot == to_press && !arm1 -> robot = to_table
	od
}

active proctype press_control()
{
	do
	:: press_has && !forged && !out1 ->
		press = high;
		forged = true;
		press = low;
		!press_has && !out2;
		press = middle
	od
}

active proctype deposit_belt()
{
	do
	:: d_step { deposit_begin && !deposit_end -> deposit_begin = false; deposit_end = true }
	od
}

active proctype crane_control()
{
	do
	:: crane == deposit && deposit_end && !crane_has ->
		crane_down = true;
		d_step { deposit_end = false; crane_has = true };
		crane_down = false;
		crane = feed
	:: crane == feed && crane_has ->
		crane_down = true;
		d_step { crane_has = false; waiting++ };
		crane_down = false;
		crane = deposit
	od
}
