package systemtest

import (
	"slices"

	"gospin/verifier/system"
	"gospin/vm"
)

// What an engine that remembers moves needs from a system.

// Observe starts recording in seen.
func (t *Toy) Observe(seen *vm.Seen) {
	if t.seen = seen; seen != nil {
		globals := t.L.Root().Comps[0]
		if more := globals.Off + globals.Len - len(seen.Globals); more > 0 {
			seen.Globals = append(seen.Globals, make([]uint8, more)...)
		}
	}
}

// note records an access at an address of a component.
func (t *Toy) note(at, comp int, what uint8) {
	switch {
	case t.seen == nil || comp < 0:
	case comp == 0:
		t.seen.Globals[at] |= what
	default:
		for comp >= len(t.seen.Comps) {
			t.seen.Comps = append(t.seen.Comps, 0)
		}
		t.seen.Comps[comp] |= what
	}
}

// Receives reports whether a process may be in a state to receive what is on offer.
func (t *Toy) Receives(s *vm.State, pid int) bool {
	p := &t.L.ShapeOf(s.Vec).Procs[pid]
	receives := func(st Step) bool { return st.Recv != 0 && st.From == s.Vec[p.Off] }
	return slices.ContainsFunc(t.Types[p.Type], receives)
}

// Halves appends the moves of one process; offers are moves with vm.AnyPartner.
func (t *Toy) Halves(s *vm.State, pid int, dst []vm.Move) ([]vm.Move, vm.Effect, bool) {
	p := &t.L.ShapeOf(s.Vec).Procs[pid]
	eff := vm.Effect(0)
	for _, n := range t.first[p.Type] {
		var more vm.Effect
		if dst, more, _ = t.One(s, pid, uint32(n), dst); t.trans[n].From != s.Vec[p.Off] {
			continue
		}
		eff |= more
	}
	if s.Vec[p.Off] == End {
		var x system.Expansion
		t.choicesOf(s, pid, &x)
		dst = append(dst, moves(&x)...)
	}
	return dst, eff, true
}

// Separable returns the transitions of a process's control state.
func (t *Toy) Separable(s *vm.State, pid int) (first, n uint32, ok bool) {
	p := &t.L.ShapeOf(s.Vec).Procs[pid]
	for i, x := range t.first[p.Type] {
		if t.trans[x].From != s.Vec[p.Off] {
			continue
		}
		if n > 0 && t.trans[t.first[p.Type][i-1]].From != s.Vec[p.Off] {
			return 0, 0, false
		}
		if n++; n == 1 {
			first = uint32(x)
		}
	}
	return first, n, n > 0
}

// One is Halves for one transition.
func (t *Toy) One(s *vm.State, pid int, trans uint32, dst []vm.Move) ([]vm.Move, vm.Effect, bool) {
	st := t.trans[trans]
	if st.Recv != 0 || !t.can(s, pid, st) {
		return dst, 0, true
	}
	m := vm.Move{Trans: trans, Pid: uint8(pid)}
	if st.Send == 0 {
		return append(dst, m), 0, true
	}
	m.Partner = vm.AnyPartner
	return append(dst, m), vm.Attempted, true
}

// Give makes the sender's half of a rendezvous, unless the receiver might notice.
func (t *Toy) Give(s *vm.State, m vm.Move) (id int32, msg []int32, eff vm.Effect, ok bool) {
	st := t.trans[m.Trans]
	seen := slices.ContainsFunc(st.Set, func(a Set) bool { return a.In != Local })
	if seen || st.Run != 0 || st.Fail != nil || st.Crash != nil {
		return 0, nil, 0, false
	}
	eff = t.apply(s, int(m.Pid), m.Trans, st)
	return int32(st.Send), nil, eff, true
}

// Takers appends the receives of a process that accept an offer.
func (t *Toy) Takers(s *vm.State, peer int, id int32, _ []int32, dst []vm.Move) ([]vm.Move, vm.Effect) {
	p := &t.L.ShapeOf(s.Vec).Procs[peer]
	if s.Vec[p.Off] == End {
		return dst, 0
	}
	for _, n := range t.first[p.Type] {
		if st := t.trans[n]; st.Recv == int(id) && t.can(s, peer, st) {
			dst = append(dst, vm.Move{Partner: uint32(n), Peer: uint8(peer)})
		}
	}
	return dst, 0
}

// Take makes the receiver's half.
func (t *Toy) Take(s *vm.State, m vm.Move, _ int32, _ []int32) vm.Effect {
	t.fault = t.fault[:0]
	st := t.trans[m.Partner]
	s.Excl = -1
	eff := vm.Handshake | t.apply(s, int(m.Peer), m.Partner, st)
	if st.Atomic {
		s.Excl = int16(m.Peer)
		eff |= vm.Transient | vm.AtomicStep
	}
	return eff
}

// Alone appends the moves of one process, and returns what they depend on.
func (b *Beside) Alone(s *vm.State, pid int, dst []vm.Move) ([]vm.Move, vm.Effect, uint64) {
	var x system.Expansion
	b.reads = 0
	eff := vm.Effect(0)
	if b.choicesOf(s, pid, &x) {
		eff = vm.Attempted
	}
	return append(dst, moves(&x)...), eff, b.reads
}

// ClaimAlone appends the moves of the claim, and returns what they depend on.
func (b *Beside) ClaimAlone(s *vm.State, dst []vm.Move, alone bool) ([]vm.Move, vm.Effect, uint64) {
	var x system.Expansion
	b.reads = 0
	b.ExpandClaim(s, &x, alone)
	return append(dst, moves(&x)...), 0, b.reads
}

// Apart makes a step, and returns what its effect depends on.
func (b *Beside) Apart(s *vm.State, m vm.Move) (vm.Effect, uint64) {
	b.reads = 0
	c := system.ChoiceOf(m)
	if m.Pid == vm.ClaimPid {
		return b.DoClaim(s, &c), b.reads
	}
	return b.Do(s, &c, 0).Effect, b.reads
}

// ProcessLabel returns false, since no process has an acceptance label.
func (b *Beside) ProcessLabel(*vm.State, int) bool { return false }

func moves(x *system.Expansion) (out []vm.Move) {
	for i := range x.Choices {
		out = append(out, x.Choices[i].Move())
	}
	return out
}
