//go:build invariants

package conformance

// tags are those that gospin is built with.
const tags = "invariants"
