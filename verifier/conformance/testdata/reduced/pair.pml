/* All choices of a set end in run-time errors: none of them leads back, but none leads on. */
active proctype Q() { byte l; l++; assert(l == 0) }
active proctype P() { byte l; if :: l = 2 / l :: l = 1 % l fi }
