package symmetry_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/batch"
	"gospin/verifier/search"
	"gospin/verifier/source"
	"gospin/verifier/symmetry"
	"gospin/verifier/thorough"
)

// alike writes a model of two to four processes that are alike, but for a statement planted in half of them.
type alike struct {
	*rand.Rand
	n       int
	planted bool
	text    strings.Builder
}

func (g *alike) pick(of ...string) string { return of[g.IntN(len(of))] }

// me is the process's own number, as the model writes it.
func (g *alike) me() string { return g.pick("_pid", "_pid", "id") }

func (g *alike) condition() string {
	switch g.IntN(9) {
	case 0:
		return "x == " + g.pick("0", "1", "2")
	case 1:
		return "turn == " + g.me()
	case 2:
		return "turn == NOBODY"
	case 3:
		return "a[" + g.me() + "] == " + g.pick("0", "1")
	case 4:
		return "turn != NOBODY && a[turn] == 1"
	case 5:
		return "(mask & (1 << " + g.me() + ")) == 0"
	case 6:
		return "who[" + g.me() + "] == turn"
	case 7:
		return "m[" + g.me() + " * N + " + g.me() + "] == 0"
	}
	return "l == " + g.pick("0", "1")
}

// odd is a condition that tells processes apart.
func (g *alike) odd() string {
	return g.pick("_pid == 0", "turn < _pid", "a[0] == 1", "id > 0", "turn == 1", "_pid % 2 == 0", "x == _pid",
		"turn + 1 == _pid", "a[(_pid + 1) % N] == 0", "who[0] == NOBODY", "m[_pid] == 0", "m[turn] == 1")
}

func (g *alike) effect() string {
	switch g.IntN(12) {
	case 0:
		return "x = (x + 1) % 3"
	case 1:
		return "turn = " + g.me()
	case 2:
		return "turn = NOBODY"
	case 3:
		return "a[" + g.me() + "] = " + g.pick("0", "1", "x", "l")
	case 4:
		return "l = 1 - l"
	case 5:
		return "who[" + g.me() + "] = turn"
	case 6:
		return "turn = who[" + g.me() + "]"
	case 7:
		return "m[" + g.me() + " * N + " + g.me() + "] = 1 - l"
	case 8:
		return "peer = turn"
	case 9:
		return "turn = peer"
	case 10:
		return "if :: turn != NOBODY -> a[turn] = l :: else -> x = 0 fi"
	}
	return "if :: nfull(q) -> q!" + g.me() + " :: else -> skip fi"
}

func (g *alike) statement() string {
	body := g.effect()
	if g.IntN(2) == 0 {
		body += "; " + g.effect()
	}
	switch g.IntN(6) {
	case 0:
		return g.condition() + " -> " + body
	case 1:
		return "d_step { " + g.condition() + "; " + g.effectInStep() + "; " + g.effectInStep() + " }"
	case 2:
		return "atomic { " + g.condition() + " -> " + body + " }"
	case 3:
		return "q?peer -> " + g.pick("skip", "assert(peer != NOBODY)", "a[peer] = 0")
	case 4:
		return "c[" + g.me() + "]?l -> skip"
	}
	return "turn != NOBODY && nfull(c[" + g.me() + "]) -> c[" + g.me() + "]!a[turn]"
}

func (g *alike) effectInStep() string {
	for {
		if s := g.effect(); !strings.HasPrefix(s, "if") {
			return s
		}
	}
}

func (g *alike) model() string {
	fmt.Fprintf(&g.text, "#define N %d\n#define NOBODY N\n", g.n)
	g.text.WriteString("byte x, mask, turn = NOBODY, a[N], who[N], m[N * N];\nchan q = [2] of { byte };\n" +
		"chan c[N] = [1] of { byte };\n")
	odd := -1
	options := 2 + g.IntN(3)
	if g.planted {
		odd = g.IntN(options)
	}
	body := "\tbyte l, peer = NOBODY;\n\tdo\n"
	for i := range options {
		s := g.statement()
		if i == odd {
			s = "atomic { " + g.odd() + " -> " + g.effect() + " }"
		}
		body += "\t:: " + s + "\n"
	}
	if g.IntN(3) == 0 {
		body += "\t:: assert(" + g.condition() + " || " + g.condition() + ")\n"
	}
	body += "\tod\n"
	if g.IntN(2) == 0 {
		fmt.Fprintf(&g.text, "#define id _pid\nactive [N] proctype P() {\n%s}\n", body)
	} else {
		fmt.Fprintf(&g.text, "proctype P(byte id) {\n%s}\ninit { atomic { byte i;\n"+
			"\tfor (i : 0 .. N - 1) { run P(i) } } }\n", strings.ReplaceAll(body, "_pid", "id"))
	}
	return g.text.String()
}

// TestRandomModels: whatever is found maps edges onto edges, as many states are stored as there are orbits
// or a few more, and the verdict is that of the search of all states.
func TestRandomModels(t *testing.T) {
	found, whole, odd, failed, counted, many := 0, 0, 0, 0, 0, 0
	for seed := range thorough.Of[uint64](40, 3000) {
		g := &alike{Rand: rand.New(rand.NewPCG(seed, 29)), planted: seed%2 == 1}
		g.n = 2 + g.IntN(3)
		text := g.model()
		prog := compiled(t, text, []source.Aim{raw, least}[g.IntN(2)])
		group, _ := symmetry.Find(prog)
		if group == nil {
			continue
		}
		states, classes := orbits(t, prog, group, 3000)
		if t.Failed() {
			t.Fatalf("seed %d: %s", seed, text)
		}
		found++
		if g.planted {
			odd++
		}
		if states > 3000 {
			continue
		}
		whole++
		workers := 1 + g.IntN(2)
		for _, limits := range []search.Limits{{}, {NoAssert: true, NoEnd: true}} {
			all := searched(t, prog, nil, batch.Task{Limits: limits})
			less := searched(t, prog, group, batch.Task{Limits: limits, Workers: workers})
			require.Equal(t, all.Failed, less.Failed, text)
			if !all.Failed {
				require.EqualValues(t, states, all.Stored)
				require.GreaterOrEqual(t, int(less.Stored), classes, text)
				require.LessOrEqual(t, less.Stored, all.Stored, text)
				counted, many = counted+classes, many+int(less.Stored)
			}
			if all.Failed && limits == (search.Limits{}) {
				failed++
			}
		}
	}
	t.Logf("%d of %d models found, %d planted, %d failed; %d orbits, %d stored", found, whole, odd, failed, counted, many)
	require.Greater(t, whole, thorough.Of(5, 200))
}
