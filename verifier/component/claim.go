package component

import (
	"gospin/compression"
	"gospin/verifier/system"
	"gospin/vm"
)

// claimPid stands for the claim among the processes of the memo, the next number for the claim where the
// system is blocked.
const claimPid = vm.ClaimPid

// ExpandClaim implements system.Claimed.
func (e *Engine) ExpandClaim(s *vm.State, x *system.Expansion, alone bool) {
	x.Clear()
	if e.unpack(s) {
		e.in.ExpandClaim(&e.full, x, alone)
		return
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
			e.ExpandClaim(s, x, alone)
			return
		case fails:
			e.in.ExpandClaim(e.unpacked(), x, alone)
			return
		}
	}
	x.Choices = e.memo.list(x.Choices, word)
}

// DoClaim implements system.Claimed.
func (e *Engine) DoClaim(s *vm.State, c *system.Choice) vm.Effect {
	excl := s.Excl
	var eff vm.Effect
	if c.Note != 0 && generation(s.Vec) == e.gen {
		eff = e.Do(s, c, system.Unlimited).Effect
	} else {
		if !e.unpack(s) {
			e.load(s)
			e.unpacked()
		}
		e.work.CopyFrom(&e.full)
		eff = e.in.DoClaim(&e.work, c)
		e.pack(s, e.store.Encode(e.work.Vec, e.work.Dirty, e.root))
	}
	s.Excl = excl
	return eff
}

// What is known of the value of a process's component, by its number.
const (
	isMet = 1 << iota
	isLabelled
)

// labelled tells whether a process is in a state with an acceptance label, in the state under way.
func (e *Engine) labelled(pid int, p *proc, f *compression.Field) bool {
	n := int(e.root[f.Word] >> (f.Shift & 63) & f.Mask)
	known := &e.labels[p.proctype]
	if n >= len(*known) {
		*known = append(*known, make([]uint8, n+1-len(*known)+n/2)...)
	}
	if (*known)[n] == 0 {
		(*known)[n] = isMet
		if e.in.ProcessLabel(e.unpacked(), pid) {
			(*known)[n] |= isLabelled
		}
	}
	return (*known)[n]&isLabelled != 0
}

// Labels implements system.Claimed.
func (e *Engine) Labels(s *vm.State) bool {
	if e.unpack(s) {
		return e.in.Labels(&e.full)
	}
	e.load(s)
	sh := e.shape(e.root[0])
	for pid := range sh.procs {
		p := &sh.procs[pid]
		if e.labelled(pid, p, &sh.fields[p.comp]) {
			return true
		}
	}
	return false
}

// Labelled implements system.Claimed.
func (e *Engine) Labelled() bool { return e.stepwise }

// Weak implements system.Claimed.
func (e *Engine) Weak() bool { return e.in.Weak() }

// PhaseAt is nowhere: searches for fair runs go without the engine.
func (e *Engine) PhaseAt() int { return -1 }
