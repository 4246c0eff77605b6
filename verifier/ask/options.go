package ask

import (
	"fmt"
	"time"

	"gospin/promela"
	"gospin/promela/diag"
	"gospin/verifier/host"
	"gospin/verifier/report"
	"gospin/verifier/source"
	"gospin/verifier/way"
)

// Options are everything that a run can be told.
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
	AllTrail bool   // -e: a trail for every error; none of them ends the search
	Trail    string // folder or file for trails; "": beside the model
	Order    string // in which states are searched: of Orders; "": any
	Seed     uint64 // of what is random: an order, a choice of what a cache forgets
	Workers  int    // in any order, or of unmove; 0: as many as processors, all but one of them late
	// LateWorkers has all workers but one join when a search lasts.
	LateWorkers bool
	Processors  int // as many workers where Workers is 0; 0: the host's
	// for so long, a shorter path is looked for to an error of the model; 0: it is reported as it was found
	Shorten time.Duration
	// the run with the fewest moves is told of an error that one state or step shows, however long that takes
	Shortest bool
	Stats    bool // the report tells what the engine has done
	First    bool // no further search is made once a property is violated
	// Look is called with the model that was read, and gives the warnings about it; an error ends the run.
	// nil: they are what reading it warned of.
	Look func(*promela.Model) (diag.List, error)
	// Crew is called with the number of workers of a search whenever that changes. May be nil.
	Crew func(workers int)
	// Progress is called about every second of a long search. May be nil.
	Progress func(Progress)
	// Ended is called with the report of every search when it has ended; an error ends the run. May be nil.
	Ended func(*report.Report) error
}

// How states are stored is the business of package way.
type (
	Storage     = way.Storage
	Approximate = way.Approximate
	Deltas      = way.Deltas
	Diffs       = way.Diffs
	Caching     = way.Caching
)

// Limits say how far searches go.
type Limits struct {
	Depth  int           // -m; 0: unlimited
	Memory int64         // bytes for the store and the search's stack; 0: three quarters of the machine's
	Time   time.Duration // 0: unlimited
	Errors int           // stop at the Nth error; 0: never
	States uint64        // stop when this many are stored; 0: never
}

// Question says what is looked for.
type Question struct {
	NoAssert    bool     // -A
	Overflow    bool     // values that do not fit are errors, in a search of their own
	NoEnd       bool     // -E
	Strict      bool     // -q: end states need empty channels
	Only        []string // of the properties: OnlySafety and its kin, or claims by name; nil: all
	Acceptance  bool     // acceptance cycles are looked for where there is no claim, too
	NonProgress bool     // non-progress cycles are looked for
	Fair        bool     // of infinite runs, only those count that are weakly fair to every process
	NoClaim     bool     // claims are left out on purpose
}

// Progress is how far a search is.
type Progress struct {
	About               string // what is looked for
	Elapsed             time.Duration
	Stored, Transitions uint64
	Depth, Errors       int
	RSS                 int64 // the most memory that the process has had
}

// Settle returns the options with what they leave open filled in. It refuses what cannot be done, before
// anything is done.
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
	if err := o.checkShortest(); err != nil {
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
	if err := o.stored(func(w *way.Options) error { return w.Settle(&m) }); err != nil {
		return o, err
	}
	if o.Depth < 0 || o.Errors < 0 || o.Memory < 0 || o.Time < 0 {
		return o, fmt.Errorf("limits are not negative")
	}
	if o.AllTrail {
		o.Errors = 0
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

// Way is how states are stored.
func (o *Options) Way() (way.Store, error) {
	switch o.Kind() {
	case way.Bitstate.Name:
		return way.Bitstate, nil
	case way.HashCompact.Name:
		return way.HashCompact, nil
	}
	return way.Parse(o.Compress)
}

// Ways are the options about how states are stored.
func (o *Options) Ways() *way.Options {
	return &way.Options{
		Storage: o.Storage, Approximate: o.Approximate, Deltas: o.Deltas, Diffs: o.Diffs, Caching: o.Caching,
	}
}

// stored has the options about how states are stored changed.
func (o *Options) stored(change func(*way.Options) error) error {
	w := o.Ways()
	err := change(w)
	o.Storage, o.Approximate = w.Storage, w.Approximate
	o.Deltas, o.Diffs, o.Caching = w.Deltas, w.Diffs, w.Caching
	return err
}

// Aim is what the model is compiled for beside a claim; silent says that its trace assertion is not reported
// on.
func (o *Options) Aim(m way.Store, claim string, silent bool) source.Aim {
	a := source.Aim{Claim: claim, Padded: m.Padded, Strict: o.Strict, Fair: o.Fair, Silent: silent}
	return o.merged(a)
}

// Map is what a report repeats of the options.
func (o *Options) Map() map[string]any {
	out := map[string]any{
		"compress": o.Compress, "depth": o.Depth, "memory_bytes": o.Memory, "time_seconds": o.Time.Seconds(), "errors": o.Errors,
		"assertions": !o.NoAssert, "end_states": !o.NoEnd, "strict_end_states": o.Strict, "noclaim": o.NoClaim, "fairness": o.Fair, "lossy": o.Lossy,
		"defines": append([]string{}, o.Defines...), "por": o.POR, "order": o.Order, "workers": o.Workers,
	}
	if o.Symmetric() {
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
