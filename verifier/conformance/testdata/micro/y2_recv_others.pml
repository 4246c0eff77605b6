byte x;
chan c = [2] of { byte, byte };
active proctype A() { c!1,0; c!2; c!3,0 }
active proctype B() { do :: c?<1> :: c??2 :: d_step { c?3; x++ } :: c?_,_ :: x > 1 -> break od }
