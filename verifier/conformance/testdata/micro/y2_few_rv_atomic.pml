byte x;
chan c = [0] of { byte, byte };
active proctype A() { atomic { x = 0; c!1 } }
active proctype B() { x = 1; x = 2; c?x }
