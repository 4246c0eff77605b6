package compile

import "gospin/vm"

// reads finds out what the guards of every control state look at.
func (c *compiler) reads() {
	for i := range c.p.Procs {
		pt := &c.p.Procs[i]
		for j := range pt.States {
			st := &pt.States[j]
			st.Reads.All = pt.Provided >= 0
			c.stateReads(pt, st, &st.Reads)
		}
	}
}

func (c *compiler) stateReads(pt *vm.Proctype, st *vm.StateInfo, r *vm.Reads) {
	for k := st.First; k < st.First+st.N; k++ {
		t := &c.p.Trans[k]
		switch t.Guard {
		case vm.GuardExpr:
			c.codeReads(t.GuardPC, r)
		case vm.GuardCmpC:
			at(r, t.Cell.Base)
		case vm.GuardSend, vm.GuardRecv:
			c.chanReads(t, r)
			if t.Guard == vm.GuardRecv {
				c.patternReads(t.Pattern, r)
			}
		case vm.GuardDStep:
			c.stateReads(pt, &pt.States[t.Sub], r)
		}
	}
}

func (c *compiler) chanReads(t *vm.Trans, r *vm.Reads) {
	send := t.Guard == vm.GuardSend
	switch {
	case t.Chan > 0:
		if send && c.p.Layout.Chans[c.p.Layout.Global[t.Chan-1]].Slots == 0 {
			r.All = true // whether a partner is ready
		}
		r.Comps |= 1 << min(t.Chan, 63) // component 0 are the globals
	case t.ChanVar && t.ChanBase == vm.BaseSelf:
		r.Chans = append(r.Chans, vm.ChanVar{A: t.ChanPC, Send: send})
	default:
		r.All = true
	}
}

func (c *compiler) patternReads(pattern int32, r *vm.Reads) {
	for _, f := range c.p.Patterns[pattern].Fields {
		if f.Kind == vm.PatEval {
			c.codeReads(f.A, r)
		}
	}
}

func (c *compiler) codeReads(pc int32, r *vm.Reads) {
	for ; c.p.Code[pc].Op != vm.OpEnd; pc++ {
		switch in := &c.p.Code[pc]; in.Op {
		case vm.OpLoad, vm.OpLoadX, vm.OpLoadA, vm.OpTestC:
			at(r, in.Base)
		case vm.OpLoadV:
			at(r, in.Base)
			at(r, uint8(in.K))
		case vm.OpTestV:
			at(r, in.Base)
			at(r, uint8(in.Mask))
		case vm.OpTestCh:
			if in.B > 0 {
				r.Comps |= 1 << min(in.B, 63)
			} else if in.Base == vm.BaseSelf {
				r.Chans = append(r.Chans, vm.ChanVar{A: in.A})
			} else {
				r.All = true
			}
		case vm.OpLen, vm.OpFull, vm.OpEmpty, vm.OpPoll, vm.OpRun, vm.OpTimeout, vm.OpNp, vm.OpRemPC, vm.OpRemVar, vm.OpEnabled,
			vm.OpPcValue, vm.OpGetPrio, vm.OpSetPrio, vm.OpFault, vm.OpMsg:
			r.All = true
		}
	}
}

func at(r *vm.Reads, base uint8) {
	if base == vm.BaseGlobal {
		r.Comps |= 1
	}
}
