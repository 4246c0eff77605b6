//go:build !invariants

package relative

const invariants = false
