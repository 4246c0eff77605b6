/* A door that may be open or shut, and a guest who knocks. */
mtype = { open, shut };
chan knock = [0] of { bit };
mtype door = shut;
bool waits;

active proctype Porter() {
	do
	:: knock?_ -> door = open
	:: door == open -> door = shut
	od
}

active proctype Guest() {
	do
	:: waits = true; knock!1; waits = false
	od
}

ltl served { [] (waits -> <> (door == open)) }
ltl calm { [] (door == shut || !waits) }
