package graph

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/ltl"
	"gospin/verifier/search"
	"gospin/vm"
)

// adjacent builds a graph from lists of targets.
func adjacent(t *testing.T, lists [][]uint32) *Graph {
	b := NewBuilder(Head{}, nil)
	for i := range lists {
		require.NoError(t, b.Node(nil, uint32(i)))
	}
	for i, l := range lists {
		var out []search.Edge
		for _, to := range l {
			out = append(out, search.Edge{Moves: []vm.Move{{Trans: 1}}, To: to})
		}
		require.NoError(t, b.Edges(uint32(i), out, false))
	}
	return b.Graph
}

func randomLists(r *rand.Rand, n int) [][]uint32 {
	lists := make([][]uint32, n)
	for i := range lists {
		for range r.IntN(4) {
			lists[i] = append(lists[i], uint32(r.IntN(n)))
		}
	}
	return lists
}

// naively evaluates a formula by the definitions, with runs of at most as many steps as there are nodes.
func naively(lists [][]uint32, f *CTL) []bool {
	n := len(lists)
	next := func(i int) []uint32 {
		if len(lists[i]) == 0 {
			return []uint32{uint32(i)}
		}
		return lists[i]
	}
	out := make([]bool, n)
	var x, y []bool
	if f.X != nil {
		x = naively(lists, f.X)
	}
	if f.Y != nil {
		y = naively(lists, f.Y)
	}
	quantify := func(i int, all bool, is func(j uint32) bool) bool {
		for _, j := range next(i) {
			if is(j) != all {
				return !all
			}
		}
		return all
	}
	// until reports whether some or all runs from i reach goal within k steps through via; always whether
	// some or all stay in via for k steps
	until := func(i, k int, all bool, via, goal []bool) bool {
		now := make([]bool, n)
		copy(now, goal)
		for range k {
			then := make([]bool, n)
			for i := range n {
				then[i] = goal[i] || via[i] && quantify(i, all, func(j uint32) bool { return now[j] })
			}
			now = then
		}
		return now[i]
	}
	stay := func(i, k int, all bool, via []bool) bool {
		now := make([]bool, n)
		copy(now, via)
		for range k {
			then := make([]bool, n)
			for i := range n {
				then[i] = via[i] && quantify(i, all, func(j uint32) bool { return now[j] })
			}
			now = then
		}
		return now[i]
	}
	yes := make([]bool, n)
	for i := range yes {
		yes[i] = true
	}
	for i := range out {
		switch f.Op {
		case True:
			out[i] = true
		case Plain:
			out[i] = f.Value(uint32(i))
		case Not:
			out[i] = !x[i]
		case And:
			out[i] = x[i] && y[i]
		case Or:
			out[i] = x[i] || y[i]
		case Implies:
			out[i] = !x[i] || y[i]
		case Equiv:
			out[i] = x[i] == y[i]
		case EX, AX:
			out[i] = quantify(i, f.Op == AX, func(j uint32) bool { return x[j] })
		case EF, AF:
			out[i] = until(i, n, f.Op == AF, yes, x)
		case EG, AG:
			out[i] = stay(i, n, f.Op == AG, x)
		default:
			out[i] = until(i, n, f.Op == AU, x, y)
		}
	}
	return out
}

func randomCTL(r *rand.Rand, depth int, values [][]bool) *CTL {
	if depth == 0 {
		k := r.IntN(len(values))
		return &CTL{Op: Plain, Text: fmt.Sprint("p", k), Value: func(i uint32) bool { return values[k][i] }}
	}
	f := &CTL{Op: Not + Op(r.IntN(int(AU-Not)+1)), X: randomCTL(r, depth-1-r.IntN(depth), values)}
	switch f.Op {
	case And, Or, Implies, Equiv, EU, AU:
		f.Y = randomCTL(r, depth-1-r.IntN(depth), values)
	}
	return f
}

