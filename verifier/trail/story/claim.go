package story

import (
	"gospin/verifier/trail"
	"gospin/vm"
)

// claimTold is the claim's status in a replay.
type claimTold struct {
	followed bool
	counted  bool // SPIN counts the claim among the processes
	at       int  // line or state of its last move
}

// startClaim returns the event for the claim of a trail.
func (r *recorder) startClaim(t *trail.Trail) *ClaimStart {
	known := r.p.Claim != nil
	r.claim.followed = known && !t.Merged
	r.claim.counted = known && len(r.p.Claim.Sources) > 0
	return &ClaimStart{t.ClaimType, known}
}

// claimStep returns the event for a move of the claim. Its place is a line of the model or, for a formula, a
// state of the automaton.
func (r *recorder) claimStep(k *trail.Taken) *ClaimStep {
	e := &ClaimStep{Number: k.Step, Printed: r.takePrinted()}
	if k.Unfit {
		r.claim.followed, e.Unfit = false, true
		return e
	}
	if k.Effect&vm.Failed != 0 {
		e.Faults = r.newFaults(r.m)
	}
	st := &r.p.Stmts[r.p.Trans[k.Move.Trans].Stmt]
	e.Text, e.Written, e.At = st.Text, st.Written(), st.Line
	if e.Formula = len(r.p.Claim.Sources) == 0; e.Formula {
		e.At = st.State
	}
	e.Stays = e.At == r.claim.at
	r.claim.at = e.At
	r.now.CopyFrom(k.After)
	return e
}

// claimStanding returns the claim's place.
func (r *recorder) claimStanding(s *vm.State) *ClaimStanding {
	claim, at := r.p.Claim, int(r.m.ClaimAt(s))
	c := &ClaimStanding{Name: claim.Name, Formula: len(claim.Sources) == 0, Place: Place{State: at}}
	if c.Formula {
		return c
	}
	src := &claim.Sources[at]
	c.Place = Place{src.File, src.Line, at, src.End, src.Calls}
	for i := range claim.Shown {
		c.Locals = elements(c.Locals, s, &claim.Shown[i], 0)
	}
	return c
}
