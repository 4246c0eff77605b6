//go:build conformance

package conformance

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// traced are models with a trace assertion, for what random ones do not have, or too seldom. The assertion
// comes last: if it comes first, it has the number 0 in pan, which then lets no rendezvous of process 0
// happen.
var traced = map[string]string{
	"sorted and random": `chan c = [3] of { byte }; byte k;
active proctype P() { c!!2; c!!0; c!!1 }
active proctype Q() { end: do :: c??1 :: c?k :: c?<k> -> c?k od }
trace { do :: c!0 :: c!1 :: c!2 :: c?_ od }`,
	"channels by message": `chan c = [0] of { chan, byte }; chan a = [1] of { byte }; chan b = [1] of { byte };
active proctype P() { chan r; do :: c?r,_ -> r!1; r?1 od }
active proctype Q() { end: do :: c!a,0 :: c!b,0 od }
notrace { do :: a!1; b!1; b?1 od }`,
	"rendezvous without a partner": `chan c = [0] of { byte }; byte x;
active proctype P() { do :: c!1 :: c!2 :: timeout -> break od }
active [2] proctype Q() { byte k; c?k; atomic { x < 2; x++; c?1 } }
trace { c!1; c?1; c!2 }`,
	"ends and dies": `chan c = [1] of { byte };
proctype W() { c!1; c?_ }
init { atomic { run W(); run W() }; _nr_pr == 1 }
trace { c!1; c?1; c!1 }`,
	"labels": `chan c = [1] of { byte }; byte x;
active proctype P() { do :: c!1; c!2 od }
active proctype Q() { do :: c?x; x = 0 od }
trace { S: if :: c!1 -> goto T :: c!2 -> goto S fi; T: c?1 -> goto endS; endS: do :: c!2 :: c?2 od }`,
	"d_step": `chan c = [2] of { byte }; byte x;
active proctype P() { do :: d_step { empty(c) -> c!1; c!2; x = 3 - x } od }
active proctype Q() { do :: c?_ od }
trace { do :: c!1; c!2; c?1 :: c?eval(x) od }`,
	"two fields": `chan c = [1] of { byte, bool };
active proctype P() { bool b; do :: c!0,b :: c!1,b; b = !b od }
active proctype Q() { do :: c?_,_ od }
notrace { do :: c!0,_; c?0,true :: c!1,_; c?_,false; c!1 od }`,
}

// TestTraceAssertionsAsPan: made-up models whose channels a trace assertion watches, through pan and gospin.
func TestTraceAssertionsAsPan(t *testing.T) {
	t.Parallel()
	gospin(t)
	wanted, first := number(t, "GOSPIN_RANDOM", 20), number(t, "GOSPIN_SEED", 1)
	var compared, failing atomic.Int64
	t.Run("models", func(t *testing.T) {
		for name, text := range traced {
			t.Run(name, func(t *testing.T) {
				inTurn(t)
				if why := traceAsPan(t, text, &failing); why != "" {
					t.Error(why)
				}
			})
		}
		for i := range 2 * wanted {
			t.Run(fmt.Sprint(first+i), func(t *testing.T) {
				inTurn(t)
				if compared.Load() >= int64(wanted) {
					t.Skip("enough")
				}
				if why := traceAsPan(t, randomEvents(uint64(first+i)), &failing); why != "" {
					t.Skip(why)
				}
				compared.Add(1)
			})
		}
	})
	fmt.Printf("\ntrace assertions: %d and %d random ones compared, %d with errors\n", len(traced),
		compared.Load(), failing.Load())
	if compared.Load() < int64(wanted) {
		t.Errorf("only %d of %d models could be compared", compared.Load(), wanted)
	}
}