// TestCTLOnRandomGraphs: results agree with the definitions, and a witness is a run of the graph that shows
// the result.
func TestCTLOnRandomGraphs(t *testing.T) {
	shown := 0
	for seed := range uint64(1500) {
		r := rand.New(rand.NewPCG(seed, 3))
		lists := randomLists(r, 1+r.IntN(12))
		g := adjacent(t, lists)
		values := make([][]bool, 3)
		for k := range values {
			values[k] = make([]bool, len(lists))
			for i := range values[k] {
				values[k][i] = r.IntN(2) == 0
			}
		}
		f := randomCTL(r, 1+r.IntN(4), values)
		want := naively(lists, f)
		c := NewChecker(t.Context(), g)
		for i := range lists {
			require.Equal(t, want[i], c.Holds(f, uint32(i)), "seed %d: %v in %d of %v", seed, f, i, lists)
		}
		run := c.Explain(f)
		require.Len(t, run.Edges, len(run.Nodes)-1)
		for k, e := range run.Edges {
			require.Equal(t, lists[run.Nodes[k]][e], run.Nodes[k+1])
		}
		if run.Cycle >= 0 {
			require.Equal(t, run.Nodes[run.Cycle], run.Nodes[len(run.Nodes)-1])
			require.Less(t, run.Cycle, len(run.Nodes)-1)
		}
		if run.Rest != nil {
			require.Equal(t, run.Holds, naively(lists, run.Rest)[run.Last])
		} else if temporal(f) && simple(f) {
			if endless := f.Op == EG && want[0] || f.Op == AF && !want[0]; endless && run.Cycle < 0 {
				require.Empty(t, lists[run.Last], "a run without a cycle goes on: %v of %v", f, lists)
			}
			// as a graph, the run alone has the same result
			alone, values := aloneOf(run, lists, values)
			g := *f
			rebind(&g, values)
			require.Equal(t, want[0], naively(alone, &g)[0], "seed %d: %v by %v of %v", seed, f, run, lists)
			shown++
		}
	}
	require.Greater(t, shown, 50)
}

// TestLongWaysBack: reversed edges are built if most edges lead to smaller numbers.
func TestLongWaysBack(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 6))
	order := r.Perm(3000)
	for i, k := range order {
		if k == 0 {
			order[0], order[i] = 0, order[0]
		}
	}
	lists := make([][]uint32, len(order))
	for i := range len(order) - 1 {
		lists[order[i]] = []uint32{uint32(order[i+1])}
	}
	last := uint32(order[len(order)-1])
	end := &CTL{Op: Plain, Text: "p0", Value: func(i uint32) bool { return i == last }}
	for op, want := range map[Op]int{EF: 3000, AF: 3000, EG: 1, AG: 1} {
		c := NewChecker(t.Context(), adjacent(t, lists))
		require.EqualValues(t, want, c.Count(&CTL{Op: op, X: end}), opText[op])
		require.LessOrEqual(t, c.Passes, maxPasses)
	}
}

// simple reports whether a formula has a single temporal operator, at the top.
func simple(f *CTL) bool { return f.Op >= EX && !temporal(f.X) && !temporal(f.Y) }

// aloneOf converts a run to a graph, with the values of its nodes. The last node of a finite run gets a loop.
func aloneOf(run *Run, lists [][]uint32, values [][]bool) ([][]uint32, [][]bool) {
	n := len(run.Nodes)
	alone, own := make([][]uint32, n), make([][]bool, len(values))
	for k := range n {
		switch {
		case k < n-1:
			alone[k] = []uint32{uint32(k + 1)}
		case run.Cycle >= 0:
			alone[k] = alone[run.Cycle]
		}
		for v := range values {
			own[v] = append(own[v], values[v][run.Nodes[k]])
		}
	}
	return alone, own
}

func rebind(f *CTL, values [][]bool) {
	if f.Op == Plain {
		k := int(f.Text[1] - '0')
		f.Value = func(i uint32) bool { return values[k][i] }
	}
	for _, sub := range []**CTL{&f.X, &f.Y} {
		if *sub != nil {
			g := **sub
			*sub = &g
			rebind(*sub, values)
		}
	}
}

