byte x, y;
active proctype P() { atomic { do :: x < 3 -> x++ :: x >= 3 -> break od; d_step { y = x; x = 0 } } }
active proctype Q() { y == 3 -> x = 1 }
