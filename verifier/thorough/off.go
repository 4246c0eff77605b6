//go:build !conformance

package thorough

// On reports whether tests try all.
const On = false
