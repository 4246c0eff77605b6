//go:build nats

package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"gospin/cmd/cluster/monitor"
	"gospin/verifier/limit"
	"gospin/verifier/partition"
	"gospin/verifier/search"
)

// Figures has the costs of a search in partitions.
type Figures struct {
	Partitions, Owners, Saves        int
	Elsewhere, Spared, Batches, Sent uint64
	Waiting                          float64 // share of the owners' time
}

// String describes the figures for people.
func (f *Figures) String() string {
	sent := monitor.Partition{Elsewhere: f.Elsewhere, Spared: f.Spared, Batches: f.Batches, Sent: f.Sent}
	text := fmt.Sprintf("%d partitions: %s; workers waited for %.0f%% of their time", f.Partitions, sent.Costs(),
		100*f.Waiting)
	if f.Saves > 0 {
		text += fmt.Sprintf("; partitions were saved %d times", f.Saves)
	}
	return text
}

// coordinator waits for the end of a search.
type coordinator struct {
	*leases
	task *partition.Task

	mutex   sync.Mutex
	tallies []counted
	glances []counted // within entries
	changed time.Time
	full    string             // why an owner accepts no more states, or ""
	owners  map[string]float64 // share of their time in which they waited
	saves   map[string]bool
	isOver  bool // later counts are ignored
}

// Coordinate makes a search with the present owners, and returns its counts and errors.
func (s *Session) Coordinate(q *Search, t *partition.Task) (
	res *partition.Result, figures *Figures, err error,
) {
	ctx := context.WithoutCancel(t.Context)
	q.Code, q.Plan.Limits = t.Digest, t.Limits
	q.Plan.Limits.Errors, q.Plan.Limits.States, q.Plan.Limits.Memory = 0, 0, 0 // these limit the sums
	l, err := s.createLogs(ctx, q)
	if err != nil {
		return nil, nil, err
	}
	defer l.remove(ctx)
	c := &coordinator{leases: newLeases(l, q, "-"), task: t, tallies: make([]counted, q.Plan.Partitions),
		glances: make([]counted, q.Plan.Partitions),
		owners:  map[string]float64{}, saves: map[string]bool{}}
	inner, stop := context.WithCancel(ctx)
	defer stop()
	if err := c.begin(inner, s); err != nil {
		return nil, nil, err
	}
	why := c.wait(inner)
	res = &partition.Result{Partitions: q.Plan.Partitions}
	c.sum(res)
	if why != "" {
		res.Stopped = true
		if why != enough {
			res.Incomplete = append(res.Incomplete, why)
		}
	}
	if res.Result.Errors > 0 {
		c.explain(inner, res)
	}
	if err := c.put(ctx, keyState, ended); err != nil {
		return nil, nil, err
	}
	time.Sleep(200 * time.Millisecond) // so that owners learn of the end before everything is removed
	figures = &Figures{Partitions: q.Plan.Partitions, Owners: res.Workers}
	for _, x := range c.seen() {
		figures.Elsewhere, figures.Spared = figures.Elsewhere+x.Elsewhere, figures.Spared+x.Spared
		figures.Batches, figures.Sent = figures.Batches+x.Batches, figures.Sent+x.Sent
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	figures.Saves, c.isOver = len(c.saves), true
	for _, share := range c.owners {
		figures.Waiting += share / float64(len(c.owners))
	}
	return res, figures, nil
}

// begin puts the initial state into its log, and announces the search to workers.
func (c *coordinator) begin(ctx context.Context, s *Session) error {
	next := c.task.Next()
	to, text, err := partition.Initial(&c.q.Plan, next)
	if err != nil {
		return err
	}
	if err := c.put(ctx, keySearch, c.q); err != nil {
		return err
	}
	if err := c.watch(ctx, c.observe); err != nil {
		return err
	}
	go c.stay(ctx)
	first := []outgoing{{to: to, id: "initial", text: text}}
	c.send(&first[0])
	if err := c.await(ctx, first); err != nil {
		return err
	}
	if err := c.ask(ctx, func(ctx context.Context) error {
		list, err := s.bucket(ctx, searches, kept)
		if err == nil {
			_, err = list.PutString(ctx, c.q.Run, c.q.Built)
		}
		return err
	}); err != nil {
		return err
	}
	return s.nc.Publish(wake, []byte(c.q.Run))
}

// stay regularly publishes that the search is still wanted.
func (c *coordinator) stay(ctx context.Context) {
	for n := 0; ctx.Err() == nil; n++ {
		_ = c.put(ctx, keyHere, n)
		select {
		case <-ctx.Done():
		case <-time.After(c.q.Lease / 3):
		}
	}
}

// observe handles a change of the search's bucket.
func (c *coordinator) observe(key string, value []byte) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.isOver {
		return
	}
	if name, is := strings.CutPrefix(key, ownersAt); is {
		var life sign
		_ = json.Unmarshal(value, &life)
		c.owners[name] = life.Waiting
	}
	var at saved
	if strings.HasPrefix(key, savesAt) && json.Unmarshal(value, &at) == nil && at.Object != "" {
		c.saves[at.Object] = true
	}
	if strings.HasPrefix(key, fullAt) {
		_ = json.Unmarshal(value, &c.full)
	}
	number, isTally := strings.CutPrefix(key, talliesAt)
	number, isGlance := strings.CutPrefix(number, glancesAt)
	p, err := strconv.Atoi(number)
	var x counted
	if !isTally && !isGlance || err != nil || p < 0 || p >= len(c.tallies) ||
		json.Unmarshal(value, &x) != nil {
		return
	}
	if isGlance {
		if x.Stored > c.glances[p].Stored {
			c.glances[p] = x
		}
		return
	}
	if x.Entries > c.tallies[p].Entries {
		c.changed, c.tallies[p] = time.Now(), x
	}
	unite(c.task.Taken, x.Taken)
}

