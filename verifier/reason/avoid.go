package reason

import (
	"fmt"
	"path/filepath"

	"gospin/verifier/trail"
	"gospin/vm"
)

// WayOut describes the last way out of a run to an error: instead of a step, a process could have made
// another move, after which an error could be avoided. Step 0 means that there was none. If runs are weakly
// fair, all processes go on.
func WayOut(p *vm.Program, t *trail.Trail, step int, instead vm.Move) string {
	if step == 0 {
		return "an error is certain, if all processes go on"
	}
	m := vm.NewMachine(p)
	r := &run{p: p}
	m.Initial(&r.last)
	n := 0
	for k, err := range trail.Replay(m, t) {
		if n++; n == step || err != nil {
			break
		}
		r.last.CopyFrom(k.After)
	}
	st := &p.Stmts[p.Trans[instead.Trans].Stmt]
	how := st.Written()
	if p.Trans[instead.Trans].Guard == vm.GuardDie {
		how = "its end"
	}
	if line := max(st.FirstLine, st.Line); line > 0 {
		how += fmt.Sprintf(" at %s:%d", filepath.Base(st.File), line)
	}
	return fmt.Sprintf("after step %d an error is certain, if all processes go on; instead, %s could execute %s",
		step, r.name(&r.last, int(instead.Pid)), how)
}
