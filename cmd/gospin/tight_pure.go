//go:build !cgo

package main

// beginThreads has nothing to do: threads take no addresses of their own.
func beginThreads() {}
