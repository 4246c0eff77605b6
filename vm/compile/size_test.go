package compile_test

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/promela/resolve"
	"gospin/vm/compile"
)

// own are the options of gospin's own rules for omitting things.
var own = compile.Options{Merge: true, Dataflow: true, DropUnread: true, Own: true}

// large are models of n statements, in forms that once took quadratic time.
var large = map[string]func(n int) string{
	"a row":   func(n int) string { return "byte x; init { " + strings.Repeat("x = 1;\n", n) + " }" },
	"a block": func(n int) string { return "byte x; init { atomic { " + strings.Repeat("x = 1;\n", n) + " } }" },
	"behind options": func(n int) string {
		return "byte x; init { if " + strings.Repeat(":: x = 2 ", n/2) + "fi; " +
			strings.Repeat("x = 1;\n", n/2) + " }"
	},
	"variables": func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "byte v%d; v%d = %d;\n", i, i, i%7)
		}
		return "init { " + b.String() + " }"
	},
	"a sum": func(n int) string { return "int x; init { x = 1" + strings.Repeat("+1", n) + " }" },
	"loops": func(n int) string {
		return "byte x; init { " + strings.Repeat("do :: x = 1 :: break od;\n", n/2) + " }"
	},
}

// allocated returns the number of bytes that a function allocates.
func allocated(do func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestCompilingIsLinear compares the code and the memory for n and 4 n statements.
func TestCompilingIsLinear(t *testing.T) {
	for name, text := range large {
		code, bytes := map[int]int{}, map[int]uint64{}
		for _, n := range []int{500, 2000} {
			m, err := resolve.ParseString(t.Context(), "m.pml", text(n), resolve.Options{})
			require.NoError(t, err)
			bytes[n] = allocated(func() {
				p, err := compile.Compile(t.Context(), m, own)
				require.NoError(t, err)
				code[n] = len(p.Code)
			})
		}
		require.Less(t, code[2000], 6*code[500]+10000, name)
		require.Less(t, bytes[2000], 6*bytes[500], name)
	}
}

// TestMoreControlStatesThanAStateCanTell: such models are rejected, since a control state has two bytes.
func TestMoreControlStatesThanAStateCanTell(t *testing.T) {
	m, err := resolve.ParseString(t.Context(), "m.pml", "byte x;\nactive proctype P() { x = 1 }\n", resolve.Options{})
	require.NoError(t, err)
	body := m.Procs[0].Body
	body.Steps = slices.Repeat(body.Steps, 1<<16)
	_, err = compile.Compile(t.Context(), m, own)
	require.ErrorContains(t, err, "m.pml:2:")
	require.ErrorContains(t, err, "P has more than 65535 control states")
}

// ends is a context that is done after a number of calls of Err.
type ends struct {
	context.Context
	left int
}

func (e *ends) Err() error {
	if e.left--; e.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestCompilingEndsByItsContext ends the context at each place where it is checked.
func TestCompilingEndsByItsContext(t *testing.T) {
	m, err := resolve.ParseString(t.Context(), "m.pml", `
		byte x; chan c = [1] of { byte };
		active [2] proctype P() {
			byte y;
			do :: atomic { c!x; y = x } unless { x > 2 } :: d_step { c?y; x = y } :: y = 0; break od
		}`, resolve.Options{})
	require.NoError(t, err)
	asked := 0
	for ; ; asked++ {
		p, err := compile.Compile(&ends{t.Context(), asked}, m, own)
		if err == nil {
			require.NotNil(t, p)
			break
		}
		require.Nil(t, p)
	}
	require.Greater(t, asked, 50)
}
