package systemtest

import (
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/product"
	"gospin/verifier/search"
	"gospin/verifier/store"
	"gospin/verifier/store/relative"
	"gospin/verifier/system"
	"gospin/verifier/thorough"
	"gospin/vm"
)

// replayer makes moves with its own toy, which has the same shapes as the searched one.
type replayer struct{ b *Beside }

func newReplayer(b *Beside) replayer {
	toy, beside := *b.Toy, *b
	beside.Toy = &toy
	return replayer{&beside}
}

func (r replayer) Make(s *vm.State, moves []vm.Move) {
	for _, m := range moves {
		c := system.ChoiceOf(m)
		if m.Pid == vm.ClaimPid {
			r.b.DoClaim(s, &c)
		} else {
			r.b.Do(s, &c, 0)
		}
	}
}

// byOthers are stores that represent states by others, by name: for each k, and with each of the other
// options.
func byOthers(n int) map[string]func(b *Beside) store.Store {
	out := map[string]func(b *Beside) store.Store{}
	for i, k := range []int{1, 2, 3, 5, 7, 20, 50, 1e6} {
		way := n + i
		o := relative.Deltas{K: k, NoShorten: way&1 != 0, Collapse: way&2 != 0, HashBits: way%5 - 1}
		out[fmt.Sprintf("backward %+v", o)] = func(b *Beside) store.Store { return relative.NewDelta(b.L, o) }
		out[fmt.Sprintf("forward %+v", o)] = func(b *Beside) store.Store {
			o := o
			o.Forward = newReplayer(b)
			return relative.NewDelta(b.L, o)
		}
		d := relative.Diffs{
			K:     k,
			Of:    []string{relative.OfBytes, relative.OfComponents, relative.OfCells}[way%3],
			Hash2: []int{0, 2, 16, 2}[way&3],
			Slots: way >> 2 & 1,

			HashBits: way%4 - 1,
		}
		out[fmt.Sprintf("diff %+v", d)] = func(b *Beside) store.Store { return relative.NewDiff(b.L, d) }
	}
	return out
}

// TestStatesToldByOthers compares searches of random systems, alone and with their claims, depth first and
// nested, with the same searches and a plain store.
func TestStatesToldByOthers(t *testing.T) {
	states, deltas := uint64(0), uint64(0)
	seeds := uint64(8)
	if os.Getenv("GOSPIN_SOAK") != "" {
		seeds = 400
	}
	for seed := range seeds {
		for _, l := range layers {
			for _, how := range []string{"alone", "beside", "nested", "fair"} {
				run := func(mk func(b *Beside) store.Store) (*search.Result, store.Store) {
					b := RandomBeside(seed)
					sys := l.on(b)
					task, find := &search.Task{Sys: sys, Store: mk(b)}, deep
					if how != "alone" {
						p := product.New(sys)
						if task.Sys = p; how != "beside" {
							find = func(task *search.Task) (*search.Result, error) {
								return search.Nested(task, search.NestedOptions{Copies: how == "fair"})
							}
						}
						if how == "fair" {
							p.Fair(nil)
						}
					}
					r, err := find(task)
					require.NoError(t, err)
					r.Stack = 0 // hints differ
					return r, task.Store
				}
				want, st := run(func(b *Beside) store.Store { return store.NewPlain(b.L, 0) })
				st.Free()
				for name, mk := range byOthers(int(seed)) {
					got, st := run(mk)
					require.Equal(t, want, got, "seed %d %s %s %s", seed, l.name, how, name)
					if d, ok := st.(*relative.Delta); ok {
						deltas += d.Deltas().Deltas
					}
					st.Free()
				}
				states += want.Stored
			}
		}
	}
	t.Logf("%d states, %d deltas", states, deltas)
	require.Greater(t, states, thorough.Of[uint64](33, 1000))
	require.Greater(t, deltas, thorough.Of[uint64](333, 10000))
}
