package report

// Delta has the figures of -compress=delta.
type Delta struct {
	K           int    `json:"k"`
	Whole       uint64 `json:"whole"`  // records that hold a state
	Deltas      uint64 `json:"deltas"` // records that name a predecessor and a move
	WholeBytes  int64  `json:"whole_bytes"`
	DeltaBytes  int64  `json:"delta_bytes"`
	SlotBytes   int64  `json:"slot_bytes"`
	SharedBytes int64  `json:"shared_bytes"` // of moves, component values, and states in use
	Comparisons uint64 `json:"comparisons"`
	Back        uint64 `json:"moves_back"`    // moves made or undone by all comparisons
	Longest     int    `json:"longest_chain"` // moves
	Early       uint64 `json:"refuted_early"` // comparisons
	Shortened   uint64 `json:"shortened"`     // records
	Moves       int    `json:"moves_known"`
}

// Diff has the figures of -compress=diff.
type Diff struct {
	K           int    `json:"k"`
	Cells       string `json:"cells"`
	Whole       uint64 `json:"whole"`
	Differences uint64 `json:"differences"`
	WholeBytes  int64  `json:"whole_bytes"`
	DiffBytes   int64  `json:"difference_bytes"`
	SlotBytes   int64  `json:"slot_bytes"`
	SharedBytes int64  `json:"shared_bytes"` // of component values, and states in use
	Runs        uint64 `json:"runs"`         // in all differences
	Comparisons uint64 `json:"comparisons"`
	Back        uint64 `json:"steps_back"`
	Longest     int    `json:"longest_chain"`
	Early       uint64 `json:"decided_early"`
	Secondary   int    `json:"secondary_tables"`
	Paper       int64  `json:"paper_bytes,omitempty"` // in the paper's accounting, if requested
}

// Unmove has the figures of -compress=unmove.
type Unmove struct {
	K       int    `json:"k"`
	Bits    int    `json:"fingerprint_bits"`
	Whole   uint64 `json:"whole"`
	Entries uint64 `json:"entries"` // entries with a fingerprint and a rank
	Rules   int    `json:"rules"`
	Looks   uint64 `json:"looks"`
	Reads   uint64 `json:"table_reads"`
	Refuted uint64 `json:"refuted"`
}

// Cache has the figures of a search with a cache, in states except for Visits.
type Cache struct {
	Limit     uint64 `json:"limit"` // 0 for no limit
	Most      uint64 `json:"most"`  // the most in use at a time
	Tree      uint64 `json:"tree"`  // the most in the termination-detection tree at a time
	Forgotten uint64 `json:"forgotten"`
	Known     uint64 `json:"known"` // different states
	Estimated bool   `json:"known_estimated"`
	Visits    uint64 `json:"visits"`
}

// Sweep has the figures of a sweep-line search. If there are regress edges, its stored states are the nodes
// of an unfolding.
type Sweep struct {
	Sweeps     int     `json:"sweeps"`
	Nodes      uint64  `json:"nodes"`
	Peak       uint64  `json:"peak"` // the most states in memory at a time
	Persistent uint64  `json:"persistent"`
	Regress    uint64  `json:"regress_edges"`
	Values     uint64  `json:"progress_values"`       // the most different values in one sweep
	Edges      uint64  `json:"edges,omitempty"`       // of the graph, if it is written
	Moves      int     `json:"moves,omitempty"`       // different moves of edges
	EdgeBits   float64 `json:"edge_bits,omitempty"`   // average, with headers
	GraphBytes int64   `json:"graph_bytes,omitempty"` // size of the file
}

// Checkpoint describes the checkpoints of a search.
type Checkpoint struct {
	Folder  string  `json:"folder"`
	Kept    int     `json:"kept"`    // how often
	Seconds float64 `json:"seconds"` // that this took, since the search went on last
	Resumed int     `json:"resumed"` // how often it has gone on
	Failed  string  `json:"failed,omitempty"`
	Resume  string  `json:"resume,omitempty"` // the command that goes on; "": the search is done
}
