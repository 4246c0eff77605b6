/* Two meet for ever, each where the other one is at the head of its loop: Z must not be put off. */
chan to = [0] of { bit };
chan back = [0] of { bit };
byte g;
active proctype Z() { g = 1; assert(false) }
active proctype X() { do :: to?_; back!0 od }
active proctype Y() { to!0; do :: back?_; to!0 od }
