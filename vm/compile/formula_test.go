package compile

import (
	"context"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/ltl"
	"gospin/promela"
	"gospin/promela/resolve"
	"gospin/verifier/thorough"
)

const variables = "bool a, v, z, p, q, r, s, t, u, p0, p1, p2, p3, p4; byte x; chan c = [1] of { byte }; active proctype P() { L: skip }\n"

// inBlock parses a formula as in an ltl block.
func inBlock(text string) (*ltl.Formula, error) {
	m, err := resolve.ParseString(context.Background(), "m.pml", variables+"ltl f { "+text+" }\n", resolve.Options{})
	if err != nil {
		return nil, err
	}
	var atoms []promela.Expr
	return convert(m.LTL[0].X, &atoms), nil
}

// TestFormulasAreReadAlike: a formula has the same meaning in an ltl block and in gospin ltl.
func TestFormulasAreReadAlike(t *testing.T) {
	texts := []string{"[] p U q", "! p U q", "p -> q -> r", "!x == 0 U x < 3", "(p && q) == r", "((p -> 1 : 0) == x) || p",
		"always (p implies eventually P@L)", "<> c?[1] V len(c) == 0", "[] <> x == 1", "p & <> q", "(p -> q) == r", "x - -x == 0"}
	for _, list := range []string{"dwyer", "etessami-holzmann", "somenzi-bloem"} {
		b, err := os.ReadFile("../../ltl/testdata/" + list + ".txt")
		require.NoError(t, err)
		for line := range strings.Lines(string(b)) {
			if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
				texts = append(texts, line)
			}
		}
	}
	signs := strings.Fields("p q x 0 == < + - & && || -> <-> U V W [] <> X ! ( ( ) )")
	r := rand.New(rand.NewPCG(1, 2))
	for range thorough.Of(1500, 5000) {
		var b strings.Builder
		for range 1 + r.IntN(9) {
			b.WriteString(signs[r.IntN(len(signs))] + " ")
		}
		texts = append(texts, b.String())
	}
	good := 0
	for _, text := range texts {
		want, _, bad := ltl.Parse(text)
		got, err := inBlock(text)
		require.Equal(t, bad == nil, err == nil, "%s\n%v\n%v", text, bad, err)
		if err == nil {
			require.Equal(t, want, got, text)
			good++
		}
	}
	require.Greater(t, good, thorough.Of(100, 150))
}
