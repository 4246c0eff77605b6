package conformance

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/promela/resolve"
	"gospin/vm"
	"gospin/vm/compile"
)

// mostStates bounds the models that reductions are tried on.
const mostStates = 5000

// safety is what a search finds that no reduction may change.
type safety struct {
	States    int
	Deadlocks int
	Faults    []string // kind, place, process and message of each, in order
}

// rawSafety explores a program in every order there is, and as plainly as possible. The result false says
// that there are more than mostStates.
func rawSafety(p *vm.Program) (found safety, ok bool) {
	m := vm.NewMachine(p)
	seen, faults := map[string]bool{}, map[string]bool{}
	var todo []*vm.State
	arrive := func(s *vm.State, transient bool) {
		key := string(m.Layout().Key(s.Vec))
		if transient {
			key += fmt.Sprint(" ", s.Excl)
		} else if !seen[key] {
			found.States++
		}
		if !seen[key] {
			seen[key] = true
			todo = append(todo, s)
		}
	}
	start := &vm.State{}
	note(m, p, m.Initial(start), faults)
	arrive(start, false)
	for len(todo) > 0 {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if found.States > mostStates || len(seen) > 10*mostStates {
			return found, false
		}
		moves, eff := m.Moves(s, nil)
		note(m, p, eff, faults)
		if eff&vm.Released != 0 {
			arrive(s, false)
			continue
		}
		if eff&vm.InvalidEnd != 0 {
			found.Deadlocks++
		}
		for _, mv := range moves {
			t := &vm.State{}
			t.CopyFrom(s)
			eff := m.Do(t, mv)
			note(m, p, eff, faults)
			if eff&vm.Pruned == 0 {
				arrive(t, eff&vm.Transient != 0)
			}
		}
	}
	found.Faults = slices.Sorted(maps.Keys(faults))
	return found, true
}

func note(m *vm.Machine, p *vm.Program, eff vm.Effect, faults map[string]bool) {
	if eff&vm.Failed != 0 {
		for _, f := range m.Faults() {
			faults[nameOf(p, f.Kind, f.Trans, f.Pid, f.Msg)] = true
		}
	}
}

// nameOf says which fault it is, in a program compiled with any options.
func nameOf(p *vm.Program, kind vm.FaultKind, trans uint32, pid int, msg string) string {
	at := p.Stmts[p.Trans[trans].Stmt]
	return fmt.Sprintf("%d:%d %d, process %d: %s", at.Line, at.Col, kind, pid, msg)
}

func compiled(t *testing.T, text string, o compile.Options) *vm.Program {
	t.Helper()
	m, err := resolve.ParseString(t.Context(), "m.pml", text, resolve.Options{})
	require.NoError(t, err, text)
	p, err := compile.Compile(t.Context(), m, o)
	require.NoError(t, err, text)
	return p
}
