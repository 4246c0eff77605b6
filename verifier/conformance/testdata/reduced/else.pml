/* Whether else holds depends on how far the receiver has come. */
chan m = [0] of { byte };
active proctype P() { if :: m!0 :: else fi }
active proctype Q() { byte l; skip; m?l }
