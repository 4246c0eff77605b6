//go:build nats

package cluster

import (
	"context"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// leases says who owns which partitions of a search. A lease is a key with the owner's name. It is taken by
// compare-and-set, from an owner that has not been heard of for the time of a lease. Time is what passes here
// between two changes of a key, so clocks need not agree.
type leases struct {
	*logs
	q    *Search
	name string

	mutex sync.Mutex
	keys  map[string]known
	mine  map[int]bool
	heard time.Time // when the server was last known to have heard of this owner
	since time.Time // from when on it has been heard of, and has seen changes, all the time
	seen  time.Time // when it has last seen a change
	own   uint64    // number of the last beat
}

// known is the value of a key, and when it was first seen here.
type known struct {
	value    string
	revision uint64
	at       time.Time
}

func newLeases(l *logs, q *Search, name string) *leases {
	now := time.Now()
	return &leases{logs: l, q: q, name: name, keys: map[string]known{}, mine: map[int]bool{},
		heard: now, since: now, seen: now}
}

// watch notes the changes of the bucket's keys, all of which it passes to tell, some twice. If it sees
// nothing for long, not even what this process writes, it watches again: the server may have been restarted.
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

// see notes what a watcher sees, until it sees nothing any more.
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

// beat has the server hear of this owner. After a time in which it was not heard of, all its leases may be
// others', and are given up.
func (l *leases) beat(ctx context.Context) error {
	l.own++
	now := time.Now() // the time before the server hears of it, so others count longer
	if err := l.put(ctx, ownersAt+l.name, l.own); err != nil {
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

// holds reports whether this owner has a partition. If it has been stopped for long, it has none.
func (l *leases) holds(p int) bool {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.mine[p] && time.Since(l.heard) <= l.q.Lease
}

// alive returns the names of owners that are heard of, this one among them.
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

// share takes partitions that nobody owns, up to this owner's share. It returns those that it has now; true
// means that another owner may have had the partition.
func (l *leases) share(ctx context.Context) (map[int]bool, error) {
	taken := map[int]bool{}
	l.mutex.Lock()
	alive := l.alive()
	owners := len(alive)
	if time.Since(l.since) < 2*l.q.Lease { // others may be about to come
		owners = max(owners, l.q.Owners)
	}
	target := (l.q.Plan.Partitions + owners - 1) / owners
	var free, again []int // again: of this owner, before it was stopped
	revisions := map[int]uint64{}
	for p := range l.q.Plan.Partitions {
		k, is := l.keys[leasesAt+strconv.Itoa(p)]
		if is && k.value != l.name {
			delete(l.mine, p) // it was taken while this owner was not heard of
		}
		switch {
		case l.mine[p] || is && k.value != l.name && alive[k.value]:
		case is && k.value == l.name: // nobody else takes what has the name of an owner that is alive
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
			continue // somebody else was quicker
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
