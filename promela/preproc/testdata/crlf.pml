#define N 3
#define M(a, \
  b) a + b
byte x = N;
M(1,
 2) "s\
t"
#if N == 3 \
 && 1
yes
#endif
