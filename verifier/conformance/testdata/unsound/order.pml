/* Two processes run one each: who is first decides the numbers. */
bool d;
proctype E() { assert(_pid != 2); d = true }
proctype F() { d }
active proctype A() { run E() }
active proctype B() { run F() }
