package tune

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"slices"
	"strings"

	"gospin/compression/offheap"
	"gospin/compression/train"
	"gospin/verifier/ask"
	"gospin/verifier/product"
	"gospin/verifier/search"
	"gospin/verifier/source"
	"gospin/verifier/store"
	"gospin/verifier/system"
	"gospin/verifier/way"
	"gospin/vm"
)

// TrainOptions limit a training run.
type TrainOptions struct {
	States int    // number of states to sample; 0 for DefaultTraining
	Memory int64  // bytes of the bits that remember states; 0 for 16 per sampled state
	Search string // one of Searches; "" for the first
	Seed   uint64 // of random walks
	uses   bool   // also sample each variable
}

// Searches are the ways of training: depth first samples many states of a small part, random walks few states
// of many parts; mixed is mostly depth first, with some random walks.
var Searches = []string{"mixed", "dfs", "walk"}

const (
	// DefaultTraining is the default number of states of a training run.
	DefaultTraining = 100000
	// shortTraining is the number for a verification without a profile.
	shortTraining = 20000
	// walkLength is the number of steps after which a random walk starts again.
	walkLength = 5000
)

// ProfilePath returns the path of a model's profile.
func ProfilePath(model string) string { return model + ".profile" }

// Train makes a fast, bounded run that keeps a few bits of each state, and returns a profile of the states.
// When ctx is done, it returns the profile of the states so far.
func Train(ctx context.Context, o ask.Options, t TrainOptions) (*train.Profile, error) {
	o.Compress = "trained"
	_, prog, err := load(ctx, &o)
	if err != nil {
		return nil, err
	}
	t.uses = true
	return learn(ctx, &o, t, prog)
}

// load reads and compiles a model without a claim, and settles the options.
func load(ctx context.Context, o *ask.Options) (*source.Model, *vm.Program, error) {
	var err error
	if *o, err = o.Settle(); err != nil {
		return nil, nil, err
	}
	model, err := o.Open(ctx)
	if err != nil {
		return nil, nil, err
	}
	prog, err := model.Compile(ctx, o.Aim(way.Store{}, "", false))
	return model, prog, err
}

func learn(ctx context.Context, o *ask.Options, t TrainOptions, prog *vm.Program) (*train.Profile, error) {
	if t.States == 0 {
		t.States = DefaultTraining
	}
	if t.Memory == 0 {
		t.Memory = int64(t.States) * 16
	}
	sampler := train.NewSampler(prog.Layout, 0)
	defer sampler.Free()
	bits := store.Bitstate{Bits: store.BitsIn(t.Memory), Hashes: way.DefaultHashes}
	st := store.NewBitstate(prog.Layout, bits)
	defer st.Free()
	s := &sampled{Store: st, sampler: sampler, left: t.States}
	complete := false
	switch t.Search {
	case "", "mixed":
		if prog.Claim == nil { // walks have no claim
			s.left = t.States - t.States/4
		}
		var err error
		if complete, err = deep(ctx, o, prog, s); err != nil {
			return nil, err
		}
		if !complete && prog.Claim == nil {
			s.left += t.States / 4
			walk(ctx, prog, s, t)
		}
	case "dfs":
		var err error
		if complete, err = deep(ctx, o, prog, s); err != nil {
			return nil, err
		}
	case "walk":
		walk(ctx, prog, s, t)
	default:
		return nil, fmt.Errorf("-search takes %s, not %q", strings.Join(Searches, ", "), t.Search)
	}
	p := sampler.Profile(source.Digest(prog), complete)
	if t.uses {
		p.Uses = sampler.Uses()
	}
	return p, nil
}

