byte x = 300;
chan unused = [1] of { byte };
active proctype P() {
  do
  :: x < 5 -> x++
  :: x = 2
  od;
ende: x = 0
}