// TestLTLOnRandomGraphs: a run is found if the components of the product show that one is accepted.
func TestLTLOnRandomGraphs(t *testing.T) {
	found := 0
	formulas := []string{"[] p", "<> p", "[] <> p", "<> [] p", "p U q", "[] (p -> <> q)", "X X p", "[] (p -> X q)",
		"<> (p && X !p)", "([] <> p) -> [] <> q", "p V q", "[] (p U q)"}
	for seed := range uint64(1200) {
		r := rand.New(rand.NewPCG(seed, 4))
		lists := randomLists(r, 1+r.IntN(10))
		g := adjacent(t, lists)
		f, _, err := ltl.Parse(formulas[seed%uint64(len(formulas))])
		require.NoError(t, err)
		a, err := ltl.ForSearch(t.Context(), ltl.Not(f))
		require.NoError(t, err)
		bits := r.Uint64()
		value := func(i uint32, atom int) bool { return bits>>(2*i+uint32(atom))&1 != 0 }
		p := &Product{Graph: g, Automaton: a, Value: value}
		run, err := p.Find(context.Background())
		require.NoError(t, err)
		require.Equal(t, accepted(lists, a, value), run != nil, "seed %d: %v", seed, lists)
		if run == nil {
			continue
		}
		found++
		for k, e := range run.Edges {
			require.Equal(t, lists[run.Nodes[k]][e], run.Nodes[k+1])
		}
		alone, _ := aloneOf(run, lists, nil)
		own := func(i uint32, atom int) bool { return value(run.Nodes[i], atom) }
		require.True(t, accepted(alone, a, own), "the run by itself is accepted")
	}
	require.Greater(t, found, 100)
}

// accepted reports whether an automaton accepts a run of a graph: whether some pair with an accepting state
// is reachable from the start and from itself.
func accepted(lists [][]uint32, a *ltl.Automaton, value func(i uint32, atom int) bool) bool {
	type pair struct{ node, state int }
	next := func(p pair) (out []pair) {
		to := lists[p.node]
		if len(to) == 0 {
			to = []uint32{uint32(p.node)}
		}
		for _, e := range a.States[p.state].Edges {
			if e.Guard.Holds(func(atom int) bool { return value(uint32(p.node), atom) }) {
				for _, j := range to {
					out = append(out, pair{int(j), e.To})
				}
			}
		}
		return out
	}
	reach := func(from []pair) map[pair]bool {
		seen := map[pair]bool{}
		for len(from) > 0 {
			p := from[0]
			if from = from[1:]; !seen[p] {
				seen[p] = true
				from = append(from, next(p)...)
			}
		}
		return seen
	}
	for p := range reach([]pair{{0, a.Initial}}) {
		if a.States[p.state].Accepting && reach(next(p))[p] {
			return true
		}
	}
	return false
}

// TestStatsOfRandomGraphs: components, home nodes and levels agree with the definitions.
func TestStatsOfRandomGraphs(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 5))
		lists := randomLists(r, 1+r.IntN(14))
		s := adjacent(t, lists).Stat()
		n := len(lists)
		far := make([][]int, n) // steps from one to another; -1 if it is unreachable
		for i := range far {
			far[i] = make([]int, n)
			for j := range far[i] {
				far[i][j] = -1
			}
			far[i][i] = 0
			for queue := []int{i}; len(queue) > 0; queue = queue[1:] {
				for _, j := range lists[queue[0]] {
					if far[i][j] < 0 {
						far[i][j] = far[i][queue[0]] + 1
						queue = append(queue, int(j))
					}
				}
			}
		}
		var home, reachable, components, largest uint64
		depth := 0
		for i := range n {
			if far[0][i] >= 0 {
				reachable++
				depth = max(depth, far[0][i])
			}
			everywhere, first, size := true, true, uint64(0)
			for j := range n {
				everywhere = everywhere && far[j][i] >= 0
				if far[i][j] >= 0 && far[j][i] >= 0 {
					first = first && j >= i
					size++
				}
			}
			if everywhere {
				home++
			}
			if first {
				components++
			}
			largest = max(largest, size)
		}
		require.Equal(t, []uint64{home, reachable, components, largest},
			[]uint64{s.Home, s.Reachable, s.Components, s.Largest}, "%v", lists)
		require.Equal(t, depth, s.Depth)
	}
}

