package reason_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier"
	"gospin/verifier/report"
	"gospin/verifier/source"
)

// why returns the reasons of a model's first violation, as lines of one text.
func why(t *testing.T, text string) string {
	t.Helper()
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("m.pml", []byte(text), 0o600))
	r, err := verifier.Run(t.Context(), verifier.Options{
		Source: source.Source{Model: "m.pml"}, Limits: verifier.Limits{Errors: 1}, Shortest: true,
	})
	require.NoError(t, err)
	for _, p := range r.Properties {
		if p.Verdict == report.Violated {
			return strings.Join(p.Why, "\n") + "\n"
		}
	}
	t.Fatal("nothing is violated")
	return ""
}

func TestDeadlocks(t *testing.T) {
	for name, c := range map[string]struct{ model, want string }{
		"nobody writes, nobody sends": {`byte x;
chan c = [1] of { byte };
active proctype A() {
	x > 0;
	c!1
}
active proctype B() {
	byte y;
	c?y
}
`, `A (0) waits at m.pml:4 for x > 0 (x = 0, and nobody alive writes x)
B (1) waits at :9 for c?y (c is empty; its only sender, A (0), waits itself)
`},
		"two locks": {`bool a, b;
active proctype P() { atomic { !a -> a = true }; atomic { !b -> b = true }; a = false; b = false }
active proctype Q() { atomic { !b -> b = true }; atomic { !a -> a = true }; a = false; b = false }
`, `P (0) waits at m.pml:2 for !b (b = 1 since step 2 of Q (1))
Q (1) waits at :3 for !a (a = 1 since step 4 of P (0))
P (0) and Q (1) wait for each other
`},
		"a circle, by elements of an array": {`bool fork[3];
active [3] proctype Phil() {
	byte next = (_pid + 1) % 3;
	atomic { !fork[_pid] -> fork[_pid] = true };
	atomic { !fork[next] -> fork[next] = true };
	fork[_pid] = false; fork[next] = false
}
`, `Phil (0) waits at m.pml:5 for !fork[next] (fork[1] = 1 since step 4 of Phil (1), next = 1)
Phil (1) waits at :5 for !fork[next] (fork[2] = 1 since step 2 of Phil (2), next = 2)
Phil (2) waits at :5 for !fork[next] (fork[0] = 1 since step 6 of Phil (0), next = 0)
a circle of waiting: Phil (0) → Phil (1) → Phil (2) → Phil (0)
`},
		"who has ended": {`mtype = { syn, fin };
chan s2c = [2] of { mtype };
active proctype Client() {
	s2c?syn;
	if
	:: s2c?fin
	:: len(s2c) == 2 -> skip
	fi
}
active proctype Server() { s2c!syn }
`, `Client (0) waits at m.pml:6 for s2c?fin (s2c is empty since step 3 of Client (0), and nobody alive sends to it: ` +
			`no Server is running), or for len(s2c) == 2 (len(s2c) = 0 since step 3 of Client (0))
`},
		"full, and another message in front": {`chan q = [1] of { byte };
active proctype W() {
	q!7;
	q!8
}
active proctype R() { q?8 }
`, `W (0) waits at m.pml:4 for q!8 (q is full, with 1 message since step 1 of W (0); its only receiver, R (1), waits itself)
R (1) waits at :6 for q?8 (q holds [7] since step 1 of W (0), and nobody else alive receives from it)
`},
		"who waits alike is told once": {`chan c = [0] of { byte };
active [3] proctype P() { c!1 }
`, `P (0), P (1) and P (2) wait at m.pml:2 for c!1 (nobody takes it, and nobody alive receives from it)
`},
		"who may do it himself": {`byte x;
active proctype P() { x > 0; x = 2 }
`, "P (0) waits at m.pml:2 for x > 0 (x = 0, and nobody else alive writes x)\n"},
		"another process had its number before": {`proctype Q() { int a, b, d; a = 1; d = 1; d == 0; b = a }
active proctype P() { _nr_pr == 1 -> run Q() }
active proctype S() { skip }
`, "Q (1) waits at m.pml:1 for d == 0 (d = 1)\n"},
	} {
		t.Run(name, func(t *testing.T) { require.Equal(t, c.want, why(t, c.model)) })
	}
}

func TestConditions(t *testing.T) {
	for name, c := range map[string]struct{ model, want string }{
		"the conjunct that fails": {`#define N 3
byte cnt; bool done;
active [3] proctype P() { cnt++; assert(cnt < N && !done) }
`, "cnt < N is false: cnt = 3 since step 3 of P (0)\n"},
		"names of an mtype": {`mtype = { red, green }
mtype light = red;
active proctype P() { light = green; assert(light == red) }
`, "light == red is false: light = green since step 1 of P (0)\n"},
		"within a d_step": {`byte x;
active proctype P() { d_step { x = 1; x = 2; assert(x == 1); x = 3 } }
`, "x == 1 is false: x = 2\n"},
		"a beginning that violates": {`byte x;
active proctype P() { do :: x < 9 -> x++ :: x > 5 -> x = 0 od }
ltl f { [] (x < 5 && x >= 0) }
`, "x < 5 is false after step 10: x = 5 since step 10 of P (0)\n"},
		"a response that never comes": {`bool p, q;
active proctype P() { p = true; do :: p = !p od }
ltl f { [] (p -> <> q) }
`, `p is true after step 1: p = 1
q is never true after step 1, not in the cycle either (steps 3 to 4)
`},
		"a run that stops": {`byte x;
active proctype P() { x = 1; x = 2 }
ltl f { <> (x == 3) }
`, `after step 3 no process can move: the run stays there
x == 3 is never true
`},
		"what a claim asserts": {`byte x;
active proctype P() { x = 1; x = 2 }
never { do :: assert(x != 2) od }
`, "x != 2 is false: x = 2 since step 2 of P (0)\n"},
		"until": {`byte x;
active proctype P() { x = 1; x = 2; end: x == 9 }
ltl f { (x < 2) U (x == 3) }
`, `x < 2 is false after step 2: x = 2 since step 2 of P (0)
x == 3 has not become true before
`},
	} {
		t.Run(name, func(t *testing.T) { require.Equal(t, c.want, why(t, c.model)) })
	}
}
