/* Two clerks sell the last seat of a theatre. */
byte seats = 1, sold;

active [2] proctype Clerk() {
	if
	:: seats > 0 -> seats = seats - 1; sold = sold + 1
	:: else
	fi;
	assert(sold <= 1)
}
