package compile_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/promela/resolve"
	"gospin/verifier/system"
	"gospin/verifier/systemtest"
	"gospin/vm"
	"gospin/vm/compile"
)

func program(t *testing.T, text string, o compile.Options) *vm.Program {
	t.Helper()
	m, err := resolve.ParseString(t.Context(), "m.pml", text, resolve.Options{})
	require.NoError(t, err)
	p, err := compile.Compile(t.Context(), m, o)
	require.NoError(t, err)
	return p
}

// The output of pan -d for these models (spin -a -o1 -o2 -o3 m.pml; gcc -DSAFETY -DNOCLAIM -o pan pan.c;
// ./pan -d), without the numbers of code and the types.
func TestAutomataAreSPINs(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"byte x, y;\nactive proctype A() { do :: atomic { x < 2 -> x++; if :: x == 2 -> break :: else fi } od; x = 9 }\n", `
	state   9 -> state   2  [id   0] [A---G] m.pml:2 => ((x<2))
	state   2 -> state   6  [id   1] [A---G] m.pml:2 => x = (x+1)
	state   6 -> state   4  [id   2] [A---G] m.pml:2 => ((x==2))
	state   6 -> state   7  [id   4] [A---G] m.pml:2 => else
	state   4 -> state  12  [id   3] [----G] m.pml:2 => goto :b0
	state  12 -> state  13  [id  11] [----G] m.pml:2 => x = 9
	state  13 -> state   0  [id  12] [--e-L] m.pml:2 => -end-
	state   7 -> state   9  [id   6] [----G] m.pml:2 => .(goto)
`},
		{"byte x,y;\nactive proctype A() { atomic { x = 1; goto L; x = 2 }; x = 3; L: x = 4 }\n", `
	state   4 -> state   2  [id   0] [A---G] m.pml:2 => x = 1
	state   2 -> state   6  [id   1] [----G] m.pml:2 => goto L
	state   6 -> state   7  [id   5] [----G] m.pml:2 => x = 4
	state   7 -> state   0  [id   6] [--e-L] m.pml:2 => -end-
`},
		{"byte x; chan c = [0] of { byte };\nactive proctype A() { { x = 1; x = 2 } unless { c?1; x = 9 } }\n", `
	state   1 -> state   4  [id   2] [----G] m.pml:2 => c?1
	state   1 -> state   2  [id   0] [----G] m.pml:2 => x = 1
	state   4 -> state   7  [id   3] [----G] m.pml:2 => x = 9
	state   7 -> state   0  [id   6] [--e-L] m.pml:2 => -end-
	state   2 -> state   4  [id   2] [----G] m.pml:2 => c?1
	state   2 -> state   7  [id   1] [----G] m.pml:2 => x = 2
`},
	} {
		var b strings.Builder
		program(t, c.text, compile.Options{}).WriteAutomata(&b)
		require.Equal(t, "proctype A"+c.want, b.String())
	}
}

const handshake = `chan c = [0] of { byte };
byte r, x, y;
active proctype S() { atomic { x = 1; c!1; x = 2; x = 3 } }
active proctype R() { atomic { c?r; y = 1; y = 2 } }
active proctype T() { x = 9 }
`

// pan's figures: ./pan -c0 -n -m100000 of the raw build.
func TestCountsArePans(t *testing.T) {
	for _, padded := range []bool{false, true} {
		p := program(t, handshake, compile.Options{Padded: padded})
		c := systemtest.Count(system.Of(vm.NewMachine(p)), 0)
		require.EqualValues(t, 19, c.Stored)
		require.EqualValues(t, 6, c.Matched)
		require.EqualValues(t, 16, c.AtomicSteps)
		require.EqualValues(t, 11, c.Depth)
		require.EqualValues(t, 0, c.Errors)
	}
}

func TestNoAllocationPerMove(t *testing.T) {
	m := vm.NewMachine(program(t, handshake, compile.Options{}))
	var s, next vm.State
	m.Initial(&s)
	moves, _ := m.Moves(&s, nil)
	next.CopyFrom(&s)
	require.Zero(t, testing.AllocsPerRun(100, func() {
		moves, _ = m.Moves(&s, moves[:0])
		for _, mv := range moves {
			next.CopyFrom(&s)
			m.Do(&next, mv)
		}
	}))
}

func TestNestedElseIsRefused(t *testing.T) {
	m, err := resolve.ParseString(t.Context(),
		"m.pml",
		"byte x; init { if :: if :: x == 1 :: else fi :: else fi }",
		resolve.Options{},
	)
	require.NoError(t, err)
	_, err = compile.Compile(t.Context(), m, compile.Options{})
	require.ErrorContains(t, err, "two else")
}

// Programs with run-time errors end with a fault, never with a panic.
func TestRunTimeErrorsAreFaults(t *testing.T) {
	for text, want := range map[string]string{
		"int z; byte x; init { x = 5 / z }":                                                  "division by zero or overflow in a division",
		"byte a[3]; int i = 3; init { a[i] = 7 }":                                            "assertion violated - invalid array index",
		"byte a[3]; init { a[3] = 7 }":                                                       "assertion violated - invalid array index",
		"chan c; init { c!1 }":                                                               "ref to uninitialized chan name",
		"chan c; byte r; init { c?r }":                                                       "ref to uninitialized chan name",
		"byte x; init { d_step { x = 1; x == 2 } }":                                          "block in d_step seq",
		"byte x; init { d_step { do :: x = 1 - x od } }":                                     "d_step does not end",
		"chan c = [2] of { byte, byte }; chan d = [1] of { byte, byte, byte }; init { c!1 }": "too few parameters in send stmnt",
		"proctype P() { end: false } init { do :: run P() od }":                              "too many processes (255 max)",
	} {
		m := vm.NewMachine(program(t, text, compile.Options{}))
		var s vm.State
		m.Initial(&s)
		got := ""
		for n := 0; n < 300 && got == ""; n++ {
			moves, eff := m.Moves(&s, nil)
			if eff&vm.Failed == 0 && len(moves) > 0 {
				eff = m.Do(&s, moves[len(moves)-1])
			}
			if eff&vm.Failed != 0 {
				got = m.Faults()[0].Msg
			}
		}
		require.Equal(t, want, got, text)
	}
}

// The listing includes the automaton of a trace assertion.
func TestListingsShowTraceAssertions(t *testing.T) {
	p := program(
		t,
		"chan c = [1] of { byte };\ntrace { c!1 }\nactive proctype P() { c!1 }\n",
		compile.Options{},
	)
	var b strings.Builder
	p.WriteAutomata(&b)
	p.WriteCode(&b)
	require.Contains(
		t,
		b.String(),
		"trace assertion\n\tstate   1 -> state   2  [id   0] [----G] m.pml:2 => c!1\n",
	)
}
