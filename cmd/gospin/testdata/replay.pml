mtype = { red, green }; mtype:fruit = { apple, pear };
typedef T { byte a; short b[2]; mtype m };
byte x; mtype m; byte arr[3]; chan r = [0] of { byte, mtype }; chan q = [2] of { mtype, byte }; T t;
chan qs[2] = [1] of { byte }; bool flag; short big = 300; mtype:fruit fr;
chan unused = [3] of { byte };
chan nothing;
int z = -4;
proctype Worker(byte id; chan c) {
  byte i, k = 3; T loc; chan own = [1] of { short }; mtype col; byte la[2];
  i = id; c!i; own!-7; loc.a = 3; col = red; la[1] = 4; k = k;
  r!i,green;
  d_step { x = 9; if :: x == 9 -> arr[1] = 5; flag = true :: else -> skip fi; do :: x > 7 -> x-- :: else -> break od; i = 0 };
  atomic { x = 1; m = green; t.b[1] = -2 };
end1: 
  if
  :: x == 200
  :: k == 3 -> printf("worker %d\n", id); k++
  fi;
  printf("tab\there %c %x %o %e\n", 65, 255, 8, m);
  x = x
}
init {
  byte got; mtype what; byte wid;
  qs[0]!2;
  wid = run Worker(4, qs[1]);
  qs[1]?got;
  q!red,1; q!green(2); q?eval(red),_ ; q?<what,x>;
  r?got,what;
  fr = 2;
endx: do :: x == 1 -> break od;
  qs[wid-1]?x;
  nothing = q; nothing?what,x;
  (_nr_pr == 1);
  assert(false)
}
