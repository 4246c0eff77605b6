package systemtest

import (
	"math/rand/v2"
	"slices"

	"gospin/verifier/system"
	"gospin/vm"
)

// Beside is a toy with a claim beside it: an automaton that tests the globals. Its control state is the
// last of the globals.
type Beside struct {
	*Toy
	Claim [][]Edge // by control state
	Final []bool   // accepting control states
}

// Edge is a transition of a claim. EndOfClaim is the control state without any.
type Edge struct {
	If *Test // nil: always
	To byte
}

// EndOfClaim is where a claim matches finite runs.
const EndOfClaim = 255

var _ system.Claimed = (*Beside)(nil)

// RandomBeside returns a random system with a random claim: the same ones for the same seed.
func RandomBeside(seed uint64) *Beside {
	r := rand.New(rand.NewPCG(seed, 0x636c61696d))
	b := &Beside{Toy: Random(seed)}
	b.show()
	b.L.Globals++
	n := 1 + r.IntN(3)
	b.Final = make([]bool, n)
	b.Final[r.IntN(n)] = true
	for range n {
		var edges []Edge
		for range 1 + r.IntN(3) {
			e := Edge{To: byte(r.IntN(n))}
			if r.IntN(20) == 0 {
				e.To = EndOfClaim
			}
			if r.IntN(3) > 0 {
				e.If = &Test{Place: Place{In: Global, At: r.IntN(2)}, Not: r.IntN(2) == 0, Val: byte(r.IntN(3))}
			}
			edges = append(edges, e)
		}
		b.Claim = append(b.Claim, edges)
	}
	return b
}

// show lets no step read or write what is not part of the states.
func (b *Beside) show() {
	seen := func(p *Place) {
		if p.In == Hidden {
			p.In, p.At = Global, p.At%2
		}
	}
	for _, steps := range b.Types {
		for i := range steps {
			s := &steps[i]
			for _, t := range []*Test{s.If, s.Fail, s.Crash} {
				if t != nil {
					seen(&t.Place)
				}
			}
			for k := range s.Set {
				seen(&s.Set[k].Place)
			}
		}
	}
}

func (b *Beside) claimAt() int { return b.L.Root().Comps[0].Off + b.L.Globals - 1 }

// ClaimMoves implements system.Claimed.
func (b *Beside) ClaimMoves(s *vm.State, dst []vm.Move, _ bool) ([]vm.Move, vm.Effect) {
	if b.ClaimEnded(s) {
		return dst, 0
	}
	for i, e := range b.Claim[s.Vec[b.claimAt()]] {
		if e.If == nil || b.holds(s, 0, e.If) {
			dst = append(dst, vm.Move{Trans: uint32(i), Pid: vm.ClaimPid})
		}
	}
	return dst, 0
}

// ClaimDo implements system.Claimed.
func (b *Beside) ClaimDo(s *vm.State, m vm.Move) vm.Effect {
	at := b.claimAt()
	s.Vec[at] = b.Claim[s.Vec[at]][m.Trans].To
	dirty(s, 0)
	return vm.Silent
}

// ClaimEnded implements system.Claimed.
func (b *Beside) ClaimEnded(s *vm.State) bool { return s.Vec[b.claimAt()] == EndOfClaim }

// Accepting implements system.Claimed.
func (b *Beside) Accepting(s *vm.State) bool { return !b.ClaimEnded(s) && b.Final[s.Vec[b.claimAt()]] }

// Violations says what a search beside a claim must find: whether there is a reachable cycle through an accepting state,
// and whether the claim can come to its end.
func Violations(b *Beside) (cycle, end bool) {
	g := &product{b: b, no: map[string]int{}}
	var s vm.State
	b.Initial(&s)
	g.add(&turn{s: s, claim: true})
	for i := 0; i < len(g.turns); i++ { // add appends
		g.succ = append(g.succ, g.next(g.turns[i]))
		end = end || b.ClaimEnded(&g.turns[i].s)
	}
	return g.acceptingCycle(), end
}

// turn is a vertex of the product: a state, and whose move it is. Where the system is blocked, it stands still.
type turn struct {
	s     vm.State
	claim bool
}

type product struct {
	b     *Beside
	no    map[string]int
	turns []*turn
	succ  [][]int
}

func (g *product) add(t *turn) int {
	key := string(append(slices.Clone(g.b.L.Key(t.s.Vec)), byte(t.s.Excl), byte(len(g.b.L.ShapeOf(t.s.Vec).Procs))))
	if t.claim {
		key += "c"
	}
	n, known := g.no[key]
	if !known {
		n = len(g.turns)
		g.no[key] = n
		g.turns = append(g.turns, t)
	}
	return n
}

func (g *product) next(t *turn) (out []int) {
	s := clone(&t.s)
	if t.claim {
		moves, _ := g.b.ClaimMoves(s, nil, false)
		for _, m := range moves {
			u := clone(s)
			g.b.ClaimDo(u, m)
			out = append(out, g.add(&turn{s: *u}))
		}
		return out
	}
	moves, _ := g.b.Moves(s, nil)
	for _, m := range moves {
		u := clone(s)
		if eff := g.b.Do(u, m); eff&vm.Pruned == 0 {
			out = append(out, g.add(&turn{s: *u, claim: eff&vm.Transient == 0}))
		}
	}
	if len(moves) == 0 {
		out = append(out, g.add(&turn{s: *s, claim: true}))
	}
	return out
}

// acceptingCycle looks for a strongly connected component with an edge and an accepting state (Tarjan 1972).
func (g *product) acceptingCycle() bool {
	index, low, on := make([]int, len(g.turns)), make([]int, len(g.turns)), make([]bool, len(g.turns))
	var stack []int
	found, n := false, 0
	var visit func(v int)
	visit = func(v int) {
		n++
		index[v], low[v], on[v] = n, n, true
		stack = append(stack, v)
		for _, w := range g.succ[v] {
			if index[w] == 0 {
				visit(w)
				low[v] = min(low[v], low[w])
			} else if on[w] {
				low[v] = min(low[v], index[w])
			}
		}
		if low[v] != index[v] {
			return
		}
		at := slices.Index(stack, v)
		part := stack[at:]
		stack = stack[:at]
		accepting := slices.ContainsFunc(part, func(w int) bool { return g.b.Accepting(&g.turns[w].s) })
		found = found || accepting && (len(part) > 1 || slices.Contains(g.succ[v], v))
		for _, w := range part {
			on[w] = false
		}
	}
	for v := range g.turns {
		if index[v] == 0 {
			visit(v)
		}
	}
	return found
}
