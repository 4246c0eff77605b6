package verifier

import (
	"context"
	"fmt"

	"gospin/verifier/por"
	"gospin/verifier/search"
	"gospin/vm"
)

// spin has SPIN's own rule. Under the name spin-liveness it is as where cycles may be looked for, pan without
// -DSAFETY, even if none are.
func (r *reduction) spin(ctx context.Context, prog *vm.Program, name string) error {
	r.rule = por.NewSpin(ctx, prog, r.static, r.static)
	switch {
	case r.static && name == "spin-liveness":
		r.name = "spin"
	case r.static:
	case name == "spin-liveness":
		r.proviso = search.NoneOn
	default:
		r.proviso = search.SomeOffPath
	}
	if prog.Marks.Exclusive {
		r.exclusive = prog
	}
	for _, t := range prog.Marks.Traps {
		if r.static || !t.Claim {
			r.warnings = append(r.warnings, fmt.Sprintf(
				"%s:%d: warning: -por=spin may miss errors: %s", t.File, t.Line, t.Text))
		}
	}
	return context.Cause(ctx)
}
