/* Whether the escape comes first depends on how far the receiver has come. */
chan q = [2] of { byte };
chan m = [0] of { byte };
active proctype P() { { q!0 } unless { m!1 } }
active proctype Q() { byte l; skip; m?l }
