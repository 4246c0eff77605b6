//go:build !invariants

package compression

const invariants = false
