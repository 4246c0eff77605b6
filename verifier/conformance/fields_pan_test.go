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

	"github.com/stretchr/testify/require"
)

// TestWrongNumbersOfFieldsAsPan: sends, receives and polls of more or fewer values than messages of their
// channels have give pan's figures in every store, errors included, and by default pan's verdict. Where pan
// stops at an error, so does gospin, which only has to be violated. GOSPIN_FIELDS says how many models,
// GOSPIN_SEED with which to begin.
func TestWrongNumbersOfFieldsAsPan(t *testing.T) {
	t.Parallel()
	wanted, first := number(t, "GOSPIN_FIELDS", 40), number(t, "GOSPIN_SEED", 1)
	var equal, stopped atomic.Int64
	t.Run("seeds", func(t *testing.T) {
		for i := range wanted {
			seed := uint64(first + i)
			t.Run(fmt.Sprint(seed), func(t *testing.T) {
				inTurn(t)
				text := wrongFields(seed)
				model := filepath.Join(t.TempDir(), "m.pml")
				require.NoError(t, os.WriteFile(model, []byte(text), 0o600))
				want := pan(t, model, "-O0", time.Minute)
				byDefault := replyTo(t, model, time.Minute, "verify", "-json", "-shorten", "0")
				switch {
				case strings.HasPrefix(want.why, "pan gives up"):
					stopped.Add(1)
					require.Equal(t, "violated", verify(t, model, time.Minute).verdict(), text)
					require.Equal(t, "violated", byDefault.verdict(), text)
					return
				case want.why != "":
					t.Fatalf("%s\n%s", want.why, text)
				}
				require.Equal(t, want.figures, verify(t, model, time.Minute).figures, text)
				everyMode(t, model, want.figures)
				require.Equal(t, want.Errors > 0, byDefault.exit == 1, "%s\n%s", byDefault.output, text)
				equal.Add(1)
			})
		}
	})
	fmt.Printf("\nwrong numbers of fields: %d equal, pan stops in %d\n", equal.Load(), stopped.Load())
	require.Greater(t, equal.Load(), int64(wanted)/2)
}

// fielder writes a model.
type fielder struct {
	r       *rand.Rand
	lengths [2]int // of the messages of the channels
	longest int
	few     bool // receives may leave fields out
}

// wrongFields returns a small model made from a seed, whose processes send and receive messages of all
// lengths. What a receive leaves out is 0: pan takes such a receive back wrongly, which does not show then.
func wrongFields(seed uint64) string {
	f := &fielder{r: rand.New(rand.NewPCG(seed, 0x666c64))}
	var b strings.Builder
	b.WriteString("byte g, h, w[2];\n")
	for i := range f.lengths {
		f.lengths[i] = 1 + f.r.IntN(3)
		f.longest = max(f.longest, f.lengths[i])
		fields := list(f.lengths[i], func(int) string { return f.pick("byte", "short", "int", "chan") })
		fmt.Fprintf(&b, "chan c%d = [%d] of { %s };\n", i, f.r.IntN(3), fields)
	}
	f.few = f.r.IntN(2) == 0
	for p := range 2 + f.r.IntN(2) {
		steps := f.step() + "; " + f.step()
		switch f.r.IntN(4) {
		case 0:
			steps = "if :: " + f.step() + " :: " + f.step() + " fi; " + steps
		case 1:
			steps += "; atomic { " + f.step() + "; " + f.step() + " }"
		case 2:
			steps += "; d_step { " + f.pick("c0", "c1") + "?" + f.pick("1", "0", "_") + "; g = 1 }"
		}
		fmt.Fprintf(&b, "active proctype P%d() { %s }\n", p, steps)
	}
	return b.String()
}

func (f *fielder) pick(of ...string) string { return of[f.r.IntN(len(of))] }

func list(n int, of func(k int) string) string {
	var out []string
	for k := range n {
		out = append(out, of(k))
	}
	return strings.Join(out, ",")
}

func (f *fielder) step() string {
	c := f.r.IntN(2)
	at := fmt.Sprintf("c%d", c)
	switch f.r.IntN(10) {
	case 0, 1, 2:
		return at + f.pick("!", "!", "!!") + list(1+f.r.IntN(f.longest), func(k int) string {
			if f.few && k > 0 {
				return "0"
			}
			return f.pick("0", "1", "g", "h + 1")
		})
	case 3, 4, 5:
		return at + "?" + f.targets(c)
	case 6:
		return at + "??" + f.targets(c)
	case 7:
		return at + f.pick("?", "??") + "<" + f.targets(c) + ">"
	case 8:
		return f.pick("g = 1", "h++; h < 3", "g == h")
	}
	asked := func(int) string { return f.pick("1", "0", "eval(g)", "_") }
	return at + "?[" + list(1+f.r.IntN(f.longest), asked) + "]"
}

// targets are those of a receive from a channel.
func (f *fielder) targets(c int) string {
	least := f.lengths[c]
	if f.few {
		least = 1
	}
	vars := [][]string{{"g", "h", "w[0]"}, {"w[1]", "g", "h"}}[f.r.IntN(2)]
	return list(least+f.r.IntN(f.longest+1-least), func(k int) string {
		return f.pick(vars[k], vars[k], "_", "1", "0", "eval(g)", "eval(h + 1)")
	})
}
