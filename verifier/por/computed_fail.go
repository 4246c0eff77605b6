package por

import (
	"gospin/verifier/system"
	"gospin/vm"
)

// A run ends at a run-time error. A set with a choice that fails omits what the others may do instead, and
// without a proviso that examines the successors, no other process would find that.

// longest limits the steps of an atomic sequence that are tried.
const longest = 64

// failing reports whether a choice ends in a run-time error, or the atomic sequence that it begins.
func (r *ComputedRule) failing(at State, choices []system.Choice) bool {
	if r.trial == nil {
		r.trial = vm.NewMachine(r.prog)
	}
	var from vm.State
	from.CopyFrom(at.Unpacked())
	for i := range choices {
		if r.fails(&from, choices[i].Move(), longest) {
			return true
		}
	}
	return false
}

func (r *ComputedRule) fails(from *vm.State, mv vm.Move, room int) bool {
	var s vm.State
	s.CopyFrom(from)
	eff := r.trial.Do(&s, mv)
	switch {
	case eff&(vm.Pruned|vm.Abort) != 0 || room == 0:
		return true
	case eff&vm.Transient == 0:
		return false
	}
	moves, eff := r.trial.Moves(&s, nil)
	if eff&vm.Failed != 0 {
		return true
	}
	for _, mv := range moves {
		if r.fails(&s, mv, room-1) {
			return true
		}
	}
	return false
}

// mayFail reports whether a transition, or a later step of its atomic sequence, may end in a run-time error.
func (a *analysis) mayFail(t *vm.Trans, seen map[uint32]bool) bool {
	if t.Effect == vm.EffectDStep || a.codeFails(t) {
		return true
	}
	if !t.Atomic || seen[t.To] {
		return false
	}
	a.r.checkContext()
	seen[t.To] = true
	table := a.table(t.To)
	for i := range table {
		u := &table[i]
		switch u.Guard {
		case vm.GuardExpr, vm.GuardRecv, vm.GuardSend:
			return true
		}
		if a.mayFail(u, seen) {
			return true
		}
	}
	return false
}

func (a *analysis) codeFails(t *vm.Trans) bool {
	switch t.Effect {
	case vm.EffectCode:
		return a.risky(t.EffectPC)
	case vm.EffectSend:
		return a.risky(t.ArgsPC) || a.risky(t.EffectPC)
	case vm.EffectRecv:
		return !a.prog.Patterns[t.Pattern].Direct && a.risky(t.EffectPC)
	}
	return t.Guard == vm.GuardSend && a.risky(t.ArgsPC)
}

// risky reports whether code has an instruction that may fail.
func (a *analysis) risky(pc int32) bool {
	for end := pc; ; pc++ {
		in := &a.prog.Code[pc]
		switch in.Op {
		case vm.OpJump, vm.OpJumpZ, vm.OpJumpNZ, vm.OpTestC, vm.OpTestV, vm.OpTestS, vm.OpTestCh:
			end = max(end, in.D)
		case vm.OpDiv, vm.OpMod:
			if by := a.prog.Code[max(pc, 1)-1]; by.Op != vm.OpConst || by.A <= 0 {
				return true
			}
		case vm.OpLoadX, vm.OpLoadV, vm.OpStoreX, vm.OpStoreV, vm.OpAddr, vm.OpRun, vm.OpFault, vm.OpSetPrio:
			return true
		case vm.OpLen, vm.OpFull, vm.OpEmpty, vm.OpPoll:
			if in.D == 0 {
				return true
			}
		case vm.OpEnd, vm.OpTrue, vm.OpFalse:
			if pc >= end {
				return false
			}
		}
	}
}
