//go:build cgo

package main

import (
	"runtime"
	"sync"
)

// beginThreads starts idle threads in advance: if C's library creates them, each takes address space, and the
// program ends if there is none left.
func beginThreads() {
	const many = 3
	var all, here sync.WaitGroup
	here.Add(many)
	for range many {
		all.Go(func() {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			here.Done()
			here.Wait()
		})
	}
	all.Wait()
}
