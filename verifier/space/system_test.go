package space_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"gospin/verifier/atomic"
	"gospin/verifier/modelgen"
	"gospin/verifier/search"
	"gospin/verifier/source"
	"gospin/verifier/space"
	"gospin/verifier/store"
	"gospin/verifier/system"
	"gospin/verifier/thorough"
	"gospin/vm"
)

// beside compares the engine with the machine at every step.
type beside struct {
	*space.System
	t           *testing.T
	m           *vm.Machine
	state, next vm.State
	copy        vm.State
	moves       []vm.Move
	remembered  int
	known       int
	together    int // steps taken with others
	forked      int // moves that begin like the one before
	broken      int
}

// unpack leaves s as it is: brought up to date, it would lend new meanings to old moves.
func (b *beside) unpack(dst, s *vm.State) {
	b.copy.CopyFrom(s)
	b.Unpack(dst, &b.copy)
}

func (b *beside) Expand(s *vm.State, x *system.Expansion) {
	b.unpack(&b.state, s)
	var eff vm.Effect
	b.moves, eff = b.m.Moves(&b.state, b.moves[:0])
	b.System.Expand(s, x)
	require.Equal(b.t, eff, x.Effect)
	require.Equal(b.t, b.state.Excl, s.Excl)
	n := 0
	for i := range x.Choices {
		c := &x.Choices[i]
		if c.Note != 0 {
			b.remembered++
		}
		for n < len(b.moves) && b.moves[n] != c.Move() {
			n++
		}
		require.Less(b.t, n, len(b.moves), "a choice that the machine has not, or not here")
	}
	closed := 0
	for _, g := range x.Gaps {
		closed += int(g.Closed)
	}
	b.known += closed
	require.GreaterOrEqual(b.t, len(x.Choices)+closed, len(b.moves))
	if len(x.Gaps) > 0 {
		require.Len(b.t, x.Gaps, len(x.Choices)+1)
	}
}

// leaf is where a move and the steps of an atomic sequence behind it lead.
type leaf struct {
	s                          *vm.State
	eff                        vm.Effect
	before, handshakes, beyond int
	way                        []int // the choices made
}

const failing = vm.Failed | vm.Pruned | vm.Abort

// leaves appends what lies behind a state within an atomic sequence: every end of it, or without all the
// first choice or failure.
func (b *beside) leaves(l leaf, all bool, out []leaf) []leaf {
	if l.eff&vm.Transient == 0 || l.eff&failing != 0 {
		return append(out, l)
	}
	s := &vm.State{}
	s.CopyFrom(l.s)
	moves, offers := b.m.Moves(s, nil)
	levels, offered := 1, 0
	if l.eff&vm.Handshake != 0 {
		levels = 2
	}
	if offers&vm.Attempted != 0 {
		offered = 1
	}
	switch {
	case offers&vm.Released != 0:
		b.broken++
		l.s, l.eff, l.beyond = s, l.eff&^vm.Transient, levels+offered
		return append(out, l)
	case offers&failing != 0 || len(moves) > 1 && !all || l.before == atomic.MostBefore:
		return append(out, l)
	}
	for i, m := range moves {
		next := leaf{
			&vm.State{},
			0,
			l.before + 1,
			l.handshakes + levels - 1,
			offered,
			append(slices.Clone(l.way), i),
		}
		next.s.CopyFrom(l.s)
		if next.eff = b.m.Do(next.s, m); next.eff&failing != 0 && !all {
			return append(out, l)
		}
		if out = b.leaves(next, all, out); len(out) > 1000 {
			break
		}
	}
	return out
}