// deep searches depth first, and reports whether the search was complete.
func deep(ctx context.Context, o *ask.Options, prog *vm.Program, s *sampled) (bool, error) {
	m := system.Of(vm.NewMachine(prog))
	limits := search.Limits{Depth: o.Depth, Memory: o.Memory}
	task := &search.Task{Context: ctx, Sys: m, Store: s, Limits: limits}
	var r *search.Result
	var err error
	if prog.Claim != nil {
		task.Sys = product.New(m)
		r, err = search.Nested(task, search.NestedOptions{})
	} else {
		r, err = search.DFS(task, search.DFSOptions{})
	}
	if err != nil {
		return false, err
	}
	if slices.Contains(r.Incomplete, search.NoMemory) {
		panic(offheap.OutOfMemory(0)) // what was seen may be in a table that could not grow
	}
	return !r.Stopped && len(r.Incomplete) == 0, nil
}

// sampled passes new states to a sampler, until it has enough of them.
type sampled struct {
	store.Store
	sampler *train.Sampler
	left    int
}

// Visit implements store.Store. Only the first search of a nested one continues, since it reaches all states.
func (s *sampled) Visit(a *store.Arrival) (store.Ref, store.Status) {
	if a.Mark > 1 {
		a.Was = a.Mark
		return 0, store.Closed
	}
	if s.left == 0 {
		return 0, store.Full
	}
	ref, status := s.Store.Visit(a)
	if status == store.New {
		s.left--
		s.sampler.Add(a.State.Vec)
	}
	return ref, status
}

// walk makes random walks from the initial state, with a total of two steps for each state that may be
// sampled.
func walk(ctx context.Context, prog *vm.Program, s *sampled, t TrainOptions) {
	m, r := vm.NewMachine(prog), rand.New(rand.NewPCG(t.Seed, 1))
	var st vm.State
	var moves []vm.Move
	a := store.Arrival{State: &st}
	length := walkLength
	for step := 0; step < 2*t.States && s.left > 0 && (step&1023 != 0 || ctx.Err() == nil); step++ {
		if length++; length >= walkLength {
			m.Initial(&st)
			s.Visit(&a)
			length = 0
		}
		var eff vm.Effect
		if moves, eff = m.Moves(&st, moves[:0]); eff&vm.Released != 0 {
			moves, _ = m.Moves(&st, moves[:0])
		}
		if len(moves) == 0 {
			length = walkLength
			continue
		}
		if eff = m.Do(&st, moves[r.IntN(len(moves))]); eff&(vm.Pruned|vm.Abort) != 0 {
			length = walkLength
		} else if eff&vm.Transient == 0 {
			s.Visit(&a)
		}
	}
}

// trainCommand returns the command that trains the model. Over means that it overwrites the requested
// profile.
func trainCommand(o *ask.Options, over bool) string {
	words := []string{"gospin train"}
	for _, d := range o.Defines {
		words = append(words, "-D"+d)
	}
	for _, u := range o.Undefs {
		words = append(words, "-U"+u)
	}
	if o.Lossy {
		words = append(words, "-lossy")
	}
	if o.Profile != "" && over {
		words = append(words, "-o", o.Profile)
	}
	return strings.Join(append(words, o.Model), " ")
}

// Profile returns the profile for a trained run: the one named in the options, the one of the model, or that
// of a short training run.
func Profile(ctx context.Context, o *ask.Options, prog *vm.Program) (*train.Profile, string, error) {
	path := o.Profile
	if path == "" {
		path = ProfilePath(o.Model)
	}
	p, err := train.Read(path, source.Digest(prog))
	switch {
	case err == nil:
		return p, fmt.Sprintf("profile %s (%d states)", path, p.States), nil
	case o.Profile == "" && errors.Is(err, fs.ErrNotExist), prog.Claim != nil && errors.Is(err, train.ErrModel):
		// A profile is of the model without a claim. With a claim, globals have other values.
		p, err = learn(ctx, o, TrainOptions{States: shortTraining}, prog)
		if err != nil {
			return nil, "", err
		}
		return p, fmt.Sprintf("a training run of %d states", p.States), nil
	}
	return nil, "", fmt.Errorf("%w; %s writes a new one", err, trainCommand(o, !errors.Is(err, train.ErrNotProfile)))
}
