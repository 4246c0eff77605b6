package reason

import (
	"fmt"

	"gospin/vm"
)

// assertion explains the failure of the last assertion.
func (r *run) assertion() []string {
	f := r.failed[0]
	if f.Trans == 0 || !f.Kind.IsAssertion() {
		return nil
	}
	at, trans := &r.last, f.Trans
	if r.moved {
		at = &r.before
		if r.p.Trans[r.move.Trans].Effect == vm.EffectDStep {
			if at, trans = r.within(); at == nil {
				return nil
			}
		}
	}
	x := r.p.Stmts[r.p.Trans[trans].Stmt].Cond
	if x == nil {
		return nil
	}
	return r.whyFalse(at, f.Pid, x, "")
}

// within finds the failing assertion of a d_step, and the state before it.
func (r *run) within() (*vm.State, uint32) {
	m := vm.NewMachine(r.p)
	var found *vm.State
	var trans uint32
	m.Inside(&r.before, r.move, func(_, took uint32, before, _ *vm.State) {
		if found != nil || took == 0 || len(m.Faults()) == 0 {
			return
		}
		found, trans = &vm.State{}, took
		found.CopyFrom(before)
	})
	return found, trans
}

// falseParts returns the conjuncts of a condition that are false in a state.
func (r *run) falseParts(s *vm.State, pid int, x *vm.Expr) (out []*vm.Expr) {
	parts := x.Parts
	if len(parts) == 0 {
		parts = []vm.Expr{*x}
	}
	for i := range parts {
		if v, ok := r.m.Ask(s, pid, parts[i].Code); ok && v == 0 {
			out = append(out, &parts[i])
		}
	}
	return out
}

// whyFalse names the false conjuncts of a condition, with the values of their variables. The argument when
// describes the time.
func (r *run) whyFalse(s *vm.State, pid int, x *vm.Expr, when string) (out []string) {
	for _, part := range r.falseParts(s, pid, x) {
		if len(part.Vars) == 0 {
			if len(x.Parts) > 0 || when != "" {
				out = append(out, part.Text+" is false"+when)
			}
			continue
		}
		out = append(out, fmt.Sprintf("%s is false%s: %s", part.Text, when, r.holding(s, pid, part.Vars)))
	}
	return out
}

// maxTraced is the number of variables that are reported with the step that set them.
const maxTraced = 2

// holding formats the values of variables in a state, and for a few of them the steps that set them.
func (r *run) holding(s *vm.State, pid int, vars []vm.Expr) string {
	if len(vars) > maxTraced || s != &r.last && s != &r.before {
		return r.values(s, pid, vars)
	}
	var subjects []*subject
	for i := range vars {
		subjects = append(subjects, r.about(s, pid, &vars[i]))
	}
	r.trace(subjects, s)
	text := ""
	for _, x := range subjects {
		if x.value == "" {
			continue
		}
		if text != "" {
			text += ", "
		}
		if text += x.text + " = " + x.value; x.step > 0 {
			text += " " + r.since(x)
		}
	}
	return text
}
