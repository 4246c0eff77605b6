/* An atomic sequence of more steps than are taken together, and one with choices on the way. */
byte a[90];
byte n;

active [2] proctype P() {
	byte i, k;
	do
	:: k < 2 ->
		atomic {
			for (i : 0 .. 89) {
				a[i] = a[i] ^ (k + 1)
			}
			i = 0;
			k++;
			do
			:: n < 40 -> n++
			:: n > 0 -> n--; break
			:: else -> break
			od
		}
	:: else -> break
	od
}
