byte x = 9, y = 9;
chan c = [1] of { byte };
chan d = [1] of { byte, byte, byte };
active proctype A() { c!1; c!2,7; c!3; d!1,2,3 }
active proctype B() { c?x,y; assert(y == 0); if :: c?x,1 :: c?2,0 fi; c?_,_ }
