/* The number of a process that is gone is given again. */
proctype C() { skip }
proctype E() { assert(_pid != 3) }
active proctype A() { run E() }
init { run C() }
