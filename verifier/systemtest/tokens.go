package systemtest

import (
	"bytes"
	"math/rand/v2"

	"gospin/compression/mix"
	"gospin/verifier/system"
	"gospin/vm"
	"gospin/vm/layout"
)

// Tokens is a random walk of tokens between places, used by Mukherjee, Tari and Bortok to measure
// differences: all tokens start in place 0, and each move takes one to another place. No state is repeated,
// and each has one successor; the walk has a given number of states instead of all states that exist.
type Tokens struct {
	l    *layout.Layout
	walk []token
	next map[string]int // the move from a state, by its key
}

type token struct{ token, place int }

// NewTokens returns a walk over a number of different states of tokens in places. Equal arguments give equal
// walks.
func NewTokens(places, tokens, states int) *Tokens {
	const size = 2 // bytes of a place's number
	t := &Tokens{l: &layout.Layout{Globals: size * tokens}, next: map[string]int{}}
	for i := range tokens {
		t.l.Fields = append(t.l.Fields, &layout.Field{
			Elem:   layout.Elem{Off: layout.ShapeBytes + size*i, Cell: layout.CellI16},
			Len:    1,
			Stride: size,
		})
	}
	r := rand.New(rand.NewPCG(uint64(places), uint64(tokens)))
	var s vm.State
	t.Initial(&s)
	at := make([]int, tokens)
	t.next[string(s.Vec)] = 0
	for len(t.walk) < states-1 {
		m := token{r.IntN(tokens), r.IntN(places)}
		was := at[m.token]
		if m.place == was {
			continue
		}
		t.put(&s, m)
		if _, met := t.next[string(s.Vec)]; met {
			t.put(&s, token{m.token, was})
			continue
		}
		at[m.token] = m.place
		t.walk = append(t.walk, m)
		t.next[string(s.Vec)] = len(t.walk)
	}
	return t
}

func (t *Tokens) put(s *vm.State, m token) {
	at := layout.ShapeBytes + 2*m.token
	s.Vec[at], s.Vec[at+1] = byte(m.place), byte(m.place>>8)
	s.Dirty |= 1
}

// Layout implements system.System.
func (t *Tokens) Layout() *layout.Layout { return t.l }

// KeyLen implements system.System.
func (t *Tokens) KeyLen(s *vm.State) int { return len(s.Vec) }

// Faults implements system.System.
func (t *Tokens) Faults() []vm.Fault { return nil }

// Initial implements system.System.
func (t *Tokens) Initial(s *vm.State) vm.Effect {
	*s = vm.State{Vec: make([]byte, t.l.Root().Size), Excl: -1}
	return 0
}

// Expand implements system.System.
func (t *Tokens) Expand(s *vm.State, x *system.Expansion) {
	x.Clear()
	if i := t.next[string(s.Vec)]; i < len(t.walk) {
		x.Choices = append(x.Choices, system.Choice{Trans: uint32(i)})
	}
}

// Do implements system.System.
func (t *Tokens) Do(s *vm.State, c *system.Choice, _ int) vm.Step {
	t.put(s, t.walk[c.Trans])
	return vm.Step{}
}

// Same implements system.System.
func (t *Tokens) Same(s *vm.State, vec []byte) bool { return bytes.Equal(s.Vec, vec) }

// Fingerprint implements system.System.
func (t *Tokens) Fingerprint(s *vm.State) uint64 { return mix.Bytes(s.Vec) }

// Path implements system.System.
func (t *Tokens) Path(path []system.Taken) []vm.Move {
	moves := make([]vm.Move, len(path))
	for i, k := range path {
		moves[i] = k.Move()
	}
	return moves
}
