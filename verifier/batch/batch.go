package batch

import (
	"context"
	"errors"
	"time"

	"gospin/verifier/checkpoint"
	"gospin/verifier/fair"
	"gospin/verifier/roots"
	"gospin/verifier/search"
	"gospin/vm"
)

// Space is a system whose states are roots. Its packing determines where in a root the number of a component
// is. The packing changes only while no engine is in use.
type Space interface {
	// Words returns the width of roots in the current packing, which is one of roots.Widths.
	Words() int
	// Initial returns the initial state. Effects are as in system.System.
	Initial() ([]uint64, vm.Effect)
	// Engine returns a new Engine[R] for one worker, where R has the current width. No other engine may be in
	// use during the call; afterwards, all may be used at the same time.
	Engine() any
	// Repack makes room in the packing for all numbers there are. Engines must not be used afterwards. It
	// returns false if roots would be wider than all of roots.Widths.
	Repack() bool
	// Convert converts a root from the packing before the last Repack to the current one.
	Convert(dst, src []uint64)
	// KeyLen returns the number of bytes of the longest uncompressed state that engines have seen. It and
	// Bytes may be called while engines are in use.
	KeyLen() int
	// Bytes returns the memory of the components, and of what all engines remember.
	Bytes() int64
}

// Engine finds the successors of states, for one worker.
type Engine[R roots.Root] interface {
	// Expand appends the successors of r to out. Effects are Failed (see Faults), InvalidEnd, Abort; and, if
	// the claim accepts the run, Accepting or ClaimEnd. If ok is false, nothing was appended: the space must
	// be packed again.
	Expand(r *R, out *Found[R]) (vm.Effect, bool)
	// Faults returns the faults of the last state with the effect Failed.
	Faults() []vm.Fault
}

// Reduced is an engine that can expand a state by a sufficient set of choices: those of one process, if they
// are independent of what other processes do meanwhile.
type Reduced[R roots.Root] interface {
	Engine[R]
	// ExpandAmple appends the successors of r by a sufficient set of choices, and returns the number of the
	// set. The sets up to number after are skipped, since the search did not accept them. If no set remains,
	// ExpandAmple does the same as Expand, and returns 0.
	ExpandAmple(r *R, after uint8, out *Found[R]) (set uint8, effect vm.Effect, ok bool)
}

// Fielded is a space that describes the fields of its roots.
type Fielded interface {
	Space
	// Shape returns the field with the number of a root's shape. There are few shapes, and their numbers
	// never change.
	Shape() roots.Field
	// Fields returns the fields of the roots of a shape in the current packing, that of Shape first. A field
	// has the number of a component; it does not change in later packings. If the fields of two shapes begin
	// with the same classes, these are in the same places. Bits that belong to no field are 0.
	Fields(shape int) []roots.Field
}

// Mover is an engine that knows which process makes a move.
type Mover[R roots.Root] interface {
	Engine[R]
	// Makes reports whether a process has a move from x to y. Neither state may have faults.
	Makes(x, y *R, process int) bool
}

// Found has the successors of states.
type Found[R roots.Root] struct {
	Roots  []R    // one for each choice; in pan's order, if Ordered
	Atomic uint64 // atomic steps, to be counted with the choices
	// Ordered makes Expand fill in Levels: for each root, how many levels deeper it is, plus 1<<16 times the
	// number of levels that are reached on the way to it, whether the state is new or not.
	Ordered bool
	Levels  []uint32
	Reach   uint32 // levels that are reached below the last expanded state, in any case
	// Fair makes Expand fill in Moved, the processes that move on the way to each root, as bits; all bits if
	// no process can move. Able has the processes that can move in the last expanded state and demand
	// fairness, and Strong those of them that demand strong fairness.
	Fair   bool
	Moved  []uint64
	Able   uint64
	Strong uint64
}

// Order is the order in which states are expanded.
type Order uint8

const (
	AnyOrder Order = iota
	DepthFirst
	BreadthFirst
)

