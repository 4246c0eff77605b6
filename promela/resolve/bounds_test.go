package resolve

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/promela"
	"gospin/promela/diag"
)

// laughs are inlines, each of which calls the previous one ten times.
func laughs(levels int) string {
	var b strings.Builder
	b.WriteString("byte x;\ninline L0() { x = 1; x = 2 }\n")
	for i := 1; i <= levels; i++ {
		fmt.Fprintf(&b, "inline L%d() { %s }\n", i, strings.Repeat(fmt.Sprintf("L%d(); ", i-1), 10))
	}
	fmt.Fprintf(&b, "init { L%d() }\n", levels)
	return b.String()
}

// doubled are typedefs, each of which has two fields of the previous type.
func doubled(levels int) string {
	var b strings.Builder
	b.WriteString("typedef T0 { byte a }\n")
	for i := 1; i <= levels; i++ {
		fmt.Fprintf(&b, "typedef T%d { T%d a; T%d b }\n", i, i-1, i-1)
	}
	fmt.Fprintf(&b, "T%d v;\ninit { skip }\n", levels)
	return b.String()
}

// TestModelsAreBounded: models that are too large are rejected, with a position, before they use much memory.
func TestModelsAreBounded(t *testing.T) {
	deep := "int x;\ninit { x = " + strings.Repeat("(", 200_000) + "1" + strings.Repeat(")", 200_000) + " }\n"
	for _, c := range []struct {
		name, text, want string
		most             uint64 // bytes
	}{
		{"inlines", laughs(9), "inlines expand to more than 1048576 words and signs", 800 << 20},
		{"fields", doubled(40), "is too large", 16 << 20},
		{"cells", "typedef T { byte a[5000] }\ntypedef U { T t[5000] }\nU u;\ninit { u.t[1].a[2] = 3 }\n",
			"'t' is too large", 16 << 20},
		{"parentheses", deep, "nested too deeply", 16 << 20},
		{"operators", "int x;\ninit { x = 1" + strings.Repeat(" + 1", 200_000) + " }\n",
			"the expression has more than 10000 operators", 128 << 20},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := ParseString(t.Context(), "m.pml", c.text, Options{})
		runtime.ReadMemStats(&after)
		require.ErrorContains(t, err, c.want, c.name)
		var list diag.List
		require.ErrorAs(t, err, &list)
		require.Equal(t, "m.pml", list[0].Pos.File, c.name)
		require.Positive(t, list[0].Pos.Line, c.name)
		require.Less(t, after.TotalAlloc-before.TotalAlloc, c.most, c.name)
	}
	_, err := ParseString(t.Context(), "m.pml", laughs(3), Options{})
	require.NoError(t, err)
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

// TestReadingEndsByItsContext ends the context at each place where it is checked.
func TestReadingEndsByItsContext(t *testing.T) {
	text := "#define M(x) x = x + 1\n" + laughs(1) + "active proctype P() { do :: M(x) :: break od }\n"
	_, err := ParseString(t.Context(), "m.pml", text, Options{})
	require.NoError(t, err)
	asked := 0
	for ; asked < 1000 && err == nil; asked++ {
		var m *promela.Model
		if m, err = ParseString(&ends{t.Context(), asked}, "m.pml", text, Options{}); err != nil {
			require.ErrorIs(t, err, context.Canceled)
			err = nil
		} else if m != nil {
			break
		}
	}
	require.Greater(t, asked, 30)
	require.Less(t, asked, 1000)
}
