package main

import (
	"fmt"

	"gospin/verifier/trail"
	"gospin/vm"
)

// claimTold is what a replay has told of the claim.
type claimTold struct {
	followed bool
	counts   bool // SPIN counts it among the processes
	last     int  // the line, or state, that it moved to last
}

// startClaim announces the claim of a trail.
func (t *teller) startClaim(tr *trail.Trail) {
	if t.steps || t.g || t.l || t.sends || t.recvs {
		fmt.Fprintf(t.w, "starting claim %d\n", tr.ClaimType)
	}
	t.claim.followed = t.p.Claim != nil && !tr.Merged
	t.claim.counts = t.p.Claim != nil && len(t.p.Claim.Sources) > 0
	if t.p.Claim == nil {
		fmt.Fprintf(t.w, "gospin: couldn't find claim %d (ignored)\n", tr.ClaimType)
	}
}

// cycle says that the cycle of a lasso begins.
func (t *teller) cycle() {
	if !t.flat {
		fmt.Fprint(t.w, "  ")
	}
	fmt.Fprintln(t.w, "<<<<<START OF CYCLE>>>>>")
}

// claimMove tells of a move of the claim: where it stands in the model, or if it is that of a formula, which state of
// the automaton it leads to.
func (t *teller) claimMove(k *trail.Taken) {
	if k.Unfit {
		t.claim.followed = false
		fmt.Fprintf(t.w, "gospin: the claim cannot take step %d (its steps are ignored)\n", k.Step)
		return
	}
	if k.Effect&vm.Failed != 0 {
		t.fail(t.m.Faults())
	}
	st := &t.p.Stmts[t.p.Trans[k.Move.Trans].Stmt]
	where, at := "line", st.Line
	if len(t.p.Claim.Sources) == 0 {
		where, at = "state", st.State
	}
	if at != t.claim.last {
		t.claim.last = at
		fmt.Fprintf(t.w, "Never claim moves to %s %d\t[%s]\n", where, at, st.Text)
	}
	t.now.CopyFrom(k.After)
}

// endClaim tells where the claim is in the last state.
func (t *teller) endClaim(n int, s *vm.State) {
	if !t.claim.followed {
		return
	}
	at := t.m.ClaimAt(s)
	fmt.Fprintf(t.w, "%3d:\tproc  - (%s:1) ", n, t.p.Claim.Name)
	if len(t.p.Claim.Sources) == 0 {
		fmt.Fprintf(t.w, "(state %d)\n", at)
		return
	}
	src := &t.p.Claim.Sources[at]
	end := ""
	if src.End {
		end = " <valid end state>"
	}
	fmt.Fprintf(t.w, "%s:%d (state %d)%s\n", src.File, src.Line, at, end)
	if !t.l {
		return
	}
	for i := range t.p.Claim.Shown {
		for k := range t.p.Claim.Shown[i].Len {
			g := &t.p.Claim.Shown[i]
			fmt.Fprintf(t.w, "\t\t%s(-1):%s = %s\n", t.p.Claim.Name, g.Item(k), vm.Named(g.Names, g.Value(s.Vec, 0, k)))
		}
	}
}
