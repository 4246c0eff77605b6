package systemtest

import (
	"math/rand/v2"
	"slices"

	"gospin/verifier/system"
	"gospin/vm"
)

// Beside is a toy with a claim, an automaton that tests the globals. The last two bytes of the globals are
// its control state and a byte for the search.
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

// EndOfClaim is the control state in which a claim matches finite runs.
const EndOfClaim = 255

var _ system.Reducible = (*Beside)(nil)

// RandomBeside returns a random system with a random claim. Equal seeds give equal systems.
func RandomBeside(seed uint64) *Beside {
	r := rand.New(rand.NewPCG(seed, 0x636c61696d))
	b := &Beside{Toy: Random(seed)}
	b.show()
	if seed%2 == 1 {
		b.keep(r)
	}
	b.L.Globals += 2
	if seed%4 == 1 {
		b.starve(r)
		return b
	}
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
				e.If = &Test{
					Place: Place{In: Global, At: r.IntN(2)},
					Not:   r.IntN(2) == 0,
					Val:   byte(r.IntN(3)),
				}
			}
			edges = append(edges, e)
		}
		b.Claim = append(b.Claim, edges)
	}
	return b
}

// keep makes several processes run for ever, so that fairness matters.
func (b *Beside) keep(r *rand.Rand) {
	for _, steps := range b.Types {
		for i := range steps {
			if s := &steps[i]; s.To == End {
				s.To = 0
			}
		}
	}
	for range 1 + r.IntN(2) {
		b.Start = append(b.Start, r.IntN(len(b.L.Procs)))
	}
	b.Max = max(b.Max, len(b.Start))
}

// starve lets only steps of the first proctype set a byte, and makes the claim accept runs in which it never
// changes.
func (b *Beside) starve(r *rand.Rand) {
	flag := Place{In: Global}
	for typ, steps := range b.Types {
		for i := range steps {
			s := &steps[i]
			s.Set = slices.DeleteFunc(s.Set, func(s Set) bool { return s.Place == flag })
			if typ == 0 && r.IntN(4) > 0 {
				s.Set = append(s.Set, Set{Place: flag, Add: 1, Mod: 2})
			}
		}
	}
	unset := &Test{Place: flag}
	b.Claim = [][]Edge{{{To: 0}, {If: unset, To: 1}}, {{If: unset, To: 1}}}
	b.Final = []bool{false, true}
}

// show prevents steps from accessing what is not part of the states.
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

func (b *Beside) claimAt() int { return b.L.Root().Comps[0].Off + b.L.Globals - 2 }

// Initial implements system.System.
func (b *Beside) Initial(s *vm.State) vm.Effect { return b.Toy.Initial(s) | b.means(s) }

// means returns the effects of the claim's control state.
func (b *Beside) means(s *vm.State) vm.Effect {
	switch at := s.Vec[b.claimAt()]; {
	case at == EndOfClaim:
		return vm.ClaimEnd
	case b.Final[at]:
		return vm.Accepting
	}
	return 0
}

// ExpandClaim implements system.Claimed.
func (b *Beside) ExpandClaim(s *vm.State, x *system.Expansion, _ bool) {
	x.Clear()
	b.note(b.claimAt(), 0, vm.SeenRead)
	if s.Vec[b.claimAt()] == EndOfClaim {
		return
	}
	for i, e := range b.Claim[s.Vec[b.claimAt()]] {
		if e.If == nil || b.holds(s, 0, e.If) {
			x.Choices = append(x.Choices, system.Choice{Trans: uint32(i), Pid: vm.ClaimPid})
		}
	}
}

// DoClaim implements system.Claimed.
func (b *Beside) DoClaim(s *vm.State, c *system.Choice) vm.Effect {
	at := b.claimAt()
	b.note(at, 0, vm.SeenRead|vm.SeenWritten)
	s.Vec[at] = b.Claim[s.Vec[at]][c.Trans].To
	dirty(s, 0)
	return vm.Silent | b.means(s)
}

// Labels implements system.Claimed.
func (b *Beside) Labels(*vm.State) bool { return false }

// Labelled implements system.Claimed.
func (b *Beside) Labelled() bool { return false }

// Weak implements system.Claimed.
func (b *Beside) Weak() bool {
	reach := func(from, to int) bool {
		met := make([]bool, len(b.Claim))
		todo := []int{from}
		for len(todo) > 0 {
			x := todo[0]
			todo = todo[1:]
			for _, e := range b.Claim[x] {
				if e.To != EndOfClaim && !met[e.To] {
					met[e.To] = true
					todo = append(todo, int(e.To))
				}
			}
		}
		return met[to]
	}
	for p := range b.Claim {
		for q := range p {
			if reach(p, q) && reach(q, p) && b.Final[p] != b.Final[q] {
				return false
			}
		}
	}
	return true
}

// PhaseAt implements system.Claimed.
func (b *Beside) PhaseAt() int { return b.claimAt() + 1 }
