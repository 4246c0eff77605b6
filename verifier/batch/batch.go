package batch

import (
	"context"
	"errors"
	"time"

	"gospin/verifier/checkpoint"
	"gospin/verifier/roots"
	"gospin/verifier/search"
	"gospin/vm"
)

// Space is a system whose states are roots. Its packing says where in a root the number of a component is; it
// changes while nobody works.
type Space interface {
	// Words is the width of roots in the present packing: one of roots.Widths.
	Words() int
	// Initial is the initial state. Effects as those of system.System.
	Initial() ([]uint64, vm.Effect)
	// Engine returns a new Engine[R], for one worker, for the R of the present width. No other engine is at
	// work then; later they are, all at the same time.
	Engine() any
	// Repack makes room in the packing for all numbers there are. Engines are of no use afterwards. False:
	// roots would be wider than any of roots.Widths.
	Repack() bool
	// Convert makes a root of the packing before the last Repack one of the present packing.
	Convert(dst, src []uint64)
	// KeyLen is how many bytes the longest state has, uncompressed, of those that engines have met. It and
	// Bytes may be called while engines work.
	KeyLen() int
	// Bytes is what is remembered of components, and by all engines.
	Bytes() int64
}

// Engine finds what states lead to, for one worker.
type Engine[R roots.Root] interface {
	// Expand appends to out what r leads to. Effects: Failed (then Faults tells), InvalidEnd, Abort, and
	// where a run goes on that a claim accepts, Accepting or ClaimEnd. The result false says that nothing was
	// appended: the space has to be packed again.
	Expand(r *R, out *Found[R]) (vm.Effect, bool)
	// Faults are those of the last state that had the effect Failed.
	Faults() []vm.Fault
}

// Reduced is an engine that can find less than all choices: those of one process, where they are independent
// of what others do meanwhile.
type Reduced[R roots.Root] interface {
	Engine[R]
	// ExpandAmple is Expand, or appends what a set of choices leads to that suffices, if it leads on, and
	// returns the set's number. The sets of a state up to the number after have not led on. 0: there is no
	// set after those, and all choices have been made.
	ExpandAmple(r *R, after uint8, out *Found[R]) (set uint8, effect vm.Effect, ok bool)
}

// Fielded is a space that knows what its roots are made of.
type Fielded interface {
	Space
	// Shape is where the number of its shape lies in a root. There are few shapes; their numbers stay.
	Shape() roots.Field
	// Fields are those of the roots of a shape in the present packing, that of Shape first. A field holds the
	// number of a component, which stays in later packings. Where the fields of two shapes begin with the
	// same classes, these are in the same places. What is in no field is 0.
	Fields(shape int) []roots.Field
}

// Mover is an engine that knows who makes a move.
type Mover[R roots.Root] interface {
	Engine[R]
	// Makes reports whether a process, by its number, has a move that leads from a state to another. Neither
	// fails.
	Makes(x, y *R, process int) bool
}

// Found is what states lead to.
type Found[R roots.Root] struct {
	Roots  []R    // one for each choice; with Levels in pan's order
	Atomic uint64 // atomic steps that count with the choices
	// Ordered asks for Levels: of every root, how many levels deeper it lies, and times 1<<16 how many levels
	// are reached on the way there, whether the state is new or not.
	Ordered bool
	Levels  []uint32
	Reach   uint32 // levels that are reached below the last state expanded, whatever is found
	// Fair asks who moves: Moved has for every root those processes that move on the way there, as bits; all
	// where nobody can. Able are those that can move in the last state expanded.
	Fair  bool
	Moved []uint64
	Able  uint64
}

// Order is that in which states are expanded.
type Order uint8

const (
	AnyOrder Order = iota
	DepthFirst
	BreadthFirst
)

