// Package thorough says how much tests try: little with go test, which is for every day, and more with the
// build tag conformance. What is tried at all is the same.
package thorough

import (
	"os"
	"runtime/debug"
)

// Tests make thousands of small searches, each with garbage of its own in a small heap: collected as usual,
// that takes a quarter of their time.
func init() { collect(400) }

// Usual makes garbage be collected as in programs that are no tests.
func Usual() { collect(100) }

func collect(percent int) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}

// Of is how much a test tries: some of what there is, or all.
func Of[T any](some, all T) T {
	if On {
		return all
	}
	return some
}

// Long is Of, and long where GOSPIN_LONG is set, as by make long.
func Long[T any](some, all, long T) T {
	if os.Getenv("GOSPIN_LONG") != "" {
		return long
	}
	return Of(some, all)
}

// Every reports whether the i-th of many is tried: each n-th is, or all are.
func Every(n, i int) bool { return On || i%n == 0 }
