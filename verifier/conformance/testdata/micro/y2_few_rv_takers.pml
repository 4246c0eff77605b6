byte x;
chan c = [0] of { byte, byte };
chan d = [0] of { byte };
active proctype A() { if :: c!1 :: c!1,2 :: d!3 fi }
active proctype B() { if :: c?_,x :: c?1,0 :: d?_ fi }
active proctype C() { x = 1; if :: c?_,_ :: d?eval(x+2) :: x = 0 fi }