func TestParseCTL(t *testing.T) {
	for text, want := range map[string]string{
		"AG p":                         "AG p",
		"AG p[1]@L -> t.f[2] && p:x":   "(AG p[1]@L -> (t.f[2] && p:x))",
		"AG EF (x == 0)":               "AG EF (x == 0)",
		"!EX p && q || r -> s <-> t":   "((((!EX p && q) || r) -> s) <-> t)",
		"E[ p U (x > E[0]) ]":          "E[p U (x > E[0])]",
		"A [p U E[q U r]]":             "A[p U E[q U r]]",
		"(AX p) && (p && q)":           "(AX p && (p && q))",
		"(p -> q)":                     "(p -> q)",
		"AG (p -> AF (q && EX r))":     "AG (p -> AF (q && EX r))",
		"((c -> 1 : 0) == 1)":          "((c -> 1 : 0) == 1)",
		`p /\ q \/ true`:               "((p && q) || true)",
		"AG ((AUX == ')') && !(EFX))":  "AG ((AUX == ')') && !(EFX))",
		"EF (p[1]@L && len(q) == 0)":   "EF (p[1]@L && len(q) == 0)",
		"!!false":                      "!!!true",
		"AG\n(x\n==\n0)":               "AG (x\n==\n0)",
		"(((p)))":                      "(((p)))",
		"A[true U (EF x)]":             "A[true U EF x]",
		"EG !E[ p U q ] <-> AF AG AXE": "(EG !E[p U q] <-> AF AG AXE)",
	} {
		f, err := ParseCTL(text)
		require.NoError(t, err, text)
		require.Equal(t, want, f.String(), text)
	}
	for text, want := range map[string]string{
		"":                 "formula, column 1: a formula is missing",
		"AG":               "formula, column 3: a formula is missing",
		"AG x == 0":        "formula, column 6: a condition that is not a name stands without parentheses",
		"p q":              "formula, column 3: q follows a formula without an operator",
		"(p":               "formula, column 1: the parenthesis is not closed",
		"(EX p":            "formula, column 1: the parenthesis is not closed",
		"(EX p q)":         "formula, column 7: q follows a formula without an operator",
		"p)":               "formula, column 2: ')' without a bracket that it closes",
		"k[)] -> B[)]":     "formula, column 2: the bracket is not closed",
		"()":               "formula, column 1: there is nothing in the parentheses",
		"E[p]":             "formula, column 4: U is missing",
		"E[p U q":          "formula, column 2: the bracket is not closed",
		"A[p U q)":         "formula, column 8: ')' without a bracket that it closes",
		"p U q":            "formula, column 3: U stands outside of E[ ] and A[ ]",
		"G p":              "formula, column 1: G does not stand alone",
		"[] p":             "formula, column 1: [] is an operator of LTL: -ltl checks such formulas",
		"AG <> p":          "formula, column 4: <> is an operator of LTL: -ltl checks such formulas",
		"fair":             "formula, column 1: fairness is absent from CTL here",
		"7":                "formula, column 1: a formula cannot begin with 7",
		"EX ]":             "formula, column 4: a formula cannot begin with ']'",
		"EF (p && EX x>0)": "formula, column 14: a condition that is not a name stands without parentheses",
	} {
		_, err := ParseCTL(text)
		var e *ltl.Error
		require.ErrorAs(t, err, &e, text)
		require.Equal(t, want, err.Error(), text)
	}
}

func FuzzParseCTL(f *testing.F) {
	f.Add("AG (p -> E[q U (x == 0)])")
	f.Add("(0->B[)]")
	f.Add("k0[)]->B[)]")
	f.Fuzz(func(t *testing.T, text string) {
		if x, err := ParseCTL(text); err == nil {
			_, err := ParseCTL(x.String())
			require.NoError(t, err, "%q read from %q", x, text)
		}
	})
}

// TestCTLEndsWithItsContext: fixed points and witnesses end with the context, whose cause is the checker's
// error.
func TestCTLEndsWithItsContext(t *testing.T) {
	lists := make([][]uint32, 3*ticksEvery)
	for i := range len(lists) - 1 {
		lists[i] = []uint32{uint32(i + 1)}
	}
	g := adjacent(t, lists)
	over := errors.New("over")
	last := func(i uint32) bool { return int(i) == len(lists)-1 }
	for op := EX; op <= AG; op++ {
		ctx, cancel := context.WithCancelCause(t.Context())
		c := NewChecker(ctx, g)
		f := &CTL{Op: op, X: &CTL{Op: Plain, Value: func(i uint32) bool {
			if i == ticksEvery/2 {
				cancel(over)
			}
			return last(i)
		}}}
		c.Count(f)
		require.ErrorIs(t, c.Err, over)
		require.LessOrEqual(t, c.Passes, 1)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	c := NewChecker(ctx, g)
	f := &CTL{Op: EF, X: &CTL{Op: Plain, Value: last}}
	require.True(t, c.Holds(f, 0))
	cancel(over)
	c.Explain(f)
	require.ErrorIs(t, c.Err, over)
}
