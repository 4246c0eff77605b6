//go:build !invariants

package search

const checked = false
