#define g f
#define f(x) g(x)
f(1)
g(2)
F
#define EMPTY
#define LPAREN (
#define RPAREN )
#define F(x, y) x + y
F LPAREN 1, 2 RPAREN
#define ID(x) x

ID(F)(1,2)
ID(f)
(9)
ID EMPTY (3)
a ID
b
ID
#define ZZ 1
(ZZ)
#define M(x) M1(x); \
   skip
M(1
) y
M(
 1)+2
__LINE__ ID(__LINE__
) ID(
__LINE__
)
#define LN __LINE__
ID(
LN
)
#define LF(x) LN x
LF(
3
)
