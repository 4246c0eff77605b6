package limit

import (
	"context"
	"math"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
	"time"

	"gospin/verifier/host"
)

// memory watches the memory of the process. Searches end by themselves when their tables reach the limit; so
// the watch allows slack for the program, the runtime, and growth between two samples.
type memory struct {
	limit   int64 // the target of Go's collector, including all other memory
	most    int64 // resident bytes at which the run has to end
	outside int64 // bytes outside Go's heap when its limit was set
	samples []metrics.Sample
	alone   bool // the caller owns the process, so Go's memory limit may be set
	gate    atomic.Pointer[chan struct{}]
	cancel  context.CancelCauseFunc
}

const (
	minSlack = 32 << 20
	goShare  = 24 << 20 // additional memory for Go, so that it does not collect all the time
	minHeap  = 8 << 20  // the minimum for Go
	step     = 1 << 20  // change of memory after which Go's limit is set again
	growth   = 2        // maximum growth of a process, in bytes per nanosecond
	soonest  = 2 * time.Millisecond
	latest   = 100 * time.Millisecond
)

// newMemory watches a limit; 0: nine tenths of what the machine has.
func newMemory(limit int64) *memory {
	machine := host.Memory() / 10 * 9
	m := &memory{alone: true, limit: machine, most: machine, samples: []metrics.Sample{
		{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"},
	}}
	if limit > 0 {
		m.limit = min(machine, limit+goShare)
		m.most = min(machine, limit+max(minSlack, limit/100*7))
	}
	return m
}

// newGrowth watches the growth of the process.
func newGrowth(limit int64) *memory {
	return &memory{most: min(math.MaxInt64-limit, host.RSS()+max(minSlack, limit/100*7)) + limit}
}

// watch cancels the context when the process uses too much memory. It samples more often near the limit.
func (m *memory) watch(ctx context.Context) {
	if m.alone {
		defer debug.SetMemoryLimit(math.MaxInt64)
	}
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
		}
		rss := host.RSS()
		if rss > m.most {
			if rss = m.free(0); rss > m.most {
				return
			}
		}
		m.adjust(rss)
		timer.Reset(min(latest, max(soonest, time.Duration((m.most-rss)/growth))))
	}
}

// free releases free memory, and ends the run if the process still uses too much, including what it is about
// to allocate. Meanwhile, calls of Err on the context wait, since other allocations would be added to this.
func (m *memory) free(more int64) (rss int64) {
	closed := make(chan struct{})
	m.gate.Store(&closed)
	debug.FreeOSMemory()
	if rss = host.RSS(); rss+more > m.most {
		m.cancel(Memory)
	}
	m.gate.CompareAndSwap(&closed, nil)
	close(closed)
	return rss
}

// adjust sets Go's memory limit so that it stays within the limit together with memory outside of Go's heap.
func (m *memory) adjust(rss int64) {
	if !m.alone || rss < m.limit/2 {
		return
	}
	metrics.Read(m.samples)
	outside := rss - int64(m.samples[0].Value.Uint64()-m.samples[1].Value.Uint64())
	if d := outside - m.outside; d > -step && d < step {
		return
	}
	m.outside = outside
	debug.SetMemoryLimit(max(minHeap, m.limit-outside))
}
