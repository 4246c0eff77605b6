package cover

import (
	"context"
	"slices"
	"strings"

	"gospin/verifier/limit"
	"gospin/verifier/report"
	"gospin/verifier/search"
	"gospin/verifier/source"
	"gospin/verifier/store"
	"gospin/verifier/system"
	"gospin/vm"
)

// Count searches all states of a model, whose errors do not end it, and returns how often each statement
// is executed: once for every state in which it is, and for every way to execute it there.
func Count(
	ctx context.Context, m *source.Model, a source.Aim, memory int64, states uint64,
) (*report.Coverage, error) {
	a.Claim, a.Silent = "", true
	prog, err := m.Compile(ctx, a.Unmerged())
	if err != nil {
		return nil, err
	}
	st := store.NewPlain(prog.Layout, memory)
	defer st.Free()
	sys := &counting{
		Machine: system.Of(vm.NewMachine(prog)), inside: vm.NewMachine(prog), prog: prog,
		times: make([]uint64, len(prog.Trans)),
	}
	limits := search.Limits{Memory: memory, States: states}
	task := &search.Task{Context: ctx, Sys: sys, Store: st, Limits: limits}
	res, err := search.DFS(task, search.DFSOptions{})
	if err != nil {
		return nil, err
	}
	out := &report.Coverage{Counted: true, States: res.Stored, Statements: prog.Cover(sys.times)}
	out.Cut = strings.Join(res.Incomplete, "; ")
	if why := limit.Cause(ctx); why != "" && !slices.Contains(res.Incomplete, string(why)) {
		out.Cut = string(why)
	}
	return out, nil
}

// counting is a system that counts how often transitions are taken.
type counting struct {
	*system.Machine
	inside *vm.Machine // repeats d_steps, statement by statement
	prog   *vm.Program
	times  []uint64
}

// Do implements system.System.
func (c *counting) Do(s *vm.State, x *system.Choice, room int) vm.Step {
	c.times[x.Trans]++
	if x.Partner != 0 {
		c.times[x.Partner]++
	}
	if c.prog.Trans[x.Trans].Effect == vm.EffectDStep {
		c.inside.Inside(s, x.Move(), func(_, taken uint32, _, _ *vm.State) {
			if taken != 0 {
				c.times[taken]++
			}
		})
	}
	return c.Machine.Do(s, x, room)
}
