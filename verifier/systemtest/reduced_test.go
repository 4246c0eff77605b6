package systemtest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/atomic"
	"gospin/verifier/por"
	"gospin/verifier/search"
	"gospin/verifier/store"
	"gospin/verifier/system"
	"gospin/verifier/thorough"
	"gospin/vm"
)

// local lets a process move alone if its steps only access its own cells.
type local struct{ t *Toy }

func (l local) Class(s *vm.State, pid int) uint32 {
	p := l.t.L.ShapeOf(s.Vec).Procs[pid]
	at := s.Vec[p.Off]
	if at == End {
		return 0
	}
	for _, st := range l.t.Types[p.Type] {
		if st.From == at && !isLocal(&st) {
			return 0
		}
	}
	return 1
}

func isLocal(s *Step) bool {
	ok := s.Run == 0 && s.Send == 0 && s.Recv == 0 && !s.Atomic
	for _, t := range []*Test{s.If, s.Fail, s.Crash} {
		ok = ok && (t == nil || t.In == Local)
	}
	for i := range s.Set {
		ok = ok && s.Set[i].In == Local
	}
	return ok
}

func (l local) Next(classes []uint32, below int) int {
	for below--; below >= 0 && classes[below] == 0; {
		below--
	}
	return below
}

func (l local) Suffice(por.State, []uint32, int, []system.Choice) bool {
	return true
}

// findings are the errors that a reduction must preserve.
type findings struct {
	deadlocks int
	crashes   bool
	failed    map[string]bool
}

func findingsOf(t *testing.T, task *search.Task, by search.Proviso) (findings, *search.Result) {
	t.Helper()
	out := findings{failed: map[string]bool{}}
	task.OnFault = func(f *search.Fault) error {
		switch {
		case f.EndState:
			out.deadlocks++
		case f.Kind == vm.RuntimeError:
			out.crashes = true
		default:
			out.failed[f.Msg] = true
		}
		return nil
	}
	defer task.Store.Free()
	r, err := search.DFS(task, search.DFSOptions{Proviso: by})
	require.NoError(t, err)
	return out, r
}

// TestReducedSystems: with every proviso, layer and store there are as many deadlocks as without a reduction,
// and the same assertions fail. The toys have no crashes, since these end paths.
func TestReducedSystems(t *testing.T) {
	fewer, rejected := 0, 0
	for seed := range thorough.Of[uint64](50, 300) {
		toy := func() *Beside {
			b := RandomBeside(2 * seed)
			for _, steps := range b.Types {
				for i := range steps {
					steps[i].Crash, steps[i].Name = nil, string(rune('a'+i))
				}
			}
			return b
		}
		b := toy()
		want, raw := findingsOf(t, &search.Task{Sys: b, Store: store.NewPlain(b.L, 0)}, search.Anywhere)
		if raw.Stored > 20000 {
			continue
		}
		counts := map[search.Proviso]uint64{}
		for _, proviso := range []search.Proviso{search.SomeOff, search.SomeOffPath, search.NoneOn} {
			check := func(name string, sys system.System, st store.Store) {
				got, r := findingsOf(t, &search.Task{Sys: sys, Store: st}, proviso)
				require.Equal(t, want, got, "seed %d proviso %d %s", seed, proviso, name)
				require.LessOrEqual(t, r.Stored, raw.Stored)
				if r.Stored < raw.Stored {
					fewer++
				}
				if counts[proviso] == 0 {
					counts[proviso] = r.Stored
				}
				require.Equal(t, counts[proviso], r.Stored, "seed %d proviso %d %s", seed, proviso, name)
			}
			for name, mk := range stores(t) {
				b := toy()
				check(name, atomic.New(por.New(b, local{b.Toy}, false), nil), mk(b.L, 0))
			}
		}
		if counts[search.SomeOff] < counts[search.NoneOn] {
			rejected++
		}
	}
	t.Logf("%d searches of fewer states, %d systems where the proviso counts", fewer, rejected)
	require.Greater(t, fewer, thorough.Of(3, 100))
	require.GreaterOrEqual(t, rejected, thorough.Of(0, 1))
}
