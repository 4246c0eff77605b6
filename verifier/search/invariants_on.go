//go:build invariants

package search

// checked enables tests of invariants between rounds.
const checked = true
