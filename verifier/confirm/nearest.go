package confirm

import (
	"context"
	"strings"

	"gospin/verifier/search"
	"gospin/verifier/system"
	"gospin/vm"
)

// onward is a machine that begins in a given state.
type startedAt struct {
	*system.Machine
	from *vm.State
}

func (o startedAt) Initial(s *vm.State) vm.Effect {
	s.CopyFrom(o.from)
	return 0
}

// Nearest searches breadth first, from a state of a program without a claim, for the fewest moves to an
// error: a failed assertion, another fault, or an invalid end state. The last result describes the error. Nil
// moves with a reason mean that the search was cut short; without a reason, that there is no error.
func Nearest(
	ctx context.Context, p *vm.Program, from *vm.State, l search.Limits,
) (moves []vm.Move, reason, what string) {
	any := func(*search.Fault) bool { return true }
	ft, reasons := NearestFault(ctx, startedAt{system.Of(vm.NewMachine(p)), from}, any, l)
	if ft == nil {
		return nil, strings.Join(reasons, "; "), ""
	}
	return ft.Moves(), "", ft.Msg
}

// conditionSearch is a system whose only errors are the states that satisfy a condition.
type conditionSearch struct {
	startedAt
	is func(s *vm.State) bool
}

func (o conditionSearch) Expand(s *vm.State, x *system.Expansion) {
	o.Machine.Expand(s, x)
	if x.Effect &^= vm.InvalidEnd; o.is(s) {
		x.Effect |= vm.InvalidEnd
	}
}

// NearestWhere searches breadth first, from a state of a program without a claim, for the fewest moves to
// another state that satisfies a condition. Nil moves with a reason mean that the search was cut short;
// without a reason, that there is no such state.
func NearestWhere(
	ctx context.Context, p *vm.Program, from *vm.State, is func(*vm.State) bool, l search.Limits,
) (moves []vm.Move, reason string) {
	first := true
	sys := conditionSearch{startedAt{system.Of(vm.NewMachine(p)), from}, func(s *vm.State) bool {
		was := first
		first = false
		return !was && is(s)
	}}
	l.NoAssert = true
	ft, reasons := NearestFault(ctx, sys, func(f *search.Fault) bool { return f.EndState }, l)
	if ft == nil {
		return nil, strings.Join(reasons, "; ")
	}
	return ft.Moves(), ""
}
