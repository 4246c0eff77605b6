//go:build nats

package cluster

import (
	"context"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// leases has the owners of a search's partitions. A lease is a key with the owner's name. It is taken by
// compare-and-set, from an owner without signs of life for the time of a lease. Time is measured here,
// between changes of a key, so clocks need not agree.
type leases struct {
	*logs
	q    *Search
	name string

	mutex sync.Mutex
	keys  map[string]known
	mine  map[int]bool
	heard time.Time // when the server last answered a beat of this owner
	since time.Time // since when beats were answered and changes seen without a break
	seen  time.Time // when it last saw a change
	own   uint64    // number of the last beat
	begun time.Time
	pause atomic.Int64 // nanoseconds in which there was nothing to do, or the server was waited for
}

// sign is a sign of life of an owner.
type sign struct {
	Number  uint64  `json:"number"`
	Waiting float64 `json:"waiting"` // share of its time
}

// waited adds to the time for which this owner has waited.
func (l *leases) waited(since time.Time) { l.pause.Add(int64(time.Since(since))) }

// known is the value of a key, and when it was first seen here.
type known struct {
	value    string
	revision uint64
	at       time.Time
}

func newLeases(l *logs, q *Search, name string) *leases {
	now := time.Now()
	return &leases{logs: l, q: q, name: name, keys: map[string]known{}, mine: map[int]bool{},
		heard: now, since: now, seen: now, begun: now}
}

// watch records the changes of the bucket's keys, and passes all of them to tell, some twice. If it sees no
// change for long, not even this process's own, it watches again, since the server may have been restarted.
func (l *leases) watch(ctx context.Context, tell func(key string, value []byte)) error {
	w, err := l.watcher(ctx)
	if err != nil {
		return err
	}
	go func() {
		for ctx.Err() == nil {
			if err == nil {
				l.see(ctx, w, tell)
			}
			w, err = l.watcher(ctx)
		}
	}()
	return nil
}

func (l *leases) watcher(ctx context.Context) (w jetstream.KeyWatcher, err error) {
	err = l.ask(ctx, func(context.Context) (err error) {
		w, err = l.bucket.WatchAll(ctx)
		return err
	})
	l.mutex.Lock()
	l.since, l.seen = time.Now(), time.Now()
	l.mutex.Unlock()
	return w, err
}

// see records the changes that a watcher reports, until there are none for long.
func (l *leases) see(ctx context.Context, w jetstream.KeyWatcher, tell func(key string, value []byte)) {
	defer func() { _ = w.Stop() }()
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(l.q.Lease):
			return
		case e, open := <-w.Updates():
			if !open {
				return
			}
			if e == nil {
				continue
			}
			l.note(e)
			if e.Operation() == jetstream.KeyValuePut {
				tell(e.Key(), e.Value())
			}
		}
	}
}

func (l *leases) note(e jetstream.KeyValueEntry) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.seen = time.Now()
	if e.Operation() != jetstream.KeyValuePut {
		delete(l.keys, e.Key())
	} else if l.keys[e.Key()].revision < e.Revision() {
		l.keys[e.Key()] = known{string(e.Value()), e.Revision(), l.seen}
	}
}

// beat sends a sign of life of this owner. After a time without an answer, other owners may have its
// leases, so all are given up.
func (l *leases) beat(ctx context.Context) error {
	l.own++
	now := time.Now() // taken before the request, so other owners wait longer
	share := float64(l.pause.Load()) / max(1, float64(now.Sub(l.begun)))
	if err := l.put(ctx, ownersAt+l.name, &sign{l.own, share}); err != nil {
		return err
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if now.Sub(l.heard) > l.q.Lease {
		l.since = time.Now()
		clear(l.mine)
	}
	l.heard = now
	return nil
}

// holds reports whether this owner has a partition. If it was stopped for long, it has none.
func (l *leases) holds(p int) bool {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.mine[p] && time.Since(l.heard) <= l.q.Lease
}

// alive returns the names of owners with signs of life, including this one.
func (l *leases) alive() map[string]bool {
	out := map[string]bool{l.name: true}
	for key, k := range l.keys {
		if name, is := strings.CutPrefix(key, ownersAt); is && !l.isOld(k.at) {
			out[name] = true
		}
	}
	return out
}

// isOld reports whether a key has not changed for the time of a lease, while others have.
func (l *leases) isOld(at time.Time) bool {
	if at.Before(l.since) {
		at = l.since
	}
	return l.seen.Sub(at) > l.q.Lease
}

// share takes partitions without an owner, up to this owner's share. It returns its partitions; true
// means that another owner may have had the partition.
func (l *leases) share(ctx context.Context) (map[int]bool, error) {
	taken := map[int]bool{}
	l.mutex.Lock()
	alive := l.alive()
	owners := len(alive)
	if time.Since(l.since) < 2*l.q.Lease { // other owners may join soon
		owners = max(owners, l.q.Owners)
	}
	target := (l.q.Plan.Partitions + owners - 1) / owners
	var free, again []int // again: of this owner, before it was stopped
	revisions := map[int]uint64{}
	for p := range l.q.Plan.Partitions {
		k, is := l.keys[leasesAt+strconv.Itoa(p)]
		if is && k.value != l.name {
			delete(l.mine, p) // another owner took it while this one gave no signs of life
		}
		switch {
		case l.mine[p] || is && k.value != l.name && alive[k.value]:
		case is && k.value == l.name: // other owners take no partition of an owner that is alive
			again = append(again, p)
			revisions[p] = k.revision
		default:
			free, revisions[p] = append(free, p), k.revision
		}
	}
	have := len(l.mine)
	l.mutex.Unlock()
	begin := rand.IntN(l.q.Plan.Partitions) // so that not all try the same ones
	for i := range len(again) + len(free) {
		p := 0
		if i < len(again) {
			p = again[i]
		} else if have >= target {
			break
		} else {
			p = free[(begin+i)%len(free)]
		}
		key := leasesAt + strconv.Itoa(p)
		revision := revisions[p]
		err := l.ask(ctx, func(ctx context.Context) (err error) {
			if revision == 0 {
				revision, err = l.bucket.Create(ctx, key, []byte(l.name))
			} else {
				revision, err = l.bucket.Update(ctx, key, []byte(l.name), revision)
			}
			return err
		})
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if err != nil {
			continue // another owner was quicker
		}
		l.mutex.Lock()
		l.mine[p], taken[p] = true, i >= len(again)
		l.keys[key] = known{l.name, revision, time.Now()}
		l.mutex.Unlock()
		have++
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	all := map[int]bool{}
	for p := range l.mine {
		all[p] = taken[p]
	}
	return all, nil
}
