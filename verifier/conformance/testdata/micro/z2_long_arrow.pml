byte x = 1, y = 5;
active proctype A() { if :: x < y --> x++; y ---> x = 9 :: else fi; d_step { x > y --> x = 3 }; y-->x++ }
