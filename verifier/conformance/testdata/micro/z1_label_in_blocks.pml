byte x, n;
active proctype A(){
  { x = 6; L: x = 7; n = n + 2; if :: n < 9 -> goto L :: else fi }
  { x = 16; L: x = 17; n = n + 2; if :: n < 19 -> goto L :: else fi }
  { x = 26; n = n + 2; if :: n < 29 -> goto L :: else fi }
}
