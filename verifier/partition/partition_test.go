package partition_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/atomic"
	"gospin/verifier/confirm"
	"gospin/verifier/modelgen"
	"gospin/verifier/partition"
	"gospin/verifier/search"
	"gospin/verifier/source"
	"gospin/verifier/store"
	"gospin/verifier/symmetry"
	"gospin/verifier/system"
	"gospin/verifier/thorough"
	"gospin/vm"
)

// compiled returns a model as pan -o1 -o2 -o3 sees it, each time with another layout, as on another machine.
func compiled(t *testing.T, path string) *vm.Program {
	prog, err := source.Source{Model: path}.Program(t.Context(), source.Aim{})
	require.NoError(t, err)
	return prog
}

func written(t *testing.T, text string) string {
	path := filepath.Join(t.TempDir(), "model.pml")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

// successors returns the moves of a program, as of a machine of its own.
func successors(prog *vm.Program) partition.Successors {
	return partition.NewMachine(atomic.New(system.Of(vm.NewMachine(prog)), nil), nil)
}

// normal are those up to an exchange of processes that are alike, with the function for a state's form.
func normal(prog *vm.Program) (partition.Successors, confirm.Form) {
	m := partition.NewMachine(atomic.New(system.Of(vm.NewMachine(prog)), nil), nil)
	g, _ := symmetry.Find(prog)
	if g == nil {
		return m, nil
	}
	m.Form = g.Normaliser().Normal
	return m, g.Normaliser().Back
}

// logs are the logs of a search, and the machines on which their partitions are. Whatever can go wrong with
// messages and machines does, at random.
type logs struct {
	t      *testing.T
	rand   *rand.Rand
	plan   *partition.Plan
	path   string
	rough  bool
	alike  bool        // states are stored up to an exchange of processes
	all    [][][]byte  // by partition
	flying []flying    // on the way to logs
	owners [2][]*owner // each partition may have two, one of which has lost it and does not know
	latest []partition.Tally
	saved  []savedPartition // by partition

	kills, saves, twice, zombies int
}

type flying struct {
	to   int
	text []byte
}

type owner struct {
	p    *partition.Partition
	next int // entry
}

type savedPartition struct {
	text []byte
	next int
}

var errKilled = errors.New("killed")

// own makes a partition on a machine of its own, from what was saved, if that is wanted.
func (l *logs) own(i int) *owner {
	next, _ := l.successors(compiled(l.t, l.path))
	if s := l.saved[i]; s.text != nil && l.rand.IntN(4) > 0 {
		p, err := partition.Load(bytes.NewReader(s.text), l.plan, i, next)
		require.NoError(l.t, err)
		return &owner{p, s.next}
	}
	return &owner{p: partition.New(l.plan, i, next)}
}

func (l *logs) successors(prog *vm.Program) (partition.Successors, confirm.Form) {
	if l.alike {
		return normal(prog)
	}
	return successors(prog), nil
}

// handle has an owner handle an entry. It may die at any batch that it sends.
func (l *logs) handle(o *owner, i int) bool {
	if o.next == len(l.all[i]) {
		return true
	}
	left := -1
	if l.rough && l.kills < 4*l.plan.Partitions && l.rand.IntN(12) == 0 {
		left = l.rand.IntN(3)
	}
	err := o.p.Handle(l.t.Context(), l.all[i][o.next], func(to int, text []byte) error {
		if left == 0 {
			return errKilled
		}
		left--
		l.flying = append(l.flying, flying{to, slices.Clone(text)})
		return nil
	})
	if errors.Is(err, errKilled) || err == nil && left >= 0 {
		l.kills++
		o.p.Free()
		return false
	}
	require.NoError(l.t, err)
	o.next++
	return true
}

// arrive has something on the way reach its log; roughly, perhaps twice.
func (l *logs) arrive() {
	k := 0
	if l.rough {
		k = l.rand.IntN(len(l.flying))
	}
	f := l.flying[k]
	if !l.rough || l.rand.IntN(10) > 0 {
		l.flying = slices.Delete(l.flying, k, k+1)
	} else {
		l.twice++
	}
	l.all[f.to] = append(l.all[f.to], f.text)
}

// step has an owner do something.
func (l *logs) step(i int) {
	o := l.owners[0][i]
	if o.next == len(l.all[i]) && o.p.Tally().Collected {
		kind := partition.Flush
		if l.rand.IntN(3) == 0 {
			kind = partition.Rest
		}
		l.all[i] = append(l.all[i], partition.Sign(kind))
	}
	entry := o.next
	if !l.handle(o, i) {
		l.owners[0][i] = l.own(i)
		return
	}
	if t := o.p.Tally(); t.Entries > l.latest[i].Entries {
		l.latest[i] = t
	}
	if o.next > entry && bytes.Equal(l.all[i][entry], partition.Sign(partition.Rest)) {
		var w bytes.Buffer
		require.NoError(l.t, o.p.Save(&w))
		l.saved[i] = savedPartition{w.Bytes(), o.next}
		l.saves++
	}
	if !l.rough {
		return
	}
	if l.owners[1][i] == nil && l.zombies < 2*l.plan.Partitions && l.rand.IntN(40) == 0 {
		l.zombies++
		l.owners[0][i], l.owners[1][i] = l.own(i), o
	}
	if z := l.owners[1][i]; z != nil && l.rand.IntN(3) == 0 {
		if !l.handle(z, i) {
			l.owners[1][i] = nil
		}
	}
}

// search searches a model.
func (l *logs) search() search.Result {
	n := l.plan.Partitions
	l.all, l.latest, l.saved = make([][][]byte, n), make([]partition.Tally, n), make([]savedPartition, n)
	l.owners = [2][]*owner{make([]*owner, n), make([]*owner, n)}
	for i := range n {
		l.owners[0][i] = l.own(i)
	}
	next, _ := l.successors(compiled(l.t, l.path))
	to, text, err := partition.Initial(l.plan, next)
	require.NoError(l.t, err)
	l.flying = append(l.flying, flying{to, text})
	for {
		if len(l.flying) > 0 && l.rand.IntN(2) == 0 {
			l.arrive()
			continue
		}
		l.step(l.rand.IntN(n))
		if len(l.flying) > 0 || l.rand.IntN(n) > 0 {
			continue
		}
		lengths := make([]uint64, n)
		for i := range lengths {
			lengths[i] = uint64(len(l.all[i]))
		}
		if partition.Done(l.latest, lengths) {
			return partition.Sum(l.latest)
		}
	}
}

// free releases the partitions, after all have caught up with their logs.
func (l *logs) free() {
	for _, all := range l.owners {
		for _, o := range all {
			if o != nil {
				o.p.Free()
			}
		}
	}
}

// caughtUp makes sure that all owners have handled their logs, so that they can be asked.
func (l *logs) caughtUp() {
	l.rough = false
	for i, o := range l.owners[0] {
		for o.next < len(l.all[i]) {
			require.True(l.t, l.handle(o, i))
		}
	}
}

// alone searches a model on one machine.
func alone(t *testing.T, path string) (*search.Result, []search.Fault) {
	prog := compiled(t, path)
	var faults []search.Fault
	st := store.NewPlain(prog.Layout, 0)
	defer st.Free()
	res, err := search.DFS(&search.Task{
		Sys: atomic.New(system.Of(vm.NewMachine(prog)), nil), Store: st,
		OnFault: func(f *search.Fault) error { faults = append(faults, *f); return nil },
	}, search.DFSOptions{})
	require.NoError(t, err)
	return res, faults
}

// counts are what must be the same, however a search is made.
type counts struct{ Stored, Matched, Atomic, Errors uint64 }

func countsOf(r *search.Result) counts {
	return counts{r.Stored, r.Matched, r.AtomicSteps, uint64(r.Errors)}
}

func newLogs(t *testing.T, path string, partitions int, seed uint64, rough bool) *logs {
	plan := partition.NewPlan(partitions, search.Limits{})
	r := rand.New(rand.NewPCG(seed, uint64(partitions)))
	if rough { // sizes that are reached all the time
		plan.BatchStates, plan.BatchBytes, plan.Collected = 1+r.IntN(60), 100+r.IntN(4000), 200+r.IntN(8000)
		plan.Lately = 64 << r.IntN(8)
	}
	return &logs{t: t, rand: r, plan: plan, path: path, rough: rough}
}

// TestCountsStayWhateverHappens: random models, beside a search on one machine.
func TestCountsStayWhateverHappens(t *testing.T) {
	t.Parallel()
	var kills, saves, twice, zombies, states int
	for seed := uint64(1); seed <= thorough.Long[uint64](15, 60, 150); seed++ {
		path := written(t, modelgen.Random(seed))
		want, faults := alone(t, path)
		if len(want.Incomplete) > 0 || want.Stored > 3000 {
			continue
		}
		partitions := 1 + int(seed%8)
		l := newLogs(t, path, partitions, seed, true)
		got := l.search()
		require.Equal(t, countsOf(want), countsOf(&got), "seed %d, %d partitions", seed, partitions)
		if len(faults) > 0 {
			isConfirmed(t, l, faults)
		}
		states += int(want.Stored)
		kills, saves, twice, zombies = kills+l.kills, saves+l.saves, twice+l.twice, zombies+l.zombies
		l.free()
	}
	t.Log("states", states, "kills", kills, "saved", saves, "twice", twice, "by former owners", zombies)
	require.Greater(t, min(kills, saves, twice, zombies), thorough.Long(5, 8, 20))
}

// TestFormsStayWhateverHappens: random models whose processes are alike, up to their exchange, beside one
// partition to which nothing happens. The same errors are found as without exchanges.
func TestFormsStayWhateverHappens(t *testing.T) {
	t.Parallel()
	tried, kills, all, fewer := 0, 0, uint64(0), uint64(0)
	for seed := uint64(1); seed <= thorough.Long[uint64](40, 200, 600); seed++ {
		path := written(t, modelgen.Alike(seed))
		if _, form := normal(compiled(t, path)); form == nil {
			continue
		}
		whole, faults := alone(t, path)
		if len(whole.Incomplete) > 0 || whole.Stored > 3000 {
			continue
		}
		one := newLogs(t, path, 1, seed, false)
		one.alike = true
		want := one.search()
		l := newLogs(t, path, 2+int(seed%7), seed, true)
		l.alike = true
		got := l.search()
		require.Equal(t, countsOf(&want), countsOf(&got), "seed %d", seed)
		require.Equal(t, len(faults) > 0, got.Errors > 0, "seed %d", seed)
		if len(faults) > 0 {
			isConfirmed(t, l, faults)
		}
		tried, kills = tried+1, kills+l.kills
		all, fewer = all+whole.Stored, fewer+got.Stored
		one.free()
		l.free()
	}
	t.Log(tried, "models of", all, "states,", fewer, "up to exchanges; kills", kills)
	require.Greater(t, tried, 5)
	require.Less(t, fewer, all)
}

// isConfirmed checks that the same kinds of errors are found as on one machine, and makes the moves to each.
func isConfirmed(t *testing.T, l *logs, faults []search.Fault) {
	l.caughtUp()
	messages := map[string]bool{}
	for i := range faults {
		messages[faults[i].Msg] = true
	}
	for in := range l.latest {
		for _, m := range l.latest[in].Met {
			require.True(t, messages[m.Msg], m.Msg)
			prog := compiled(t, l.path)
			next, form := l.successors(prog)
			path, err := partition.Path(l.plan, next, in, m.Number,
				func(in int, n uint32) ([]byte, error) { return l.owners[0][in].p.Origin(n) })
			require.NoError(t, err)
			require.Len(t, path, int(m.Level)+1)
			f := &search.Fault{EndState: m.End, Kind: m.Kind, Msg: m.Msg, Pid: m.Pid, Trans: m.Trans}
			if form == nil {
				_, err = confirm.Lift(prog, path, f, 0)
			} else {
				_, err = confirm.LiftForms(prog, path, form, f, 0)
			}
			require.NoError(t, err)
		}
	}
	for m := range messages {
		if l.alike { // one of those that alike processes have is enough
			break
		}
		require.True(t, slices.ContainsFunc(l.latest, func(x partition.Tally) bool {
			return slices.ContainsFunc(x.Met, func(x partition.Met) bool { return x.Msg == m })
		}), m)
	}
}

var recorded = regexp.MustCompile(`pan: (stored=.*)`)

// TestCountsArePans: the examples, whose figures are pan's, split into different numbers of partitions; all
// of them with the tag conformance, else small ones.
func TestCountsArePans(t *testing.T) {
	t.Parallel()
	models, err := filepath.Glob("../../examples/*.pml")
	require.NoError(t, err)
	tried := 0
	for i, path := range models {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		found := recorded.FindSubmatch(text)
		require.NotNil(t, found, path)
		var want counts
		var transitions, depth int
		_, err = fmt.Sscanf(string(found[1]), "stored=%d matched=%d transitions=%d atomic=%d depth=%d errors=%d",
			&want.Stored, &want.Matched, &transitions, &want.Atomic, &depth, &want.Errors)
		require.NoError(t, err, path)
		if want.Stored > thorough.Of[uint64](24_000, 1<<40) || !thorough.Every(2, i) {
			continue
		}
		tried++
		t.Run(filepath.Base(path), func(t *testing.T) {
			l := newLogs(t, path, 1+i%8, uint64(i), i%3 == 0 && want.Stored < 24_000)
			got := l.search()
			require.Equal(t, want, countsOf(&got))
			l.free()
		})
	}
	require.Greater(t, tried, thorough.Of(1, 3))
}

// TestDamage: an entry that is damaged in any place is refused, and so are other partitions.
func TestDamage(t *testing.T) {
	t.Parallel()
	path := written(t, modelgen.Random(3))
	plan := partition.NewPlan(2, search.Limits{})
	next := successors(compiled(t, path))
	to, text, err := partition.Initial(plan, next)
	require.NoError(t, err)
	for i := range text {
		bad := slices.Clone(text)
		bad[i] ^= 4
		p := partition.New(plan, to, next)
		require.Error(t, p.Handle(t.Context(), bad, nil))
		p.Free()
	}
	p := partition.New(plan, to, next)
	defer p.Free()
	ctx, stop := context.WithCancel(t.Context())
	stop()
	require.ErrorIs(t, p.Handle(ctx, text, nil), context.Canceled)
	require.Error(t, p.Save(&bytes.Buffer{}))
	q := partition.New(plan, 0, next)
	defer q.Free()
	require.NoError(t, q.Handle(t.Context(), partition.Sign(partition.Rest), nil))
	var w bytes.Buffer
	require.NoError(t, q.Save(&w))
	_, err = partition.Load(bytes.NewReader(w.Bytes()), plan, 1, next)
	require.Error(t, err)
	for n := range w.Len() {
		_, err = partition.Load(bytes.NewReader(w.Bytes()[:n]), plan, 0, next)
		require.Error(t, err)
	}
}
