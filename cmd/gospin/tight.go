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

// If the address space is limited (ulimit -v), Go's runtime ends the program when it gets no more, and
// nothing can prevent that. Therefore Go's heap reserves its share at the start, tables never take that part,
// and a watch ends the run before the heap exceeds its share.
const (
	minHeap = 64 << 20  // the heap's unit of reservation
	maxHeap = 2 << 30   // upper limit of the reservation
	minLeft = 176 << 20 // less is not enough to search
	margin  = 48 << 20  // for the runtime's tables, and for threads
	minFree = 24 << 20  // a run ends when the heap has less left than this, or than half its contents
)

// errTight means that the address space is too small. Go's runtime reserves 690 MiB of it, or 1.2 GiB if
// available (Go 1.26). With less than the former, it ends the program before main.
var errTight = errors.New("out of memory: the address space that is allowed (ulimit -v) is what Go takes by itself: " +
	"allow 2 GiB or more")

// errOutOfMemory is printed when a run is ended that did not end in time.
var errOutOfMemory = errors.New("out of memory: search with less by -mem SIZE, or with -compress=tree, or allow " +
	"more (ulimit -v)")

// tighten keeps the program within a limited address space. If there is a limit, watched starts to watch the
// heap.
func tighten() (watched func(ctx context.Context, cancel context.CancelCauseFunc, dying func()), err error) {
	watched = func(context.Context, context.CancelCauseFunc, func()) {}
	left, err := host.AddressesLeft()
	if err != nil || left == 0 {
		return watched, nil
	}
	if left < minLeft {
		return watched, errTight
	}
	beginThreads()
	if left, err = host.AddressesLeft(); err != nil || left < minLeft {
		return watched, errTight
	}
	share := min(max(left/3, minHeap), maxHeap)
	reserve(int(share))
	debug.SetMemoryLimit(int64(share) / 4 * 3)
	if left, err = host.AddressesLeft(); err != nil || left < margin+minHeap/4 {
		return watched, errTight
	}
	offheap.Limit(int64(left) - margin)
	return watchHeap, nil
}

// reserve makes Go's heap reserve addresses, which it never returns. They take no memory.
func reserve(bytes int) {
	b := make([]byte, bytes)
	runtime.KeepAlive(b)
	b = nil
	debug.FreeOSMemory()
}

// watchHeap cancels a context when Go's heap has little room left, and calls dying if that does not help.
func watchHeap(ctx context.Context, cancel context.CancelCauseFunc, dying func()) {
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
		case <-tick.C:
		}
		room, holds := heapFree()
		switch least := max(minFree, holds/2); {
		case room < least/2:
			dying()
			return
		case room < least:
			cancel(limit.Memory)
			time.Sleep(5 * time.Millisecond)
		}
	}
}

// heapFree returns how much Go's heap can grow, and how much it contains.
func heapFree() (room, holds uint64) {
	s := []metrics.Sample{{Name: "/memory/classes/heap/free:bytes"}, {Name: "/memory/classes/heap/released:bytes"},
		{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(s)
	room = s[0].Value.Uint64() + s[1].Value.Uint64()
	if left, err := host.AddressesLeft(); err == nil && left > minHeap+margin {
		room += left - margin
	}
	return room, s[2].Value.Uint64()
}

// died ends the program when it has no memory left.
func died(err error, start time.Time) {
	complain(os.Stderr, err)
	refused(os.Args, err, start, os.Stdout, os.Stderr)
	os.Exit(report.Inconclusive.ExitCode())
}

// ranOut reports whether an error means that memory or time ran out, or that the user interrupted the run.
// The result is then inconclusive.
func ranOut(err error) bool {
	var n offheap.OutOfMemory
	var why limit.Reached
	return errors.As(err, &n) || errors.As(err, &why) || errors.Is(err, errOutOfMemory) ||
		errors.Is(err, errTight)
}

// outOfMemory returns the error for a command that ran out of memory.
func outOfMemory(n offheap.OutOfMemory) error {
	return fmt.Errorf("%w: search with less by -mem SIZE, or with -compress=tree, or allow more (ulimit -v)", n)
}
