byte x;
active proctype A() { do :: x == 0 -> byte y = 1; x = y :: x == 1 -> x = y + 5 :: else -> break od; x = y }
