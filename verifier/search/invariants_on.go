//go:build invariants

package search

// checked says that what must be so between two rounds is looked at.
const checked = true
