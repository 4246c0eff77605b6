package vm

// Terminal tells of the control states of the claim which of them decide (Bloem, Ravi, Somenzi, "Efficient
// decision procedures for model checking of linear time logic properties", 1999): Accepting, where every
// infinite run that comes there is accepted, however it goes on; ClaimEnd, where the claim is at its end. The
// others have no effect. The result false says that other runs may be accepted, too, so that one has to look
// for cycles; that it can't be told; or that the claim begins where it decides.
//
// That there is an infinite run is not looked at: a system goes on, or stands still while the claim goes on.
func (p *Program) Terminal() (states []Effect, ok bool) {
	if p.Claim == nil || p.ClaimTimeout || NewMachine(p).Labelled() {
		return nil, false
	}
	met := p.claimReaches()
	sure := make([]bool, len(p.Claim.States))
	for q := range sure {
		sure[q] = met[q] && p.Claim.States[q].Accept
	}
	for again := true; again; {
		again = false
		for q := range sure {
			if sure[q] && !p.staysSure(uint32(q), sure) {
				sure[q], again = false, true
			}
		}
	}
	states = make([]Effect, len(sure))
	for q := range sure {
		switch st := &p.Claim.States[q]; {
		case st.End:
			states[q] = ClaimEnd
		case sure[q]:
			states[q] = Accepting
		case met[q] && (st.Accept || p.claimIsAtomic(st)):
			return nil, false
		}
	}
	return states, states[p.Claim.Start] == 0
}

// ClaimForbids reports whether the claim may reach a control state that counts: an accepting one, or its end.
// A claim that does something, such as to assert, is taken to count.
func (p *Program) ClaimForbids() bool {
	met := p.claimReaches()
	for q := range p.Claim.States {
		st := &p.Claim.States[q]
		if !met[q] {
			continue
		}
		if st.Accept || st.End {
			return true
		}
		for _, t := range p.Trans[st.First : st.First+st.N] {
			if t.Effect != EffectNone {
				return true
			}
		}
	}
	return false
}

// claimReaches tells which control states the claim may come to.
func (p *Program) claimReaches() []bool {
	met := make([]bool, len(p.Claim.States))
	met[p.Claim.Start] = true
	for todo := []uint32{p.Claim.Start}; len(todo) > 0; {
		st := &p.Claim.States[todo[len(todo)-1]]
		todo = todo[:len(todo)-1]
		for _, t := range p.Trans[st.First : st.First+st.N] {
			if !met[t.To] {
				met[t.To] = true
				todo = append(todo, t.To)
			}
		}
	}
	return met
}

// staysSure reports whether the claim can always go on from a control state, and comes to nothing else than
// those that are sure, and its end.
func (p *Program) staysSure(q uint32, sure []bool) bool {
	st, goesOn := &p.Claim.States[q], false
	for _, t := range p.Trans[st.First : st.First+st.N] {
		if t.Effect != EffectNone || !sure[t.To] && !p.Claim.States[t.To].End {
			return false
		}
		goesOn = goesOn || t.Guard == GuardTrue || t.Guard == GuardElse
	}
	return goesOn
}

// AtomicClaim reports whether the claim may reach an atomic sequence.
func (p *Program) AtomicClaim() bool {
	if p.Claim == nil {
		return false
	}
	for q, met := range p.claimReaches() {
		if met && p.claimIsAtomic(&p.Claim.States[q]) {
			return true
		}
	}
	return false
}

func (p *Program) claimIsAtomic(st *StateInfo) bool {
	for _, t := range p.Trans[st.First : st.First+st.N] {
		if t.Atomic {
			return true
		}
	}
	return false
}
