byte x; inline f(a) { if :: x == a -> goto done :: else fi; x = a; done: skip }
active proctype A(){ f(1); d_step { x = 3; f(2) } ; f(4) }
