byte x;
chan c = [1] of { byte, byte };
active proctype A() { c!1,0; x = 1 }
active proctype B() { if :: c?2 :: c?eval(x+2) :: c?_,_ fi; x = 2 }
