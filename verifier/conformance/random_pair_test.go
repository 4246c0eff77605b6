package conformance

import (
	"math/rand/v2"
	"regexp"
	"strings"

	"gospin/verifier/modelgen"
)

// mostTurns bounds the graphs of the naive oracle.
const mostTurns = 50000

var assertion = regexp.MustCompile(`assert\(.*\)`)

// randomFormula returns a formula over the globals of random models: the same one for the same seed.
func randomFormula(r *rand.Rand, deep int) string {
	pick := func(of ...string) string { return of[r.IntN(len(of))] }
	if deep == 0 || r.IntN(6) == 0 {
		return pick("(x == 1)", "(x != 0)", "(y < 2)", "(y == 1)", "(f)", "(!f)", "(s.p == 0)",
			"(s.q[0] == x)", "(a[0] != x)", "(a[1] == 0)", "(len(q) > 0)", "(len(m) == 0)", "(x == y)")
	}
	sub := func() string { return randomFormula(r, deep-1) }
	switch r.IntN(8) {
	case 0, 1:
		return pick("([] ", "([] <> ") + sub() + ")"
	case 2, 3:
		return pick("(<> ", "(<> [] ") + sub() + ")"
	case 4:
		return "(! " + sub() + ")"
	}
	return "(" + sub() + pick(" && ", " || ", " -> ", " U ", " W ", " V ") + sub() + ")"
}

// randomPair returns a random model with a formula, p.
func randomPair(seed int) string {
	r := rand.New(rand.NewPCG(uint64(seed), 0x6c746c))
	// In SPIN's verifier, a claim counts as a process, and its claims find finite runs by assertions.
	text := strings.ReplaceAll(modelgen.Random(uint64(seed)), "_nr_pr", "(spawns + 2)")
	return assertion.ReplaceAllString(text, "x = x") + "ltl p { " + randomFormula(r, 3) + " }\n"
}
