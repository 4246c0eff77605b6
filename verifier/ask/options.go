package ask

import (
	"fmt"
	"time"

	"gospin/promela"
	"gospin/promela/diag"
	"gospin/verifier/fair"
	"gospin/verifier/host"
	"gospin/verifier/partition"
	"gospin/verifier/report"
	"gospin/verifier/source"
	"gospin/verifier/way"
)

// Options are the options of a run.
type Options struct {
	source.Source
	Storage
	Approximate
	Reduction
	Limits
	Question
	Deltas
	Diffs
	Caching
	Sweeping
	Keeping
	// Certificate is a file to write all states to, where assertions and end states hold; "": none.
	Certificate string
	AllTrail    bool   // -e: write a trail for every error; no error ends the search
	Trail       string // folder or file for trails; "" for the model's folder
	Order       string // one of Orders; "" for any
	Seed        uint64 // for random choices: an order, hash functions, or the states that a cache forgets
	Workers     int    // number of workers; 0 for one per processor, all but one of which join late
	// LateWorkers makes all workers but one join only when a search takes long.
	LateWorkers bool
	Processors  int // number of workers if Workers is 0; 0 for the host's processors
	// time to look for a shorter path to an error of the model; 0 to report the error as found
	Shorten time.Duration
	// report errors in a state or step with the fewest moves, however long that takes
	Shortest bool
	Stats    bool // report what the engine did
	Shuffle  bool // depth first, choices of a state in an order that Seed selects
	Sample   int  // how many hashes of states to report, of an approximate search or a cache
	First    bool // end the run after the first violated property
	Coverage bool // report which statements are executed, whatever is searched for
	Counts   bool // report how often statements are executed, by a search of its own
	// Look is called with the model, and returns warnings about it; an error ends the run. If it is nil, the
	// warnings are those from reading the model.
	Look func(*promela.Model) (diag.List, error)
	// Crew is called with the number of workers of a search whenever it changes. It may be nil.
	Crew func(workers int)
	// Progress is called about every second during a long search. It may be nil.
	Progress func(Progress)
	// Partitioned makes searches in partitions; nil: they are made here.
	Partitioned partition.Searcher
	// Ended is called with the report of every completed search; an error ends the run. It may be nil.
	Ended func(*report.Report) error
}

// Package way defines how states are stored.
type (
	Storage     = way.Storage
	Approximate = way.Approximate
	Deltas      = way.Deltas
	Diffs       = way.Diffs
	Caching     = way.Caching
)

// Limits of searches.
type Limits struct {
	Depth  int   // -m; 0 for no limit
	Memory int64 // bytes of the store and the stack; 0 for three quarters of the machine's memory
	// OpenMemory is how many bytes of open states stay in memory, of a search in batches; 0: all. Others lie
	// in the folder of the checkpoint, or where temporary files do.
	OpenMemory int64
	Time       time.Duration // 0 for no limit
	Errors     int           // stop at the Nth error; 0 for no limit
	States     uint64        // stop when this many are stored; 0 for no limit
}

// Question selects the properties to check.
type Question struct {
	NoAssert    bool        // -A
	Overflow    bool        // values that do not fit are errors, checked in a search of their own
	NoEnd       bool        // -E
	Strict      bool        // -q: end states need empty channels
	Only        []string    // properties: OnlySafety and similar words, or names of claims; nil for all
	Acceptance  bool        // search for acceptance cycles even without a claim
	NonProgress bool        // search for non-progress cycles
	Fair        fair.Demand // of infinite runs, only those count that are fair
	NoClaim     bool        // ignore claims
}

// Progress is the progress of a search.
type Progress struct {
	About               string // what is searched for
	Elapsed             time.Duration
	Stored, Transitions uint64
	Depth, Errors       int
	RSS                 int64  // the most memory that the process has had
	Open                uint64 // states that wait to be expanded, of a search in batches
	// Of a search level by level: how many states the present one has, and how many are expanded; 0: unknown.
	Level, Expanded uint64
	Limit           int64 // of memory; 0: none
}

