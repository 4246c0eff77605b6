package way

import "gospin/verifier/store"

// Options determine how states are stored.
type Options struct {
	Storage
	Approximate
	Deltas
	Diffs
	Caching
}

// Storage selects the way of storing states.
type Storage struct {
	Compress   string   // name of the way; "" for Roots
	Split      []string // of Splits, for collapse, collapse1997, and diff of components
	IndexBytes int      // of collapse1997, 1 to 4; 0: DefaultIndexBytes
	Profile    string   // path of a profile for trained; "" for the model's profile, or a short training
	Code       string   // path of a code for huffman; "" for the predefined one
}

// Deltas are the options of -compress=delta.
type Deltas struct {
	KDelta      int    // a whole state is stored after this many steps; 0 for 20
	Compare     string // backward, by undoing moves, or forward, by making them; "" for backward
	NoShorten   bool   // states keep their first predecessors
	WholeStates string // how whole states are stored: mask or collapse; "" for mask
	// SlotHash, also for Diffs, is the number of hash bits, in addition to those that the place in the table
	// determines, by which a record is rejected before it is compared with a state; 0 for all, negative for
	// none.
	SlotHash int
}

// Diffs are the options of -compress=diff.
type Diffs struct {
	KDiff     int    // a whole state is stored after this many steps; 0 for 7
	DiffCells string // units of differences: bytes, components or cells; "" for bytes
	Hash2     int    // length from which a list becomes a table; 0 for 16, negative for never
	Paper     bool   // also report the size in the paper's accounting
}

// Caching are the options of searches that forget states.
type Caching struct {
	Cache     string   // size of the cache: a number, N% of the states, or auto; "" for no cache
	Evict     []string // which states to forget first, from Evictions; nil for random
	Chains    bool     // the chain-reduced tree
	Lean      bool     // leave out edges that lead nowhere else
	MaxVisits float64  // stop after this many visits per known state; 0 for never
}

// Approximate selects how a search remembers states if it stores too little to distinguish them all: what it
// finds is true, but it may miss states.
type Approximate struct {
	Bitstate bool // set bits for each state
	Width    int  // -w: 2^Width bits; 0 for as many as fit into Memory, but at most 128 MiB by default
	Hashes   int  // -k: bits per state; 0 for DefaultHashes
	Hash     int  // -hc: bits of a stored hash; 0 to store none
	Runs     int  // number of searches with different hash functions; 0 for one
}

const (
	// DefaultHashes is the number of bits per state.
	DefaultHashes = 3
	// DefaultHash is the number of bits of a stored hash.
	DefaultHash = store.MaxHash
	maxHashes   = 100
	maxRuns     = 1000
	// MostSampled limits a sample of hashes.
	MostSampled = 1 << 16
	// maxUnasked is the maximum default width, since initialising more bits takes longer than most searches.
	maxUnasked = 30
	widest     = 48
)

// settle fills in
