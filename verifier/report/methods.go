package report

// Delta says what -compress=delta has done.
type Delta struct {
	K           int    `json:"k"`
	Whole       uint64 `json:"whole"`  // records that hold a state
	Deltas      uint64 `json:"deltas"` // records that name a predecessor and a move
	WholeBytes  int64  `json:"whole_bytes"`
	DeltaBytes  int64  `json:"delta_bytes"`
	SlotBytes   int64  `json:"slot_bytes"`
	SharedBytes int64  `json:"shared_bytes"` // of moves, component values, and states at hand
	Comparisons uint64 `json:"comparisons"`
	Back        uint64 `json:"moves_back"`    // moves undone or made by all comparisons
	Longest     int    `json:"longest_chain"` // moves
	Early       uint64 `json:"refuted_early"` // comparisons
	Shortened   uint64 `json:"shortened"`     // records
	Moves       int    `json:"moves_known"`
}

// Diff says what -compress=diff has done.
type Diff struct {
	K           int    `json:"k"`
	Cells       string `json:"cells"`
	Whole       uint64 `json:"whole"`
	Differences uint64 `json:"differences"`
	WholeBytes  int64  `json:"whole_bytes"`
	DiffBytes   int64  `json:"difference_bytes"`
	SlotBytes   int64  `json:"slot_bytes"`
	SharedBytes int64  `json:"shared_bytes"` // of component values, and states at hand
	Runs        uint64 `json:"runs"`         // in all differences
	Comparisons uint64 `json:"comparisons"`
	Back        uint64 `json:"steps_back"`
	Longest     int    `json:"longest_chain"`
	Early       uint64 `json:"decided_early"`
	Secondary   int    `json:"secondary_tables"`
	Paper       int64  `json:"paper_bytes,omitempty"` // by the paper's accounting, if that is asked for
}

// Unmove says what -compress=unmove has done.
type Unmove struct {
	K       int    `json:"k"`
	Bits    int    `json:"fingerprint_bits"`
	Whole   uint64 `json:"whole"`
	Entries uint64 `json:"entries"` // that hold a fingerprint and a rank
	Rules   int    `json:"rules"`
	Looks   uint64 `json:"looks"`
	Reads   uint64 `json:"table_reads"`
	Refuted uint64 `json:"refuted"`
}

// Cache says what a search with a cache has done. All but Visits are states.
type Cache struct {
	Limit     uint64 `json:"limit"` // 0: none
	Most      uint64 `json:"most"`  // in use at a time
	Tree      uint64 `json:"tree"`  // in the termination-detection tree at a time, at most
	Forgotten uint64 `json:"forgotten"`
	Known     uint64 `json:"known"` // different states
	Estimated bool   `json:"known_estimated"`
	Visits    uint64 `json:"visits"`
}

// Sweep says what a sweep-line search has done. If there are regress edges, what it calls stored states
// are nodes of an unfolding.
type Sweep struct {
	Sweeps     int     `json:"sweeps"`
	Nodes      uint64  `json:"nodes"`
	Peak       uint64  `json:"peak"` // states in memory at a time
	Persistent uint64  `json:"persistent"`
	Regress    uint64  `json:"regress_edges"`
	Values     uint64  `json:"progress_values"`       // different ones in one sweep, at most
	Edges      uint64  `json:"edges,omitempty"`       // of the graph, if one is built
	Moves      int     `json:"moves,omitempty"`       // different ones, of edges
	EdgeBits   float64 `json:"edge_bits,omitempty"`   // on average, headers included
	GraphBytes int64   `json:"graph_bytes,omitempty"` // of the file
}
