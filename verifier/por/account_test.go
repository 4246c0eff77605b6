package por_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/atomic"
	"gospin/verifier/por"
	"gospin/verifier/search"
	"gospin/verifier/source"
	"gospin/verifier/store"
	"gospin/verifier/system"
	"gospin/vm"
)

// place is a process at a control state.
type place struct {
	proctype, pid int
	state         uint32
}

// asking is a rule that lets no process move alone, and records which ones could have.
type asking struct {
	*por.ComputedRule
	prog *vm.Program
	m    *vm.Machine
	seen map[place][2]int // numbers of times that the process could not move alone, and that it could
}

func (r *asking) Next(_ []uint32, below int) int { return below - 1 }

func (r *asking) Suffice(state por.State, classes []uint32, pid int, choices []system.Choice) bool {
	s := state.Unpacked()
	at := place{r.prog.Layout.ShapeOf(s.Vec).Procs[pid].Type, pid, r.m.PC(s, pid)}
	n := r.seen[at]
	if r.ComputedRule.Next(classes, pid+1) == pid && r.ComputedRule.Suffice(state, classes, pid, choices) {
		n[1]++
	} else {
		n[0]++
	}
	r.seen[at] = n
	return false
}

// TestAccounts: if an account says that a process may always move alone, the rule permits it in every state
// of the model; if it says never, in none.
func TestAccounts(t *testing.T) {
	var models []string
	for _, pattern := range []string{"../../examples/*.pml", "../conformance/testdata/micro/*.pml"} {
		found, err := filepath.Glob(pattern)
		require.NoError(t, err)
		require.NotEmpty(t, found)
		models = append(models, found...)
	}
	always, later, never := 0, 0, 0
	for _, path := range models {
		prog, err := source.Source{Model: path}.Program(t.Context(), source.Aim{})
		o := por.ComputedOptions{}
		if err != nil || o.Off(prog) != "" {
			continue
		}
		r := &asking{computed(t, prog, o), prog, vm.NewMachine(prog), map[place][2]int{}}
		st := store.NewPlain(prog.Layout, 0)
		_, err = search.DFS(&search.Task{
			Sys:    atomic.New(por.New(system.Of(vm.NewMachine(prog)), r, false), nil),
			Store:  st,
			Limits: search.Limits{States: 2000},
		}, search.DFSOptions{Proviso: search.SomeOff})
		st.Free()
		require.NoError(t, err, path)
		a := r.Account()
		for at, n := range r.seen {
			alone := map[por.Alone]int{}
			for _, x := range a.Actors {
				if x.Proctype == at.proctype && (x.Pid == at.pid || x.Pid < 0) {
					alone[x.States[at.state].Alone]++
				}
			}
			require.NotEmpty(t, alone, "%s: %v has no actor", path, at)
			require.Zero(t, alone[por.Unreached], "%s: %v", path, at)
			if len(alone) == 1 && alone[por.Always] > 0 {
				require.Zero(t, n[0], "%s: %v", path, at)
				always += n[1]
			}
			if len(alone) == 1 && alone[por.Later] > 0 {
				later += n[1]
			}
			if len(alone) == 1 && alone[por.Never] > 0 {
				require.Zero(t, n[1], "%s: %v", path, at)
				never += n[0]
			}
		}
	}
	require.Greater(t, always, 10000)
	require.Greater(t, later, 1000)
	require.Greater(t, never, 10000)
}
