/* A formula looks at the number of processes, which pan raises by one beside it. */
byte g;
proctype C() { skip }
active proctype A() { g = 1; g = 0 }
active proctype B() { run C() }
ltl p { [] !(_nr_pr == 4 && g == 1) }
