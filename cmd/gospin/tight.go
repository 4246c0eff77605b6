package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"gospin/compression/offheap"
	"gospin/verifier/host"
	"gospin/verifier/limit"
	"gospin/verifier/report"
)

// Where the address space is limited (ulimit -v), Go's runtime ends the program when it gets no more, and
// nothing can stop it. So Go's heap takes its share at the start, tables never take what it needs beside, and
// a watch ends the run before the heap outgrows its share.
const (
	leastHeap = 64 << 20  // what Go's heap reserves at a time
	mostHeap  = 2 << 30   // more than that is not reserved
	leastLeft = 176 << 20 // below that there is nothing to search with
	margin    = 48 << 20  // for the runtime's own tables, and for threads
	leastRoom = 24 << 20  // a run has to end when the heap has no more, or half of what it holds
)

// errTight says that the address space does not suffice. Go's runtime reserves 690 MiB of it, or 1.2 GiB
// where that much is allowed (Go 1.26). Where it does not even get the former, it ends the program before
// main.
var errTight = errors.New("out of memory: the address space that is allowed (ulimit -v) is what Go takes by itself: " +
	"allow 2 GiB or more")

// errOutOfMemory is said where a run is ended that did not end in time.
var errOutOfMemory = errors.New("out of memory: search with less by -mem SIZE, or with -compress=tree, or allow " +
	"more (ulimit -v)")

// tighten has the program keep within a limited address space. Watched begins to watch the heap where there
// is one.
func tighten() (watched func(ctx context.Context, cancel context.CancelCauseFunc, dying func()), err error) {
	watched = func(context.Context, context.CancelCauseFunc, func()) {}
	left, err := host.AddressesLeft()
	if err != nil || left == 0 {
		return watched, nil
	}
	if left < leastLeft {
		return watched, errTight
	}
	beginThreads()
	if left, err = host.AddressesLeft(); err != nil || left < leastLeft {
		return watched, errTight
	}
	share := min(max(left/3, leastHeap), mostHeap)
	reserve(int(share))
	debug.SetMemoryLimit(int64(share) / 4 * 3)
	if left, err = host.AddressesLeft(); err != nil || left < margin+leastHeap/4 {
		return watched, errTight
	}
	offheap.Limit(int64(left) - margin)
	return watchHeap, nil
}

// reserve has Go's heap take addresses, which it never gives back. They take no memory.
func reserve(bytes int) {
	b := make([]byte, bytes)
	runtime.KeepAlive(b)
	b = nil
	debug.FreeOSMemory()
}

// watchHeap cancels a context when Go's heap has little room left, and calls dying when that has not helped.
func watchHeap(ctx context.Context, cancel context.CancelCauseFunc, dying func()) {
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
		case <-tick.C:
		}
		room, holds := heapRoom()
		switch least := max(leastRoom, holds/2); {
		case room < least/2:
			dying()
			return
		case room < least:
			cancel(limit.Memory)
			time.Sleep(5 * time.Millisecond)
		}
	}
}

// heapRoom is how much more Go's heap can take, and what it holds.
func heapRoom() (room, holds uint64) {
	s := []metrics.Sample{{Name: "/memory/classes/heap/free:bytes"}, {Name: "/memory/classes/heap/released:bytes"},
		{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(s)
	room = s[0].Value.Uint64() + s[1].Value.Uint64()
	if left, err := host.AddressesLeft(); err == nil && left > leastHeap+margin {
		room += left - margin
	}
	return room, s[2].Value.Uint64()
}

// died ends the program when it has no memory left to go on.
func died(err error, start time.Time) {
	complain(os.Stderr, err)
	refused(os.Args, err, start, os.Stdout, os.Stderr)
	os.Exit(report.Inconclusive.ExitCode())
}

// ranOut reports whether an error is that there is no more memory or time, or that the user has interrupted
// the run: what was asked is inconclusive then.
func ranOut(err error) bool {
	var n offheap.OutOfMemory
	var why limit.Reached
	return errors.As(err, &n) || errors.As(err, &why) || errors.Is(err, errOutOfMemory) ||
		errors.Is(err, errTight)
}

// outOfMemory is the error of a command that ended because memory ran out.
func outOfMemory(n offheap.OutOfMemory) error {
	return fmt.Errorf("%w: search with less by -mem SIZE, or with -compress=tree, or allow more (ulimit -v)", n)
}
