//go:build invariants

package store

const invariants = true