func (b *beside) Do(s *vm.State, c *system.Choice, room int) vm.Step {
	b.unpack(&b.state, s)
	first := leaf{s: &vm.State{}}
	first.s.CopyFrom(&b.state)
	first.eff = b.m.Do(first.s, c.Move())
	all := []leaf{first}
	if room >= atomic.Room {
		all = b.leaves(first, c.Note != 0, nil)
	}
	want, shared := all[c.Leaf], 0
	if c.Leaf > 0 {
		b.forked++
		before := all[c.Leaf-1].way
		for shared < len(before) && before[shared] == want.way[shared] {
			shared++
		}
		shared++
	}
	b.together += want.before
	got := b.System.Do(s, c, room)
	require.Equal(
		b.t,
		vm.Step{Effect: want.eff, Counts: vm.Counts{Before: uint8(want.before), Shared: uint8(shared),
			Handshakes: uint8(want.handshakes), Beyond: uint8(want.beyond)}},
		got,
	)
	b.unpack(&b.next, s)
	require.Equal(b.t, want.s.Excl, b.next.Excl)
	require.Equal(b.t, want.s.Vec, b.next.Vec)
	return got
}

// TestEngineDoesWhatTheMachineDoes: what the engine remembers is what evaluation gives, and its counts are
// those of a search without it.
func TestEngineDoesWhatTheMachineDoes(t *testing.T) {
	models, err := filepath.Glob("../../examples/*.pml")
	require.NoError(t, err)
	more, err := filepath.Glob("testdata/*.pml")
	require.NoError(t, err)
	models = append(models, more...)
	for seed := uint64(1); seed <= thorough.Of[uint64](8, 60); seed++ {
		path := filepath.Join(t.TempDir(), "random.pml")
		require.NoError(t, os.WriteFile(path, []byte(modelgen.Random(seed)), 0o600))
		models = append(models, path)
	}
	most := thorough.Of[uint64](1000, 3000)
	remembered, known, complete, together, forked, broken := 0, 0, 0, 0, 0, 0
	for _, path := range models {
		prog, err := source.Source{Model: path}.Program(t.Context(), source.Aim{})
		require.NoError(t, err)
		if !space.TakesSystem(prog) {
			continue
		}
		for _, limits := range []search.Limits{{States: most}, {States: most, Depth: atomic.Room + 19}} {
			engine, packed := space.NewSystem(system.Of(vm.NewMachine(prog)), 0, nil)
			b := &beside{System: engine, t: t, m: vm.NewMachine(prog)}
			got, err := search.DFS(&search.Task{Sys: b, Store: packed, Limits: limits}, search.DFSOptions{})
			require.NoError(t, err, path)
			whole := store.NewPlain(prog.Layout, 0)
			want, err := search.DFS(
				&search.Task{Sys: system.Of(vm.NewMachine(prog)), Store: whole, Limits: limits},
				search.DFSOptions{},
			)
			require.NoError(t, err, path)
			// what is known already is not asked of a full store
			if want.Stack, got.Stack = 0, 0; !want.Stopped {
				require.Equal(t, want, got, path)
				complete++
			}
			require.Equal(t, want.Stored, got.Stored, path)
			packed.Free()
			whole.Free()
			remembered += b.remembered
			known += b.known
			together += b.together
			forked += b.forked
			broken += b.broken
		}
	}
	require.Greater(t, remembered, thorough.Of(5000, 50000))
	require.Greater(t, known, thorough.Of(500, 5000))
	require.Greater(t, complete, thorough.Of(4, 40))
	require.Greater(t, together, thorough.Of(50, 5000))
	require.GreaterOrEqual(t, broken, thorough.Of(0, 101))
	require.GreaterOrEqual(t, forked, thorough.Of(0, 101))
	t.Log(remembered, known, complete, together, forked, broken)
}

// TestEngineAllocatesNothingPerTransition: what is learnt takes memory, what is remembered takes none.
func TestEngineAllocatesNothingPerTransition(t *testing.T) {
	prog, err := source.Source{
		Model:   "../../examples/leader.pml",
		Defines: []string{"N=6"},
	}.Program(
		t.Context(),
		source.Aim{},
	)
	require.NoError(t, err)
	engine, packed := space.NewSystem(system.Of(vm.NewMachine(prog)), 0, nil)
	defer packed.Free()
	task := &search.Task{Sys: engine, Store: packed}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r, err := search.DFS(task, search.DFSOptions{})
	runtime.ReadMemStats(&after)
	require.NoError(t, err)
	require.Greater(t, r.Transitions(), uint64(10000))
	require.Less(t, after.Mallocs-before.Mallocs, r.Transitions()/20)
	t.Log(after.Mallocs-before.Mallocs, r.Transitions())
}

