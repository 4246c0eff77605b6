package confirm

import (
	"bytes"
	"fmt"

	"gospin/verifier/system"
	"gospin/vm"
)

// Along finds moves that lead through a sequence of states, given as the vectors that a search has stored,
// the initial state first. For each state except the last, by has the bits of processes that must move before
// the next state. The result at has the number of moves that lead to each state.
func Along(sys system.System, vecs [][]byte, by []uint64) (moves []vm.Move, at []int, err error) {
	a := newAlong(sys, nil)
	at = append(at, 0)
	for i, vec := range vecs[1:] {
		if !a.next(vec, by[i]) {
			return nil, nil, fmt.Errorf("state %d of %d is not found from the one before", i+1, len(vecs))
		}
		at = append(at, len(a.moves))
	}
	return a.moves, at, nil
}

// maxLaps limits how often Around goes round a cycle.
const maxLaps = 500

// Around is Along for a search that has stored states as the same, those for which as returns the same, and
// for vectors that end where the cycle begins, at vecs[cycle]. The state reached there may be another one of
// those then: the cycle is gone round until one comes back. It begins after begin moves. False: it was not
// found.
func Around(
	sys system.System, vecs [][]byte, cycle int, as func(vec []byte) []byte,
) (moves []vm.Move, begin int, ok bool) {
	a := newAlong(sys, as)
	seen := map[string]int{}
	closes := func() bool { // back to where it was
		key := string(sys.Layout().Key(a.at.Vec))
		if begin, ok = seen[key]; !ok {
			seen[key] = len(a.moves)
		}
		return ok
	}
	for i, vec := range vecs[:cycle+1] {
		if i > 0 && !a.next(vec, 0) {
			return nil, 0, false
		}
	}
	for lap := 0; lap < maxLaps; lap++ {
		if closes() {
			return a.moves, begin, true
		}
		for _, vec := range vecs[cycle+1:] {
			if !a.next(vec, 0) {
				return nil, 0, false
			}
		}
	}
	return nil, 0, false
}

// along is in a state, and looks for moves to the next one.
type along struct {
	sys   system.System
	at    *vm.State
	to    []byte
	by    uint64
	moves []vm.Move
	seen  map[string]bool // states on the way that are not stored
	as    func(vec []byte) []byte
}

func newAlong(sys system.System, as func(vec []byte) []byte) *along {
	if as == nil {
		as = func(vec []byte) []byte { return vec }
	}
	a := &along{sys: sys, at: &vm.State{}, as: as}
	sys.Initial(a.at)
	return a
}

// next goes to the next stored state.
func (a *along) next(vec []byte, by uint64) bool {
	a.to, a.by, a.seen = vec, by, map[string]bool{}
	var from vm.State
	from.CopyFrom(a.at)
	return a.step(&from, 0)
}

// step goes from a state that some processes have moved to, to the next stored one.
func (a *along) step(s *vm.State, moved uint64) bool {
	key := fmt.Sprint(s.Vec, s.Excl, s.Turn, moved)
	if a.seen[key] {
		return false
	}
	a.seen[key] = true
	x := &system.Expansion{Room: system.Unlimited, After: system.AllChoices}
	a.sys.Expand(s, x)
	if x.Effect&vm.Released != 0 && a.arrives(s, moved) {
		return true
	}
	n := len(a.moves)
	for i := range x.Choices {
		c := x.Choices[i]
		var to vm.State
		to.CopyFrom(s)
		step := a.sys.Do(&to, &c, 0)
		if step.Effect&(vm.Pruned|vm.Abort) != 0 {
			continue
		}
		a.moves = append(a.moves[:n], c.Move())
		by := moved | bitOf(c.Pid)
		if c.Partner != 0 {
			by |= bitOf(c.Peer)
		}
		stored := step.Effect&(vm.Transient|vm.Passing) == 0
		if (stored || step.Effect&vm.Transient == 0 && a.blocked(&to)) && a.arrives(&to, by) ||
			!stored && a.step(&to, by) {
			return true
		}
	}
	a.moves = a.moves[:n]
	return false
}

// blocked reports whether only the claim can continue from a state in which it is the system's turn. In
// batches, such a state is the next one.
func (a *along) blocked(s *vm.State) bool {
	var at vm.State
	at.CopyFrom(s)
	x := &system.Expansion{Room: system.Unlimited, After: system.AllChoices}
	a.sys.Expand(&at, x)
	return len(x.Choices) > 0 && x.Choices[0].Pid == vm.ClaimPid
}

// arrives reports whether a state is the next one, and if so makes it the current one.
func (a *along) arrives(s *vm.State, moved uint64) bool {
	l := a.sys.Layout()
	if !bytes.Equal(l.Key(a.as(s.Vec)), l.Key(a.to)) || a.by&^moved != 0 {
		return false
	}
	a.at.CopyFrom(s)
	return true
}

// bitOf returns the bit of a process. The claim has none.
func bitOf(pid uint8) uint64 {
	if pid >= 64 {
		return 0
	}
	return 1 << pid
}
