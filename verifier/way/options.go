package way

import "gospin/verifier/store"

// Options say how states are stored.
type Options struct {
	Storage
	Approximate
	Deltas
	Diffs
	Caching
}

// Storage says which way states are stored.
type Storage struct {
	Compress   string   // the name of a way; "" is Roots
	Split      []string // of Splits, for collapse, collapse1997, and diff of components
	IndexBytes int      // of collapse1997, 1 to 4; 0: DefaultIndexBytes
	Profile    string   // path of a profile for trained; "": that beside the model, or a short training
	Code       string   // path of a code for huffman; "": the predefined one
}

// Deltas are the options of -compress=delta.
type Deltas struct {
	KDelta      int    // after this many steps, a state is stored whole; 0: 20
	Compare     string // backward, by undoing moves, or forward, by making them; "": backward
	NoShorten   bool   // predecessors stay as they were stored first
	WholeStates string // how those are kept: mask or collapse; "": mask
	// SlotHash, also of Diffs, is by how many bits of a hash, besides its place in the table, a record is
	// told from a state before the two are compared; 0: by all there are; below 0: by none.
	SlotHash int
}

// Diffs are the options of -compress=diff.
type Diffs struct {
	KDiff     int    // after this many steps, a state is stored whole; 0: 7
	DiffCells string // what differences are of: bytes, components or cells; "": bytes
	Hash2     int    // the length of a list from which it is a table of its own; 0: 16; below 0: never
	Paper     bool   // reports tell the bytes by the paper's accounting, too
}

// Caching are the options of searches that forget states.
type Caching struct {
	Cache     string   // how many states are kept, a number, N% of those known, or auto; "": all
	Evict     []string // which are forgotten first, by Evictions; nil: in random order
	Chains    bool     // the chain-reduced tree
	Lean      bool     // leave out edges that lead nowhere else
	MaxVisits float64  // give up after this many times the states known; 0: never
}

// Approximate says how a search remembers states if it keeps too little of them to tell all apart: what it
// finds is true, what it does not find may be there.
type Approximate struct {
	Bitstate bool // states leave bits
	Width    int  // -w: there are 2^Width of them; 0: as many as fit in Memory, but unasked 128 MiB at most
	Hashes   int  // -k: this many for each state; 0: DefaultHashes
	Hash     int  // -hc: this many bits are kept of a hash of every state; 0: it is not so
	Runs     int  // searches with other hash functions; 0: one
}

const (
	// DefaultHashes is how many bits a state leaves.
	DefaultHashes = 3
	// DefaultHash is how many bits are kept of a hash.
	DefaultHash = store.MaxHash
	mostHashes  = 100
	mostRuns    = 1000
	// mostUnasked is the width if nobody says more: to make more bits takes longer than most searches.
	mostUnasked = 30
	widest      = 48
)

// settle fills in
