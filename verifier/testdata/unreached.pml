byte x; chan c = [0] of { byte };
proctype Idle(byte k) { atomic { c!k; x = 7 }; x = 8 }
proctype Busy() {
  do
  :: x > 3 -> if :: do :: x == 9 -> x = 1 :: x == 8 -> break od; x = 2 :: else -> x = 3 fi
  :: atomic { x == 0 -> x = 1; x = 2 }
  :: d_step { x == 5 -> x = 6; x = 7 }
  :: else -> goto L
  od;
L: x = 4; skip; x = 2;
  { c?x; x = 5 } unless { x == 99 -> x = 1 }
}
init { run Busy(); false; run Idle(3); if :: x == 1 fi }
