package partition

import (
	"context"

	"gospin/verifier/search"
)

// Task is a search that is to be split.
type Task struct {
	Context context.Context
	Digest  string            // of the program: searches with the same are the same
	Next    func() Successors // makes one for a goroutine, which marks what it takes in Taken
	Taken   []byte
	// Limits of the whole search. Errors ends it soon after there are as many.
	Limits   search.Limits
	Progress func(*search.Result) // may be nil
}

// Result has the counts of a search, and a path to each kind of error.
type Result struct {
	search.Result
	Errors     []Error
	Workers    int
	Bytes      int64 // memory of all partitions
	Partitions int
}

// Error is an error with the vectors of the states that lead to it; none if they were not found in time.
type Error struct {
	Met
	Path [][]byte
}

// Searcher makes a search.
type Searcher func(*Task) (*Result, error)
