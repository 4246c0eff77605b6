byte x;
chan c = [0] of { byte, byte };
active proctype A() { c!1 }
active proctype B() { x = 1; x = 2 }
