byte x;
chan c = [0] of { byte, byte };
chan d = [0] of { byte };
active proctype A() { c!1,1; x = 2 }
active proctype B() { x = 1; if :: d?<_> :: c?<_,_> :: c?eval(x),_ fi; x = 4 }