// Settle returns the options with defaults filled in. It returns an error for impossible combinations.
func (o Options) Settle() (Options, error) {
	if err := o.settleSweep(); err != nil {
		return o, err
	}
	if err := o.settleGraph(); err != nil {
		return o, err
	}
	if err := o.stored(func(w *way.Options) error { return w.SettleApproximate() }); err != nil {
		return o, err
	}
	if err := o.checkFairness(); err != nil {
		return o, err
	}
	if err := o.checkShortest(); err != nil {
		return o, err
	}
	if err := o.settleKeeping(); err != nil {
		return o, err
	}
	if o.Compress == "" {
		o.Compress = way.Roots
	}
	m, err := o.Way()
	if err != nil {
		return o, err
	}
	if err := o.settleCaching(&m); err != nil {
		return o, err
	}
	if err := o.settleUnmove(&m); err != nil {
		return o, err
	}
	if err := o.settleOrder(&m); err != nil {
		return o, err
	}
	if err := o.Reduction.settle(); err != nil {
		return o, err
	}
	if err := o.settleCertificate(); err != nil {
		return o, err
	}
	if err := o.stored(func(w *way.Options) error { return w.Settle(&m) }); err != nil {
		return o, err
	}
	if o.Depth < 0 || o.Errors < 0 || o.Memory < 0 || o.OpenMemory < 0 || o.Time < 0 {
		return o, fmt.Errorf("limits are not negative")
	}
	if o.AllTrail {
		o.Errors = 0
	}
	if err := o.checkSwarming(); err != nil {
		return o, err
	}
	if err := o.settleTrail(); err != nil {
		return o, err
	}
	if o.IndexBytes == 0 {
		o.IndexBytes = way.DefaultIndexBytes
	}
	given := o.Memory > 0
	if !given {
		o.Memory = host.Memory() / 4 * 3
	}
	return o, o.SettleBits(o.Memory, given)
}

// Way returns the way of storing states.
func (o *Options) Way() (way.Store, error) {
	switch o.Kind() {
	case way.Bitstate.Name:
		return way.Bitstate, nil
	case way.HashCompact.Name:
		return way.HashCompact, nil
	}
	return way.Parse(o.Compress)
}

// Ways returns the options about storing states.
func (o *Options) Ways() *way.Options {
	return &way.Options{
		Storage: o.Storage, Approximate: o.Approximate, Deltas: o.Deltas, Diffs: o.Diffs, Caching: o.Caching,
	}
}

// stored applies a change to the options about storing states.
func (o *Options) stored(change func(*way.Options) error) error {
	w := o.Ways()
	err := change(w)
	o.Storage, o.Approximate = w.Storage, w.Approximate
	o.Deltas, o.Diffs, o.Caching = w.Deltas, w.Diffs, w.Caching
	return err
}

// Aim returns the options for compiling the model with a claim; silent means that its trace assertion is not
// checked.
func (o *Options) Aim(m way.Store, claim string, silent bool) source.Aim {
	a := source.Aim{Claim: claim, Padded: m.Padded, Strict: o.Strict, Fair: o.Fair.On(), Silent: silent}
	return o.merged(a)
}

// Map returns the options that a report repeats.
func (o *Options) Map() map[string]any {
	out := map[string]any{
		"compress": o.Compress, "depth": o.Depth, "memory_bytes": o.Memory, "time_seconds": o.Time.Seconds(), "errors": o.Errors,
		"assertions": !o.NoAssert, "end_states": !o.NoEnd, "strict_end_states": o.Strict, "noclaim": o.NoClaim, "fairness": o.Fair.On(), "lossy": o.Lossy,
		"defines": append([]string{}, o.Defines...), "por": o.POR, "order": o.Order, "workers": o.Workers,
	}
	if o.Fair.On() {
		out["fair"] = string(o.Fair)
	}
	if o.Symmetric() && !o.Unasked {
		out["symmetry"] = o.Symmetry
	}
	if o.Sweep != "" {
		out["sweep"] = o.Sweep
	}
	if o.Kind() != "" {
		out["runs"] = o.Runs
	}
	return out
}