// latest returns the latest tallies.
func (c *coordinator) latest() (out []partition.Tally, seqs []uint64) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for i := range c.tallies {
		out, seqs = append(out, c.tallies[i].Tally), append(seqs, c.tallies[i].Seq)
	}
	return out, seqs
}

// seen returns the latest tallies, including those within entries.
func (c *coordinator) seen() []partition.Tally {
	out, _ := c.latest()
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for i := range out {
		if g := &c.glances[i]; g.Stored > out[i].Stored || g.Expanded > out[i].Expanded {
			out[i] = g.Tally
		}
	}
	return out
}

// sum adds up the counts.
func (c *coordinator) sum(res *partition.Result) {
	res.Result = partition.Sum(c.seen())
	c.mutex.Lock()
	defer c.mutex.Unlock()
	res.Workers, res.Bytes = len(c.owners), 0
	for i := range c.tallies {
		res.Bytes += max(c.tallies[i].Bytes, c.glances[i].Bytes)
	}
}

// enough is the reason why a search ends that has found the requested number of errors.
const enough = "enough"

// wait waits for the end of the search, and returns why it was ended early, or "".
func (c *coordinator) wait(ctx context.Context) string {
	shown, tick := time.Now(), time.NewTicker(20*time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-c.task.Context.Done():
			return string(limit.Cause(c.task.Context))
		case <-tick.C:
		}
		var res partition.Result
		c.sum(&res)
		if now := time.Now(); c.task.Progress != nil && now.Sub(shown) > time.Second {
			shown = now
			c.task.Progress(&res.Result)
		}
		lim := &c.task.Limits
		c.mutex.Lock()
		full, quiet := c.full, time.Since(c.changed)
		c.mutex.Unlock()
		switch {
		case lim.Errors > 0 && res.Result.Errors >= lim.Errors:
			return enough
		case lim.States > 0 && res.Stored >= lim.States:
			return search.StateLimit
		case full != "":
			return full
		case quiet > 30*time.Millisecond && c.isDone(ctx):
			return ""
		}
	}
}

// isDone reports whether the search is over (partition.Done). Here, entries are counted by their numbers.
func (c *coordinator) isDone(ctx context.Context) bool {
	tallies, seqs := c.latest()
	lengths := make([]uint64, len(tallies))
	for p := range tallies {
		if tallies[p].Collected {
			return false
		}
		tallies[p].Entries = seqs[p]
	}
	for p := range tallies {
		last, err := c.last(ctx, p)
		if err != nil || last > seqs[p] {
			return false
		}
		lengths[p] = last
	}
	return partition.Done(tallies, lengths)
}

// explain requests the paths to errors from owners: one for each kind, the shallowest first.
func (c *coordinator) explain(ctx context.Context, res *partition.Result) {
	if err := c.put(ctx, keyState, halted); err != nil {
		return
	}
	ctx, stop := context.WithTimeout(ctx, 6*c.q.Lease)
	defer stop()
	next := c.task.Next()
	tallies := c.seen()
	for {
		in, m := partition.First(tallies)
		if m == nil {
			return
		}
		e := partition.Error{Met: *m}
		path, err := partition.Path(&c.q.Plan, next, in, m.Number, func(in int, n uint32) ([]byte, error) {
			return c.origin(ctx, in, n)
		})
		if err == nil {
			e.Path = path
		}
		res.Errors = append(res.Errors, e)
		for i := range tallies {
			tallies[i].Met = without(tallies[i].Met, &e.Met)
		}
	}
}

// without returns the errors of other kinds.
func without(all []partition.Met, m *partition.Met) (out []partition.Met) {
	for i := range all {
		if !all[i].Alike(m) {
			out = append(out, all[i])
		}
	}
	return out
}

// origin requests the origin of a state from the present owner of its partition.
func (c *coordinator) origin(ctx context.Context, in int, n uint32) ([]byte, error) {
	text, err := json.Marshal(question{n})
	if err != nil {
		return nil, err
	}
	for ctx.Err() == nil {
		soon, stop := context.WithTimeout(ctx, time.Second)
		m, err := c.s.nc.RequestWithContext(soon, askOf(c.id, in), text)
		stop()
		if err == nil {
			return m.Data, nil
		}
		select {
		case <-ctx.Done():
		case <-time.After(100 * time.Millisecond):
		}
	}
	return nil, errors.New("no owner answers")
}

// Search returns a search in progress.
func (s *Session) Search(ctx context.Context, id string) (*Search, error) {
	l, err := s.openLogs(ctx, id)
	if err != nil {
		return nil, err
	}
	e, err := l.bucket.Get(ctx, keySearch)
	if err != nil {
		return nil, err
	}
	q := &Search{}
	return q, json.Unmarshal(e.Value(), q)
}

// Searches returns the searches in progress, with the builds of gospin that can take part.
func (s *Session) Searches(ctx context.Context) (map[string]string, error) {
	out := map[string]string{}
	b, err := s.bucket(ctx, searches, kept)
	if err != nil {
		return nil, err
	}
	list, err := keys(ctx, b)
	for _, id := range list {
		if e, err := b.Get(ctx, id); err == nil {
			out[id] = string(e.Value())
		}
	}
	return out, err
}