func traceAsPan(t *testing.T, text string, failing *atomic.Int64) (unfit string) {
	model := filepath.Join(t.TempDir(), "m.pml")
	if err := os.WriteFile(model, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	want := pan(t, model, "-O0", 10*time.Second)
	if want.why != "" {
		return want.why
	}
	if want.Errors > 0 {
		failing.Add(1)
	}
	for _, store := range []string{"mask", "collapse"} {
		got := verify(t, model, 30*time.Second, "-compress="+store)
		if got.wrong != "" || !got.json || got.figures != want.figures {
			t.Errorf("%s %s\ngospin %v %s\npan    %v\n%s", store, got.wrong, got.figures, got.output,
				want.figures, text)
		}
	}
	return ""
}

// events makes models with channels, some of them rendezvous, and a trace assertion about them.
type events struct {
	r      *rand.Rand
	chans  []string
	slots  map[string]int
	fields map[string]int
}

func randomEvents(seed uint64) string {
	g := &events{
		r:      rand.New(rand.NewPCG(seed, 0x65766e74)),
		slots:  map[string]int{},
		fields: map[string]int{},
	}
	var b strings.Builder
	b.WriteString("byte x;\n")
	for _, c := range []string{"c", "d", "e"}[:2+g.r.IntN(2)] {
		g.chans = append(g.chans, c)
		g.slots[c], g.fields[c] = []int{0, 1, 1, 2}[g.r.IntN(4)], 1+g.r.IntN(10)/7
		fmt.Fprintf(&b, "chan %s = [%d] of { byte%s };\n", c, g.slots[c],
			strings.Repeat(", byte", g.fields[c]-1))
	}
	for p := range 2 + g.r.IntN(2) {
		body := g.list("; ", 1+g.r.IntN(3), func() string { return g.statement(2) })
		if g.r.IntN(10) < 7 {
			body = fmt.Sprintf("%sdo :: %s :: %s od", g.pick("", "end: "), body, g.statement(1))
		}
		fmt.Fprintf(&b, "active proctype P%d() { byte k; %s }\n", p, body)
	}
	about := g.list("; ", 1+g.r.IntN(3), func() string { return g.pattern(2) })
	if g.r.IntN(2) == 0 {
		about = fmt.Sprintf("%sdo :: %s od", g.pick("", "end: "),
			g.list(" :: ", 1+g.r.IntN(4), func() string { return g.pattern(1) }))
	}
	fmt.Fprintf(&b, "%s { %s }\n", g.pick("trace", "trace", "notrace"), about)
	return b.String()
}

func (g *events) pick(of ...string) string { return of[g.r.IntN(len(of))] }

func (g *events) list(sep string, n int, make func() string) string {
	var out []string
	for range n {
		out = append(out, make())
	}
	return strings.Join(out, sep)
}

// pattern is a part of the trace assertion.
func (g *events) pattern(deep int) string {
	sub := func() string { return g.pattern(deep - 1) }
	switch k := g.r.IntN(10); {
	case deep > 0 && k < 2:
		return "if :: " + sub() + " :: " + sub() + " fi"
	case deep > 0 && k < 4:
		return "do :: " + sub() + " :: " + g.pattern(0) + " -> break od"
	case k < 7:
		c := g.pick(g.chans[:2]...)
		return c + "!" + g.list(",", g.fields[c], func() string { return g.pick("0", "1", "2", "_") })
	}
	c := g.pick(g.chans[:2]...)
	return c + "?" + g.list(",", g.fields[c], func() string { return g.pick("0", "1", "_", "_", "eval(x)") })
}

func (g *events) statement(deep int) string {
	c := g.pick(g.chans...)
	sub := func() string { return g.statement(deep - 1) }
	switch k := g.r.IntN(20); {
	case k < 7:
		return c + "!" + g.list(",", g.fields[c], func() string { return g.pick("0", "1", "2", "x", "k") })
	case k < 13:
		return c + "?" + g.list(",", g.fields[c],
			func() string { return g.pick("0", "1", "2", "_", "_", "eval(x)") })
	case k < 14 && g.slots[c] > 0:
		return c + g.pick("??", "?") + g.list(",", g.fields[c],
			func() string { return g.pick("1", "_", "2") })
	case k < 15 && g.slots[c] > 0:
		return fmt.Sprintf("d_step { nfull(%s) -> %s!%s; x = 1 - x }", c, c,
			g.list(",", g.fields[c], func() string { return g.pick("0", "1") }))
	case k < 17:
		return g.pick("x = 1 - x", "x = (x + 1) % 3", "k = x", "k = 1 - k")
	case deep > 0 && k < 18:
		return "atomic { " + sub() + "; " + sub() + " }"
	case deep > 0:
		return fmt.Sprintf("if :: %s; %s :: %s fi", sub(), sub(), g.pick("timeout", sub()))
	}
	return "skip"
}
