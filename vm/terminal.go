package vm

// Terminal determines which control states of the claim are decisive (Bloem, Ravi, Somenzi, "Efficient
// decision procedures for model checking of linear time logic properties", 1999). The effect is Accepting if
// every infinite run that reaches the state is accepted, ClaimEnd if the claim is at its end there, and none
// for the others. It returns false if other runs may be accepted, too, so that cycles have to be searched
// for; if that can't be determined; or if the claim begins in a decisive state.
//
// It does not check that there is an infinite run: a system continues, or stays in its state while the claim
// continues.
func (p *Program) Terminal() (states []Effect, ok bool) {
	if p.Claim == nil || p.ClaimTimeout || NewMachine(p).Labelled() {
		return nil, false
	}
	reached := p.claimReaches()
	sure := make([]bool, len(p.Claim.States))
	for q := range sure {
		sure[q] = reached[q] && p.Claim.States[q].Accept
	}
	for changed := true; changed; {
		changed = false
		for q := range sure {
			if sure[q] && !p.staysSure(uint32(q), sure) {
				sure[q], changed = false, true
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
		case reached[q] && (st.Accept || p.claimIsAtomic(st)):
			return nil, false
		}
	}
	return states, states[p.Claim.Start] == 0
}

// ClaimForbids reports whether the claim may reach an accepting control state or its end. A claim whose moves
// have effects, such as assertions, counts as if it did.
func (p *Program) ClaimForbids() bool {
	reached := p.claimReaches()
	for q := range p.Claim.States {
		st := &p.Claim.States[q]
		if !reached[q] {
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

// claimReaches returns which control states the claim may reach.
func (p *Program) claimReaches() []bool {
	reached := make([]bool, len(p.Claim.States))
	reached[p.Claim.Start] = true
	for todo := []uint32{p.Claim.Start}; len(todo) > 0; {
		st := &p.Claim.States[todo[len(todo)-1]]
		todo = todo[:len(todo)-1]
		for _, t := range p.Trans[st.First : st.First+st.N] {
			if !reached[t.To] {
				reached[t.To] = true
				todo = append(todo, t.To)
			}
		}
	}
	return reached
}

// staysSure reports whether the claim can always continue from a control state, and only to states that are
// sure, or to its end.
func (p *Program) staysSure(q uint32, sure []bool) bool {
	st, continues := &p.Claim.States[q], false
	for _, t := range p.Trans[st.First : st.First+st.N] {
		if t.Effect != EffectNone || !sure[t.To] && !p.Claim.States[t.To].End {
			return false
		}
		continues = continues || t.Guard == GuardTrue || t.Guard == GuardElse
	}
	return continues
}

// AtomicClaim reports whether the claim may reach an atomic sequence.
func (p *Program) AtomicClaim() bool {
	if p.Claim == nil {
		return false
	}
	for q, reached := range p.claimReaches() {
		if reached && p.claimIsAtomic(&p.Claim.States[q]) {
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
