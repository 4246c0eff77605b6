/* Two roads meet; the lights of both must not be green at once, and whoever
 * waits gets a green light in the end. The second formula does not hold. */
mtype = { red, green };
mtype light[2] = red;
bool waits[2];

active proctype Controller() {
	do
	:: waits[0] -> light[0] = green; waits[0] = false; light[0] = red
	:: waits[1] -> light[1] = green; waits[1] = false; light[1] = red
	od
}

active [2] proctype Car() {
	byte road = _pid - 1;
	do
	:: waits[road] = true; !waits[road]
	od
}

ltl safe { [] !(light[0] == green && light[1] == green) }
ltl served { [] (waits[0] -> <> (light[0] == green)) }
