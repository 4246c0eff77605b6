package space_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/batch"
	"gospin/verifier/checkpoint"
	"gospin/verifier/por"
	"gospin/verifier/roots"
	"gospin/verifier/source"
	"gospin/verifier/space"
	"gospin/verifier/symmetry"
	"gospin/verifier/thorough"
)

// safe stores checkpoints from time to time, and keeps the last.
type safe struct {
	random *rand.Rand
	often  float64
	last   []byte
	n      int
}

func (s *safe) Due() bool { return s.random.Float64() < s.often }

func (s *safe) Keep(write func(*checkpoint.Writer)) {
	var out bytes.Buffer
	w := checkpoint.NewWriter(&out)
	if write(w); w.Close() != nil {
		panic(w.Err())
	}
	s.last = out.Bytes()
	s.n++
}

// reader returns a Reader of the last checkpoint, or nil if there is none.
func (s *safe) reader(t *testing.T) *checkpoint.Reader {
	if s.last == nil {
		return nil
	}
	path := filepath.Join(t.TempDir(), "state")
	require.NoError(t, os.WriteFile(path, s.last, 0o600))
	r, err := checkpoint.OpenReader(path)
	require.NoError(t, err)
	t.Cleanup(func() { _ = r.Close() })
	return r
}

// way is how an interrupted search is made.
type way struct {
	batch.Task
	reduced, symmetric bool
	turns              bool // after a while, states are stored by moves
	disk               bool // open states are on disk
	path               string
	defines            []string
}

// ended has the counts of a search that has ended.
type ended struct {
	stored, matched, atomic uint64
	depth, errors           int
	taken                   string
	met                     map[string]bool
}

// once makes a search of a program that is compiled again, as in another process.
func (w *way) once(t *testing.T, s *safe, states uint64) (*ended, bool) {
	p, err := source.Source{Model: w.path, Defines: w.defines}.Program(t.Context(), source.Aim{})
	require.NoError(t, err)
	task := w.Task
	task.Limits.States, task.Limits.NoEnd = states, w.Limits.NoEnd
	var rule por.Rule
	if w.reduced {
		rule, err = por.Computed(t.Context(), p, por.ComputedOptions{})
		require.NoError(t, err)
	}
	var group *symmetry.Group
	if w.symmetric {
		group, _ = symmetry.Find(p)
		require.NotNil(t, group)
	}
	if s != nil {
		task.Keeper, task.From = s, s.reader(t)
	}
	if w.disk {
		task.Disk = roots.NewDisk(t.TempDir(), 1)
		defer func() {
			require.NoError(t, task.Disk.Full())
			require.NoError(t, task.Disk.Close())
		}()
	}
	taken := make([]byte, len(p.Trans))
	sp, r, err := space.Search(p, nil, rule, group, taken, &task)
	require.NoError(t, err)
	sp.Stats()
	out := &ended{r.Stored, r.Matched, r.AtomicSteps, r.Depth, r.Errors, fmt.Sprint(taken[1:]),
		map[string]bool{}}
	if task.Order == batch.AnyOrder && (task.Unmove == nil || w.turns) {
		out.depth = 0
	}
	for _, m := range r.Met {
		out.met[fmt.Sprint(m)] = true
	}
	return out, !r.Stopped
}

// alikes has processes that can be exchanged.
const alikes = `
byte n;
active [3] proctype P() {
	byte mine;
	do
	:: n < 2 -> n++; mine = (mine + 1) % 7; n--
	:: mine > 3 -> mine--
	od
}`

// TestInterruptedSearchesCountTheSame writes checkpoints at random, kills searches at random, ends them by
// limits, and continues them with other numbers of workers.
func TestInterruptedSearchesCountTheSame(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	in := func(name string, defines ...string) way {
		return way{path: filepath.Join("../../examples", name), defines: defines}
	}
	ways := map[string]way{}
	add := func(name string, w way, change func(*way)) { change(&w); ways[name] = w }
	models := []way{in("leader.pml", "N=4"), in("snoopy.pml", "N=1"), in("sort.pml", "N=4")}
	for _, w := range models {
		name := strings.TrimSuffix(filepath.Base(w.path), ".pml")
		add(name, w, func(*way) {})
		add(name+" deep", w, func(w *way) { w.Order = batch.DepthFirst })
		add(name+" broad", w, func(w *way) { w.Order = batch.BreadthFirst })
		add(name+" trees", w, func(w *way) { w.Set = roots.Trees })
		add(name+" quotients", w, func(w *way) { w.Set = roots.Quotients })
		add(name+" reduced", w, func(w *way) { w.reduced = true })
		add(name+" counting", w, func(w *way) { w.Counts = true })
		add(name+" unmove", w, func(w *way) { w.Unmove = &batch.Unmove{} })
		add(name+" unmove, short of memory", w, func(w *way) {
			w.Unmove, w.Limits.Memory = &batch.Unmove{Every: 2, Whole: roots.Trees}, 1<<40
		})
		add(name+" to unmove", w, func(w *way) { w.turns = true })
		add(name+" on disk", w, func(w *way) { w.disk = true })
		add(name+" broad, on disk", w, func(w *way) { w.Order, w.disk = batch.BreadthFirst, true })
		add(name+" deep, on disk", w, func(w *way) { w.Order, w.disk = batch.DepthFirst, true })
	}
	add("reduced and large", in("pftp.pml", "N=1"), func(w *way) { w.reduced = true })
	alike := filepath.Join(t.TempDir(), "alike.pml")
	require.NoError(t, os.WriteFile(alike, []byte(alikes), 0o600))
	add("symmetric", way{path: alike}, func(w *way) { w.symmetric = true })
	rounds := thorough.Of(2, 6)
	if os.Getenv("GOSPIN_LONG") != "" {
		rounds = 20
	}
	for name, w := range ways {
		t.Run(name, func(t *testing.T) {
			want, ok := w.once(t, nil, 0)
			require.True(t, ok)
			for round := range rounds {
				s := &safe{random: r, often: r.Float64()}
				states, kills := uint64(0), 0
				if w.turns {
					w.Unmove = nil
				}
				for run := 0; ; run++ {
					w.Workers = 1 + r.IntN(4)
					w.Batch = 1 + r.IntN(30)
					if w.turns && s.last != nil && w.Unmove == nil && r.IntN(2) == 0 {
						w.Unmove = &batch.Unmove{Every: 1 + r.IntN(12), Whole: roots.Trees}
					}
					before := s.last
					states += want.stored/uint64(2+r.IntN(8)) + 1
					got, ok := w.once(t, s, states)
					if ok {
						if w.reduced { // accepted sets depend on when roots are packed again
							require.InEpsilon(t, want.stored, got.stored, 0.1)
							require.Equal(t, want.met, got.met)
							break
						}
						require.Equal(t, want, got, "round %d, run %d, %d kept", round, run, s.n)
						break
					}
					require.NotNil(t, s.last)
					if kills < 3 && r.IntN(4) == 0 { // it was killed before the last checkpoint
						s.last, states, kills = before, states/2, kills+1
					}
				}
				require.Positive(t, s.n)
			}
		})
	}
}