// full are all recorded figures of an example.
var full = regexp.MustCompile(`pan: (stored=\d+ matched=\d+ transitions=\d+ atomic=\d+ depth=\d+ errors=\d+)`)

// TestSystemsHaveTheRecordedFigures, also where states are packed anew again and again, and where what is
// remembered is forgotten.
func TestSystemsHaveTheRecordedFigures(t *testing.T) {
	models, err := filepath.Glob("../../examples/*.pml")
	require.NoError(t, err)
	for _, path := range models {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(path)
			require.NoError(t, err)
			stored := uint64(0)
			for _, shake := range []struct{ every, resets int }{{}, {997, 0}, {0, 97}, {1999, 211}} {
				if stored > thorough.Of[uint64](20000, 40000) { // it has been searched without
					break
				}
				prog, err := source.Source{Model: path}.Program(t.Context(), source.Aim{})
				require.NoError(t, err)
				require.True(t, space.TakesSystem(prog))
				sys, st := space.NewSystem(system.Of(vm.NewMachine(prog)), 0, nil)
				sys.Shake(shake.every, shake.resets)
				r, err := search.DFS(&search.Task{Sys: sys, Store: st}, search.DFSOptions{})
				require.NoError(t, err)
				stored = r.Stored
				got := fmt.Sprintf("stored=%d matched=%d transitions=%d atomic=%d depth=%d errors=%d",
					r.Stored, r.Matched, r.Transitions(), r.AtomicSteps, r.Depth, r.Errors)
				require.Equal(t, string(full.FindSubmatch(text)[1]), got, "%+v", shake)
				if shake.every > 0 {
					require.Greater(t, sys.Stats().Repacks, int(r.Stored)/shake.every-1)
				}
				if shake.resets > 0 && shake.every == 0 {
					require.Positive(t, sys.Stats().Forgot)
				}
				st.Free()
			}
		})
	}
}

// TestASystemOfManyChoices: what lies behind a state is more than there is room to remember.
func TestASystemOfManyChoices(t *testing.T) {
	options := strings.Repeat(":: x = 0 :: x = 1 ", 250)
	path := filepath.Join(t.TempDir(), "many.pml")
	text := "byte x; active [120] proctype P() { do " + options + "od }"
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	prog, err := source.Source{Model: path}.Program(t.Context(), source.Aim{})
	require.NoError(t, err)
	sys, st := space.NewSystem(system.Of(vm.NewMachine(prog)), 0, nil)
	defer st.Free()
	r, err := search.DFS(&search.Task{Sys: sys, Store: st}, search.DFSOptions{})
	require.NoError(t, err)
	require.EqualValues(t, 2, r.Stored)
	require.EqualValues(t, 2*120*500+1, r.Transitions())
	require.Positive(t, sys.Stats().Forgot)
}

// TestStatesWithinSequencesRepeat: what is not the machine's in the vector of such a state does not count.
func TestStatesWithinSequencesRepeat(t *testing.T) {
	path := filepath.Join(t.TempDir(), "within.pml")
	text := "byte x; active proctype P() { atomic { do :: x = 1 - x od } }"
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	prog, err := source.Source{Model: path}.Program(t.Context(), source.Aim{})
	require.NoError(t, err)
	sys, st := space.NewSystem(system.Of(vm.NewMachine(prog)), 0, nil)
	defer st.Free()
	var s vm.State
	sys.Initial(&s)
	first, x := slices.Clone(s.Vec), &system.Expansion{}
	require.True(t, sys.Repeats(&s, first))
	var vec []byte
	for i := range 7 {
		sys.Expand(&s, x)
		require.NotEmpty(t, x.Choices)
		step := sys.Do(&s, &x.Choices[0], 1)
		require.NotZero(t, step.Effect&vm.Transient)
		require.False(t, sys.Repeats(&s, first))
		if i == 2 {
			vec = slices.Clone(s.Vec)
			vec[len(vec)-1]++ // of the version of the root that the sequence began with
		} else if i > 2 {
			require.Equal(t, i%2 == 0, sys.Repeats(&s, vec), i)
		}
	}
}
