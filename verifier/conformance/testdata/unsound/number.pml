/* A formula looks at the number of processes; with pan the claim counts as one: -DN=4. */
#ifndef N
#define N 3
#endif
byte g;
proctype C() { skip }
active proctype A() { g = 1; g = 0 }
active proctype B() { run C() }
ltl p { [] !(_nr_pr == N && g == 1) }
