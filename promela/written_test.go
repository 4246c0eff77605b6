package promela_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/promela"
	"gospin/promela/resolve"
)

const spelled = `#define N 3
#define ready (n == 1)
mtype = { hi };
chan q = [1] of { mtype, byte };
byte n, a[2];
bool b;
inline up(v) { v++ ; v = v+1 }
active proctype P() {
	b = true;	/* a comment */ n  =  (n + 1) * 2;
	assert(n < N
		&& !b);
	ready -> skip;
	up(n);
	q!hi(3); q?hi,n;
	L: a[n % 2] = -1;
	if :: (n > N || b) && a[1] == 0 -> printf("%d\n", n) :: else fi
}
ltl f { [] (n == 1 -> <> (b U !ready)) && (n > 0 || b) }
`

// TestStatementsAreTextAsWritten: with the macros that stand for constants, and without blanks that do not
// matter.
func TestStatementsAreTextAsWritten(t *testing.T) {
	m, err := resolve.ParseString(t.Context(), "m.pml", spelled, resolve.Options{})
	require.NoError(t, err)
	var got []string
	promela.EachStmt(m.Procs[0].Body, func(s promela.Stmt) {
		if text := m.Written(s); text != "" {
			got = append(got, text)
		}
	})
	require.Equal(t, []string{
		"b = true", "n = (n + 1) * 2", "assert(n < N && !b)", "n == 1", "skip", "n++", "n = n + 1",
		"q!hi(3)", "q?hi,n", "a[n % 2] = -1", "(n > N || b) && a[1] == 0", `printf("%d\n", n)`, "else",
	}, got)
	require.Equal(t, "[] (n == 1 -> <> (b U !(n == 1))) && (n > 0 || b)", promela.PlainExpr(m.LTL[0].X))
}

// TestPartsAreTextAsWritten: of an assertion, the conjuncts.
func TestPartsAreTextAsWritten(t *testing.T) {
	m, err := resolve.ParseString(t.Context(), "m.pml", spelled, resolve.Options{})
	require.NoError(t, err)
	s := m.Procs[0].Body.Steps[2]
	both := s.(*promela.Assert).X.(*promela.Binary)
	require.Equal(t, "n < N", m.WrittenExpr(s, both.X))
	require.Equal(t, "!b", m.WrittenExpr(s, both.Y))
}

// TestParenthesesAreTextAsWritten: an expression may begin and end with some that don't belong together.
func TestParenthesesAreTextAsWritten(t *testing.T) {
	const text = "byte a, b;\nactive proctype P() {\nL:\t(a == 0) || (b < a);\n\tif :: (!a && b) || (b != a) -> goto L :: else fi\n}\n"
	m, err := resolve.ParseString(t.Context(), "m.pml", text, resolve.Options{})
	require.NoError(t, err)
	var got []string
	promela.EachStmt(m.Procs[0].Body, func(s promela.Stmt) { got = append(got, m.Written(s)) })
	require.Subset(t, got, []string{"(a == 0) || (b < a)", "(!a && b) || (b != a)", "goto L"})
}
