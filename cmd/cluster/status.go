//go:build nats

package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"gospin/cmd/cluster/monitor"
	"gospin/verifier/report"
)

// keys returns the keys of a bucket, in order.
func keys(ctx context.Context, b jetstream.KeyValue) ([]string, error) {
	l, err := b.ListKeys(ctx)
	if errors.Is(err, jetstream.ErrNoKeysFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer func() { _ = l.Stop() }()
	var out []string
	for k := range l.Keys() {
		out = append(out, k)
	}
	slices.Sort(out)
	return out, nil
}

// present returns the workers by name.
func (s *Session) present(ctx context.Context) (names []string, all []presence, err error) {
	list, err := keys(ctx, s.workers)
	for _, k := range list {
		var p presence
		if s.get(ctx, s.workers, k, &p) == nil { // else the worker has just left
			names, all = append(names, k), append(all, p)
		}
	}
	return names, all, err
}

// Waits returns why no worker can take the run's jobs, or "" if one can or has.
func (s *Session) Waits(ctx context.Context, r *Run) string {
	_, all, err := s.present(ctx)
	if err != nil {
		return ""
	}
	if len(all) == 0 {
		return "no worker is there"
	}
	most := int64(0)
	for _, p := range all {
		if p.Built == r.Built {
			most = max(most, p.Memory)
		}
	}
	switch {
	case most == 0:
		return "all workers that are there are of another build of gospin"
	case most < r.Memory:
		return fmt.Sprintf("a job needs %s (-mem), and no worker has more than %s", report.Size(r.Memory),
			report.Size(most))
	}
	return ""
}

// Overview returns what the cluster does.
func (s *Session) Overview(ctx context.Context) (*monitor.Overview, error) {
	o := &monitor.Overview{}
	searches, err := s.Searches(ctx)
	if err != nil {
		return nil, err
	}
	for _, id := range slices.Sorted(maps.Keys(searches)) {
		if q, err := s.overlook(ctx, id); err == nil { // else it has just ended
			o.Searches = append(o.Searches, *q)
		}
	}
	list, err := keys(ctx, s.runs)
	if err != nil {
		return nil, err
	}
	for _, id := range list {
		if r, err := s.Run(ctx, id); err == nil && !strings.HasSuffix(id, cancelled("")) {
			o.Runs = append(o.Runs, *s.Progress(ctx, r))
		}
	}
	slices.SortFunc(o.Runs, func(a, b monitor.Run) int { return b.Begun.Compare(a.Begun) })
	names, all, err := s.present(ctx)
	for i, p := range all {
		o.Workers = append(o.Workers, monitor.Worker{Name: names[i], Memory: p.Memory, Free: p.Free,
			Jobs: p.Jobs, Done: p.Done, At: slices.Sorted(maps.Values(p.At))})
	}
	return o, err
}

// Progress returns how far a run is.
func (s *Session) Progress(ctx context.Context, r *Run) *monitor.Run {
	digests := r.Digests()
	m := &monitor.Run{ID: r.ID, Begun: r.Begun, Command: r.Command, Jobs: len(digests)}
	for _, d := range digests {
		a, err := s.Answer(ctx, d)
		if err != nil {
			var t attempt
			if s.get(ctx, s.running, r.ID+"."+d, &t) == nil {
				m.Started++
			}
			continue
		}
		if m.Done++; a.Report == nil && a.Exit == killed {
			m.GivenUp++
		}
	}
	if m.Done < m.Jobs {
		if m.Cancelled = s.Cancelled(ctx, r.ID); !m.Cancelled {
			m.Waits = s.Waits(ctx, r)
		}
	}
	return m
}

// overlook returns how far a search in partitions is.
func (s *Session) overlook(ctx context.Context, id string) (*monitor.Search, error) {
	b, err := s.js.KeyValue(ctx, bucketOf(id))
	if err != nil {
		return nil, err
	}
	entries, err := snapshot(ctx, b)
	if err != nil {
		return nil, err
	}
	now := time.Time{} // by the server's clock
	for _, e := range entries {
		if e.Created().After(now) {
			now = e.Created()
		}
	}
	var q Search
	if e := entries[keySearch]; e == nil || json.Unmarshal(e.Value(), &q) != nil {
		return nil, errEnded // or it is about to begin
	}
	m := &monitor.Search{ID: id, Label: q.Label, Partitions: make([]monitor.Partition, q.Plan.Partitions)}
	if e := entries[keyState]; e != nil {
		_ = json.Unmarshal(e.Value(), &m.State)
	}
	at := map[string]int{}
	for _, key := range slices.Sorted(maps.Keys(entries)) {
		if name, is := strings.CutPrefix(key, ownersAt); is {
			var life sign
			_ = json.Unmarshal(entries[key].Value(), &life)
			at[name] = len(m.Owners)
			m.Owners = append(m.Owners, monitor.Owner{Name: name, Waiting: life.Waiting,
				Lost: now.Sub(entries[key].Created()) > q.Lease})
		}
	}
	for i := range m.Partitions {
		p, x := &m.Partitions[i], countedIn(entries, i)
		*p = monitor.Partition{Stored: x.Stored, Open: x.Stored - x.Expanded, Bytes: x.Bytes,
			Elsewhere: x.Elsewhere, Spared: x.Spared, Batches: x.Batches, Sent: x.Sent}
		m.Errors, m.Depth = m.Errors+x.Errors, max(m.Depth, x.Depth)
		e := entries[leasesAt+strconv.Itoa(i)]
		if e == nil {
			continue
		}
		if n, is := at[string(e.Value())]; is && !m.Owners[n].Lost {
			o := &m.Owners[n]
			p.Owner = o.Name
			o.Partitions, o.Stored, o.Bytes = o.Partitions+1, o.Stored+p.Stored, o.Bytes+p.Bytes
		}
	}
	return m, nil
}

// countedIn returns the latest counts of a partition, including those within an entry.
func countedIn(entries map[string]jetstream.KeyValueEntry, p int) (x counted) {
	for _, at := range []string{talliesAt, glancesAt} {
		var y counted
		e := entries[at+strconv.Itoa(p)]
		if e != nil && json.Unmarshal(e.Value(), &y) == nil && y.Expanded >= x.Expanded {
			x = y
		}
	}
	return x
}

// settled is the silence after which a snapshot is whole, and atMost the limit of the time it takes.
const (
	settled = 20 * time.Millisecond
	atMost  = 500 * time.Millisecond
)

// snapshot returns the present entries of a bucket. Those that are written while they are listed follow at
// the end of the list.
func snapshot(ctx context.Context, b jetstream.KeyValue) (map[string]jetstream.KeyValueEntry, error) {
	w, err := b.WatchAll(ctx, jetstream.IgnoreDeletes())
	if err != nil {
		return nil, err
	}
	defer func() { _ = w.Stop() }()
	out := map[string]jetstream.KeyValueEntry{}
	end := time.After(atMost)
	var quiet <-chan time.Time
	for {
		select {
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case <-end:
			return out, nil
		case <-quiet:
			return out, nil
		case e, open := <-w.Updates():
			if !open {
				return out, nil
			}
			if e != nil {
				out[e.Key()] = e
			}
			if e == nil || quiet != nil {
				quiet = time.After(settled)
			}
		}
	}
}
