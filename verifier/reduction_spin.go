package verifier

import (
	"context"
	"fmt"

	"gospin/verifier/por"
	"gospin/verifier/search"
	"gospin/vm"
)

func (r *reduction) spin(ctx context.Context, prog *vm.Program, beside bool) error {
	if r.why = prog.Marks.Off; r.why != "" {
		return nil
	}
	r.name, r.rule, r.static = "spin", por.NewSpin(ctx, prog, beside, beside), beside
	if !beside {
		r.proviso = search.SomeOffPath
	}
	if prog.Marks.Exclusive {
		r.exclusive = prog
	}
	for _, t := range prog.Marks.Traps {
		if beside || !t.Claim {
			r.warnings = append(r.warnings, fmt.Sprintf(
				"%s:%d: warning: -por=spin may miss errors: %s", t.File, t.Line, t.Text))
		}
	}
	return context.Cause(ctx)
}

// spinLiveness is SPIN's reduction as it is where cycles may be looked for, pan without -DSAFETY, even if
// none are.
func (r *reduction) spinLiveness(ctx context.Context, prog *vm.Program, beside bool) error {
	err := r.spin(ctx, prog, beside)
	if r.rule != nil && !beside {
		r.name, r.proviso = "spin-liveness", search.NoneOn
	}
	return err
}
