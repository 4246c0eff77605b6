/* How many processes there are is seen: a process that lingers matters. */
active proctype A() { if :: _nr_pr == 2 -> false :: _nr_pr == 1 -> skip fi }
active proctype B() { skip }
