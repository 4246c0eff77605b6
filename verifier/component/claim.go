package component

import (
	"bytes"
	"slices"

	"gospin/compression"
	"gospin/vm"
)

// claimPid stands for the claim among the processes of the memo, the next number for the claim where the system is
// blocked.
const claimPid = vm.ClaimPid

// ClaimMoves appends the moves that the claim has in s, in source order.
func (e *Engine) ClaimMoves(s *vm.State, dst []vm.Move, alone bool) ([]vm.Move, vm.Effect) {
	if e.unpack(s) {
		return e.m.ClaimMoves(&e.full, dst, alone)
	}
	e.load(s)
	sh := e.shape(e.root[0])
	p, pid := &sh.claim[0], claimPid
	if alone {
		p, pid = &sh.claim[1], claimPid+1
	}
	word := e.find(p, pid)
	if word == 0 {
		var what outcome
		switch word, what = e.learn(sh, p, pid); what {
		case renewed:
			return e.ClaimMoves(s, dst, alone)
		case fails:
			return e.m.ClaimMoves(e.unpacked(), dst, alone)
		}
	}
	return e.memo.list(dst, word), 0
}

// ClaimDo takes a move of the claim.
func (e *Engine) ClaimDo(s *vm.State, m vm.Move) vm.Effect {
	excl := s.Excl
	var eff vm.Effect
	if m.Memo != 0 && generation(s.Vec) == e.gen {
		eff = e.Do(s, m)
	} else {
		if !e.unpack(s) {
			e.load(s)
			e.unpacked()
		}
		e.work.CopyFrom(&e.full)
		eff = e.m.ClaimDo(&e.work, m)
		e.pack(s, e.store.Root(e.work.Vec, e.work.Dirty, e.root))
	}
	s.Excl = excl
	return eff
}

// What is known of the value of a component, by its number.
const (
	isMet = 1 << iota
	endsClaim
	accepts
)

// traits tells what is known of the value of a component in the state under way, having find find it out if it is new.
func (e *Engine) traits(known *[]uint8, f *compression.Field, find func() uint8) uint8 {
	n := int(e.root[f.Word] >> (f.Shift & 63) & f.Mask)
	if n >= len(*known) {
		*known = append(*known, make([]uint8, n+1-len(*known)+n/2)...)
	}
	if (*known)[n] == 0 {
		(*known)[n] = isMet | find()
	}
	return (*known)[n]
}

// claimTraits are those of the globals, which tell of the claim.
func (e *Engine) claimTraits() uint8 {
	full, t := e.unpacked(), uint8(0)
	if e.m.ClaimEnded(full) {
		t |= endsClaim
	}
	if e.m.ClaimAccepts(full) {
		t |= accepts
	}
	return t
}

// globals tells of the claim's state.
func (e *Engine) globals(s *vm.State) uint8 {
	e.load(s)
	return e.claimHere(e.shape(e.root[0]))
}

// claimHere tells of the claim's state in the state under way, which is of the shape.
func (e *Engine) claimHere(sh *shape) uint8 {
	return e.traits(&e.claims, &sh.fields[0], e.claimTraits)
}

// ClaimEnded says that the claim matches the finite run that led to s.
func (e *Engine) ClaimEnded(s *vm.State) bool {
	if e.unpack(s) {
		return e.m.ClaimEnded(&e.full)
	}
	return e.globals(s)&endsClaim != 0
}

// Accepting says that the claim or a process is in an accepting state.
func (e *Engine) Accepting(s *vm.State) bool {
	if e.unpack(s) {
		return e.m.Accepting(&e.full)
	}
	if e.globals(s)&accepts != 0 {
		return true
	}
	if e.m.Program().ClaimAccepts {
		return false
	}
	sh := e.shape(e.root[0])
	for pid := range sh.procs {
		p := &sh.procs[pid]
		if e.marked[p.proctype] && e.traits(&e.accepting[p.proctype], &sh.fields[p.comp], func() uint8 {
			if e.m.ProcessAccepts(e.unpacked(), pid) {
				return accepts
			}
			return 0
		})&accepts != 0 {
			return true
		}
	}
	return false
}

// marked tells which proctypes have accepting states.
func marked(p *vm.Program) []bool {
	out := make([]bool, len(p.Procs))
	for i := range p.Procs {
		out[i] = !p.Procs[i].Claim && slices.ContainsFunc(p.Procs[i].States, func(s vm.StateInfo) bool { return s.Accept })
	}
	return out
}

// Same tells whether a vector of another state says the same as that of s.
func (e *Engine) Same(s *vm.State, vec []byte) bool {
	if generation(s.Vec) == generation(vec) {
		return bytes.Equal(s.Vec, vec)
	}
	return slices.Equal(slices.Clone(e.store.Load(s.Vec)), e.store.Load(vec))
}

// Weak says that no cycle leads through accepting states and others.
func (e *Engine) Weak() bool { return e.m.Weak() }

// PhaseAt is nowhere: searches for fair runs go without the engine.
func (e *Engine) PhaseAt() int { return -1 }
