#define F(x,y) x + y
#define G(x) [x]
#define E
#define OBJ a::b
#define NEG -1
#define STR(x) #x
#define CAT(a,b) a##b
F(1,
2) after
F
  (3,4) tail
G (5)
x=-NEG; -E- -E -; a E b; aEb E::E
OBJ OBJ::OBJ
:: OBJ -> x
STR( a  + "b\n" 'c' -> <> ) STR() STR(Unary(<>))
CAT(a,b) CAT(,) CAT(:,:) CAT(1.,.N)
x/**/y /* multi
line */ z // tail
F(G(1),(2,3))
F /* c
c2 */ (7,
/* c */ 8) z
don't do F(1,2) it
"unterminated F(1,2)
__LINE__ F(__LINE__,
__LINE__
)
  #define Q 1
Q ? ??<
F(1
#define Q 2
, Q)
#if 1
tail \
cont Q
next
#endif
%: define X 3
<: X :>
	tab	E	Q
#define V(x...) f(x) g(__VA_ARGS__)
#define W(a,...) f(a,##__VA_ARGS__) h(a,__VA_ARGS__)
V(1,2) V() W(1) W(1,2,3)
__COUNTER__ __COUNTER__ __INCLUDE_LEVEL__ __FILE__ __BASE_FILE__  __STDC__ __STDC_VERSION__ __func__
#define f2(x) x f2
f2(1)(2)
#define foo foo bar
foo
#define AA BB
#define BB AA
AA BB
L'x' L"s" 'ab' '' '\'' '"' 