// Task is a search to be made. The Depth of its limits is one of depth-first order only. Several workers may
// go some batches beyond the limit of states.
type Task struct {
	Context context.Context // ends the search before its time, for the reason limit.Cause gives. May be nil
	Space   Space
	Order   Order
	Set     roots.Kind    // roots.Whole: any number of workers; else one
	Workers int           // 0: one. Several: of all choices in any order, or breadth first with Unmove
	Late    time.Duration // after so long all workers but the first join, 0: at once
	// Crew is called with the number of workers whenever that changes, so that the program can have as many
	// processors run. May be nil.
	Crew    func(workers int)
	Reduced bool // make less than all choices where they suffice. The engines are Reduced then
	// Cycles has accepting cycles looked for when all states have been found, in a set of whole roots. The
	// engines are Judging then.
	Cycles bool
	Fair   bool // only those count on which each process moves, or cannot move, again and again
	Batch  int  // states that are expanded together; 0: as many as have proved good
	Limits search.Limits
	// Counts says that errors are counted, and the search goes on until there are as many as its limits say;
	// else the first one ends it. In a Set, in any order or breadth first. What ends a run whatever the
	// options, and what a claim decides, ends the search all the same.
	Counts bool
	// OnError is called at every error, if it is given, with the path to it; false ends the search. This is
	// breadth first then, by one worker, counts errors, and keeps every root twice.
	OnError func(*Lead) (goesOn bool)
	// Restless is from how many repacks on there are too many, if fewer than 1,000 states are expanded
	// between two of them; 0: there are never too many.
	Restless uint64
	// All is called when all states have been found, with what calls its argument with each of them, in the
	// present packing. In a Set, in any order or breadth first. May be nil.
	All      func(each func(f func(root []uint64)))
	Progress func(*search.Result) // called about every second by one worker. May be nil
	// Keeper keeps now and then, and when a limit ends the search, what it has come to: not with OnError, nor
	// Unmove. The space is Lasting then. May be nil.
	Keeper Keeper
	// From is of what was kept, of which the space has been read: the search goes on from there. May be nil.
	From *checkpoint.Reader
	Form Form // of what was kept. Dear: states are not kept by moves any more
	// Disk is where open states go that take too much memory: of a search in a Set. May be nil.
	Disk  *roots.Disk
	Stats bool // take the times of Stats
	// of a Fielded space, depth first by one worker, or else breadth first, for package unmove; nil: states
	// are kept in a Set
	Unmove *Unmove
}

// Unmove says how states are kept by the moves that lead to them.
type Unmove struct {
	Every  int        // whole levels, or states of a path, are Every to 2*Every apart; 0: 12, or 16
	Code   uint       // bits of a rule's name; 0: 5
	Span   uint       // bits of a hash that entries are made of, at first; 0: enough for a million states
	Least  int        // entries that differ in a line, below which it is filled again; 0: 25; below 0: never
	Crowd  int        // rules that fit a state, at which they get more names; 0: 3/4 of these; below 0: none
	Free   uint64     // steps of chains that cost nothing; 0: 262,144
	Strict bool       // where rules crowd, states are kept otherwise
	Young  int        // states below which it is when the space is packed again; 0: 16,384; below 0: never
	Whole  roots.Kind // how whole states are kept: Whole, Quotients or Trees
}

// Result is what a search has counted. Its depth is, depth first, that of pan; else how many steps away from
// the initial state a state was found, at most.
type Result struct {
	search.Result
	Failed  bool      // an error was met; what is counted is incomplete then
	At      []uint64  // the root where it was met; nil: the initial state could not be made
	Kind    vm.Effect // what: Failed, InvalidEnd, Abort, Accepting, ClaimEnd
	Faults  []vm.Fault
	Met     []Met  // of a task that counts errors: each once, in no order, and Faults has one of each
	Table   int64  // bytes that the set of roots takes in the end
	Forest  int64  // and those for judging sets of choices
	Workers int    // that there were in the end
	Cycle   bool   // there is an accepting cycle
	Lasso   *Lasso // which; nil: there is none, or no memory was left to find it
	Stats   Stats
	Unmove  UnmoveStats // of a task with Unmove
	Left    bool        // that cost too much, and the search was made again in a set of whole roots
}

// Met is an error that a search has counted.
type Met struct {
	End  bool // an invalid end state; Kind and Msg mean nothing
	Msg  string
	Kind vm.FaultKind
}

// UnmoveStats is what a search with Unmove has done.
type UnmoveStats struct {
	Every, Bits    int    // levels, and about how many bits of a hash an entry keeps
	Whole, Entries uint64 // states, and what lies in the table
	Aside          uint64 // of the entries, those of more than some bits
	Rules, Again   int    // and how often the search was begun again
	Looks, Reads   uint64 // states that the table was asked for, and lines read for them
	Tried          uint64 // kinds of rules in which it was looked for those of entries
	Refuted        uint64 // entries whose rule does not fit
	Asked, Failed  uint64 // moves that were asked for, and those that were not made
	// Bytes of entries, whole states, rules, and of what has just been looked up.
	EntryBytes, WholeBytes, RuleBytes, RecentBytes int64
}

// Stats says what a search has done.
type Stats struct {
	Batches, Expanded, Found uint64 // states are expanded, roots are found
	Repacks, Growths         uint64
	Words                    int // the width of roots in the end
	// where the workers' time went together, if asked for: to find roots, to hash them and ask for their
	// places in the set, to wait for these, and to put them there. Depth first, Add is all of the last three
	Expand, Hash, Wait, Add time.Duration
}

// ErrRestless says that the space is packed again too often: there are ever more shapes, or values.
var ErrRestless = errors.New("states have ever more components, or values of them")

// ErrDeep says that a state lies deeper than the limit allows.
var ErrDeep = errors.New("a state lies deeper than the limit")

// ErrWide says that states do not fit into roots.
var ErrWide = errors.New("states are too wide for roots")