// Task is a search. Limits.Depth only applies to depth-first search. Several workers may exceed the limit of
// states by some batches.
type Task struct {
	Context context.Context // ends the search early, for the reason that limit.Cause returns; may be nil
	Space   Space
	Order   Order
	Set     roots.Kind    // kind of set; only roots.Whole allows several workers
	Workers int           // 0: one. Several need AnyOrder and all choices, or Unmove and BreadthFirst
	Late    time.Duration // time after which all workers but the first join; 0: at once
	// Crew is called whenever the number of workers changes, so that the program can set the number of
	// processors. It may be nil.
	Crew    func(workers int)
	Reduced bool // reduce the search by sufficient sets of choices. Engines must be Reduced
	// Cycles makes the search look for accepting cycles when all states have been found. It needs the set
	// roots.Whole, and Judging engines.
	Cycles bool
	// Fair has what processes demand of cycles, by proctype; nil: cycles need not be fair. Engines must know
	// it, too.
	Fair   []fair.Kind
	Batch  int // number of states that are expanded together; 0: a good one
	Limits search.Limits
	// PauseAt has numbers of states, in order: when that many have been stored, Pause is called with the
	// errors counted so far, by one worker while the others go on. It ends the search by returning false.
	PauseAt []uint64
	Pause   func(errors int64) (goesOn bool)
	// Counts makes the search count errors, until there are as many as Limits.Errors; otherwise the first
	// error ends it. It does not apply to Unmove and depth-first search. Effects that end any run, and
	// decisions of a claim, still end the search.
	Counts bool
	// OnError is called at every error with the path to it, and ends the search by returning false. Such a
	// search is breadth first, has one worker, counts errors, and keeps every root twice. It may be nil.
	OnError func(*Lead) (goesOn bool)
	// Restless is the number of repacks that is too large if fewer than 1,000 states are expanded for each;
	// 0: no limit.
	Restless uint64
	// All is called when all states have been found. Its argument calls f with each of them, in the current
	// packing. It does not apply to Unmove and depth-first search. It may be nil.
	All      func(each func(f func(root []uint64)))
	Progress func(*search.Result) // called about every second by one worker; may be nil
	// Keeper writes checkpoints: from time to time, and when a limit ends the search. It needs a Lasting
	// space, and does not apply to OnError. It may be nil.
	Keeper Keeper
	// From is a checkpoint from which the search continues, after its space has been read. It may be nil.
	From *checkpoint.Reader
	Form Form // of From; Dear: an unmove set has cost too much
	// Disk is where open states are spilled that take too much memory. It does not apply to Unmove. It may be
	// nil.
	Disk  *roots.Disk
	Stats bool // measure the times of Stats
	// Unmove stores states by moves (package unmove), depth first with one worker, or breadth first. It needs
	// a Fielded space. If it is nil, states are stored in a Set.
	Unmove *Unmove
}

// Unmove configures a set that stores states by the moves that lead to them.
type Unmove struct {
	Every  int        // whole levels, or whole states of a path, are Every to 2*Every apart; 0: 12, or 16
	Code   uint       // bits of a rule's name; 0: 5
	Span   uint       // bits of a hash that entries are made of, at first; 0: enough for a million states
	Least  int        // distinct entries in a line below which the table is refilled; 0: 25; negative: never
	Crowd  int        // rules that fit a state, above which names get longer; 0: 3/4 of names; negative: none
	Free   uint64     // steps of chains that are not charged; 0: 262,144
	Strict bool       // use another set instead of longer names
	Young  int        // states up to which a new packing restarts the search; 0: 16,384; negative: never
	Whole  roots.Kind // kind of set for whole states: Whole, Quotients or Trees
}

// Result has the counts of a search. Depth is pan's in depth-first order; otherwise the greatest number of
// steps after which a state was found.
type Result struct {
	search.Result
	Failed  bool      // an error was found, so the counts are incomplete
	At      []uint64  // the root with the error; nil: the initial state could not be made
	Kind    vm.Effect // Failed, InvalidEnd, Abort, Accepting or ClaimEnd
	Faults  []vm.Fault
	Met     []Met  // if errors are counted: each once, in no order; Faults has one of each
	Table   int64  // bytes of the set of roots in the end
	Forest  int64  // bytes of the forest
	Workers int    // number of workers in the end
	Cycle   bool   // there is an accepting cycle
	Lasso   *Lasso // the accepted run; nil: none, or no memory was left to find it
	Stats   Stats
	Unmove  UnmoveStats // of a task with Unmove
	Left    bool        // the unmove set cost too much, so the search was repeated with whole roots
}

// Met is an error that was counted.
type Met struct {
	End  bool // an invalid end state; Kind and Msg mean nothing
	Msg  string
	Kind vm.FaultKind
}

// UnmoveStats are the figures of a search with Unmove.
type UnmoveStats struct {
	Every, Bits    int    // distance of whole levels; about how many bits of a hash an entry has
	Whole, Entries uint64 // whole states; entries of the table
	Aside          uint64 // entries that are in the overflow table
	Rules, Again   int    // number of rules; number of times the search began again
	Looks, Reads   uint64 // states looked up; lines read for them
	Tried          uint64 // kinds of rules probed for the rules of entries
	Refuted        uint64 // entries whose rule does not fit
	Asked, Failed  uint64 // moves requested of engines; those that do not exist
	// Bytes of entries, whole states, rules, and the cache of recent states.
	EntryBytes, WholeBytes, RuleBytes, RecentBytes int64
}

// Stats are further figures of a search.
type Stats struct {
	Batches, Expanded, Found uint64 // Expanded counts states, Found their successors
	Repacks, Growths         uint64
	Words                    int // width of roots in the end
	// Sums of the workers' times, if measured: finding roots, hashing them and prefetching their slots,
	// waiting for these, and storing roots. Depth first, Add is the sum of the last three.
	Expand, Hash, Wait, Add time.Duration
}

// ErrRestless means that the space is packed again too often, since there are ever more shapes or values.
var ErrRestless = errors.New("states have ever more components, or values of them")

// ErrDeep means that a state is deeper than the limit.
var ErrDeep = errors.New("a state lies deeper than the limit")

// ErrWide means that states do not fit into roots.
var ErrWide = errors.New("states are too wide for roots")
