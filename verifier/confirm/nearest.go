package confirm

import (
	"context"
	"strings"

	"gospin/verifier/search"
	"gospin/verifier/system"
	"gospin/vm"
)

// onward is a machine that begins in a state.
type onward struct {
	*system.Machine
	from *vm.State
}

func (o onward) Initial(s *vm.State) vm.Effect {
	s.CopyFrom(o.from)
	return 0
}

// Nearest looks breadth first, from a state of a program without a claim on, for the fewest moves to an
// error: a failed assertion, another fault, or an invalid end state. Nil moves with a reason say that none
// was found, because the search was cut short; without one, that there is none. What the error is, is the
// last result.
func Nearest(
	ctx context.Context, p *vm.Program, from *vm.State, l search.Limits,
) (moves []vm.Move, reason, what string) {
	any := func(*search.Fault) bool { return true }
	ft, reasons := NearestFault(ctx, onward{system.Of(vm.NewMachine(p)), from}, any, l)
	if ft == nil {
		return nil, strings.Join(reasons, "; "), ""
	}
	return ft.Moves(), "", ft.Msg
}
