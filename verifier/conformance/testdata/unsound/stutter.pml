/* The claim's language, (!p)^n p^w with n >= 1, is closed under stuttering, its states are not (Siegel 2019). */
bit p;
active proctype T2() { p = 1 }
active proctype T1() { bit x; do :: x = 0 od }
never c {
i:      if :: !p -> goto q0 :: true -> goto j fi;
j:      if :: !p -> goto r0 :: p -> goto accept_ fi;
q0:     if :: !p -> goto q1 fi;
q1:     if :: !p -> goto q0 :: p -> goto accept_ fi;
r0:     if :: !p -> goto r1 fi;
r1:     if :: !p -> goto r0 :: p -> goto accept_ fi;
accept_: if :: p -> goto accept_ fi
}
