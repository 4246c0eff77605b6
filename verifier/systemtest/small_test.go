package systemtest

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/compression/mix"
	"gospin/verifier/atomic"
	"gospin/verifier/product"
	"gospin/verifier/search"
	"gospin/verifier/store"
	"gospin/verifier/system"
	"gospin/vm"
	"gospin/vm/layout"
)

// ring is a system written from scratch: a number that one process increases by one or two, modulo n, and a
// claim that accepts when it is zero infinitely often. It shows what a system needs.
type ring struct {
	l    *layout.Layout
	n, x int // x is the offset of the number; next is the claim's control state, 1 if it accepts
}

func newRing(n int) *ring {
	l := &layout.Layout{Globals: 2}
	return &ring{l: l, n: n, x: l.Root().Comps[0].Off}
}

func (r *ring) Layout() *layout.Layout            { return r.l }
func (r *ring) KeyLen(s *vm.State) int            { return len(s.Vec) }
func (r *ring) Faults() []vm.Fault                { return nil }
func (r *ring) Labels(*vm.State) bool             { return false }
func (r *ring) Labelled() bool                    { return false }
func (r *ring) Weak() bool                        { return false }
func (r *ring) PhaseAt() int                      { return -1 }
func (r *ring) Same(s *vm.State, vec []byte) bool { return bytes.Equal(s.Vec, vec) }

func (r *ring) Fingerprint(s *vm.State) uint64 { return mix.Bytes(s.Vec) }

func (r *ring) Initial(s *vm.State) vm.Effect {
	s.Vec, s.Excl, s.Turn, s.Copy = make([]byte, r.l.Root().Size), -1, 0, 0
	r.l.SetShape(s.Vec, r.l.Root())
	return 0
}

func (r *ring) Expand(_ *vm.State, x *system.Expansion) {
	x.Clear()
	x.Choices = append(x.Choices, system.Choice{Trans: 1}, system.Choice{Trans: 2})
}

func (r *ring) Do(s *vm.State, c *system.Choice, _ int) vm.Step {
	s.Vec[r.x] = byte((int(s.Vec[r.x]) + int(c.Trans)) % r.n)
	s.Dirty |= 1
	return vm.Step{}
}

func (r *ring) ExpandClaim(s *vm.State, x *system.Expansion, _ bool) {
	x.Clear()
	x.Choices = append(x.Choices, system.Choice{Pid: vm.ClaimPid})
}

func (r *ring) DoClaim(s *vm.State, _ *system.Choice) vm.Effect {
	s.Dirty |= 1
	if s.Vec[r.x+1] = 0; s.Vec[r.x] != 0 {
		return vm.Silent
	}
	s.Vec[r.x+1] = 1
	return vm.Silent | vm.Accepting
}

func (r *ring) Path(path []system.Taken) (moves []vm.Move) {
	for _, t := range path {
		moves = append(moves, t.Move())
	}
	return moves
}

// TestASystemFromNothing: the ring has a state for each number, each with two choices; with the claim, it
// returns to zero.
func TestASystemFromNothing(t *testing.T) {
	for name, mk := range stores(t) {
		for _, layered := range []bool{false, true} {
			var sys system.Claimed = newRing(7)
			if layered {
				sys = atomic.New(sys, nil)
			}
			r := dfs(t, sys, mk(sys.Layout(), 0), search.Limits{})
			require.EqualValues(t, 7, r.Stored, name)
			require.EqualValues(t, 2*7+1, r.Transitions(), name)
			cycles := 0
			st := mk(sys.Layout(), 0)
			_, err := search.Nested(
				&search.Task{Sys: product.New(sys), Store: st, OnFault: func(f *search.Fault) error {
					cycles++
					require.True(t, f.Cycle)
					require.NotEmpty(t, f.Moves())
					return nil
				}}, search.NestedOptions{},
			)
			require.NoError(t, err)
			require.Positive(t, cycles, name)
			st.Free()
		}
	}
	task := &search.Task{Sys: Blocked(), Store: store.NewPlain(Blocked().L, 0)}
	_, err := search.Nested(task, search.NestedOptions{})
	require.ErrorContains(t, err, "accepting")
	_, err = search.Nested(
		&search.Task{Sys: product.New(newRing(2)), Store: colourless{store.NewPlain(newRing(2).Layout(), 0)}},
		search.NestedOptions{},
	)
	require.ErrorContains(t, err, "colours")
}

// colourless is a store without colours.
type colourless struct{ store.Store }

func (colourless) Caps() store.Caps { return store.Caps{Exact: true} }
