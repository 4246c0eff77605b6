//go:build cgo

package main

import (
	"runtime"
	"sync"
)

// beginThreads begins threads that wait to be used: where C's library makes them, each takes addresses of its
// own, and the program ends if there are none left.
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
