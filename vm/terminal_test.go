package vm_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/promela/resolve"
	"gospin/vm"
	"gospin/vm/compile"
)

// TestTerminalClaims: which claims are decided by the states that they reach.
func TestTerminalClaims(t *testing.T) {
	const model = "byte x; active proctype A() { do :: x < 3 -> x++ :: x = 0 od }\n"
	for _, c := range []struct {
		claim string
		want  bool
	}{
		{"ltl c { [] (x < 3) }", true},
		{"ltl c { [] (x == 1 -> (x > 0 W x == 3)) }", true},
		{"ltl c { (x == 0) W (x == 1) }", true},
		{"ltl c { [] (x == 1 -> X (x == 2)) }", true},
		{"ltl c { <> (x == 3) }", false},
		{"ltl c { [] <> (x == 3) }", false},
		{"ltl c { [] (x == 1 -> <> (x == 2)) }", false},
		{"ltl c { false }", true},
		{"never { accept: do :: true od }", false}, // it begins in the deciding state
		{"never { do :: x == 3 -> break :: true od }", true},
		{"never { do :: x == 3 -> break :: true od; accept: do :: true od }", true},
		{"never { do :: x == 3 -> break :: true od; accept: do :: x == 2 :: else od }", true},
		{"never { do :: x == 3 -> break :: true od; accept: do :: x == 2 od }", false},
		{"never { do :: x == 3 -> break :: true od; accept: do :: true :: x == 2 -> break od }", true},
		{"never { T: do :: x == 3 -> break :: true od; accept: do :: true :: x == 2 -> goto T od }", false},
		{"never { do :: x == 3 -> break :: true od; accept: do :: true -> x = 1 / x od }", false},
		{"never { do :: atomic { x == 3 -> x == 3 } -> break :: true od }", false},
		{"never { do :: timeout -> break :: true od }", false},
		{"never { do :: x == 3 -> goto end :: true od; end: do :: true od }", true},
		{"never { true; accept: x == 1; do :: true od }", false},
		{"active proctype B() { accept: do :: true od } ltl c { [] (x < 3) }", false},
	} {
		m, err := resolve.ParseString(t.Context(), "m.pml", model+c.claim, resolve.Options{})
		require.NoError(t, err, c.claim)
		name := "c"
		if len(m.LTL) == 0 {
			name = m.Claims[0].Name
		}
		p, err := compile.Compile(t.Context(), m, compile.Options{Claim: name})
		require.NoError(t, err, c.claim)
		states, ok := p.Terminal()
		require.Equal(t, c.want, ok, c.claim)
		if ok {
			require.Contains(t, [][]vm.Effect{{vm.Accepting}, {vm.ClaimEnd}, {vm.Accepting, vm.ClaimEnd}},
				kinds(states), c.claim)
		}
	}
}

// kinds are the effects of the states, without repetitions.
func kinds(states []vm.Effect) (out []vm.Effect) {
	for _, k := range []vm.Effect{vm.Accepting, vm.ClaimEnd} {
		for _, x := range states {
			if x == k {
				out = append(out, k)
				break
			}
		}
	}
	return out
}
