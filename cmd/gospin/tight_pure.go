//go:build !cgo

package main

// beginThreads does nothing: without cgo, threads take no address space.
func beginThreads() {}
