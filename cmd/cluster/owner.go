//go:build nats

package cluster

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"

	"gospin/verifier/limit"
	"gospin/verifier/partition"
)

// Owner owns partitions of a search: it handles their logs, until the search is over.
type Owner struct {
	*leases
	task *partition.Task
	next partition.Successors
	warn func(string)

	held  map[int]*held
	woken chan struct{}   // there may be something to do
	state atomic.Value    // of the search
	busy  context.Context // of entries, until the search is halted
	halt  context.CancelCauseFunc
	gone  context.CancelCauseFunc

	out *outbox

	mutex sync.Mutex
	known map[int]uint64 // by partition: the number up to which all batches are known to be in their logs
	asked []*nats.Msg
	full  bool
}

// held is a partition of an owner.
type held struct {
	p        *partition.Partition
	at       int
	entries  chan received // from the log
	wake     chan struct{}
	stop     context.CancelFunc
	isEmpty  atomic.Bool // the log has been read to its end
	seq      uint64      // of the last entry handled
	reported uint64      // of the last one in a tally that was written
	waits    *received
	when     time.Time
	isBroken bool  // an entry was handled in part: only questions can be answered
	unsaved  int64 // bytes of entries since it was saved
	resting  bool  // a Rest was requested
}

type received struct {
	seq  uint64
	text []byte
}

// Reasons for which an owner ends.
var (
	errEnded = errors.New("the search has ended")
	errGone  = errors.New("whoever asked for the search is gone")
	errHalt  = errors.New("the search is halted")
	errLost  = errors.New("the partition belongs to another owner now")
)

// ErrServed is returned by Own when the search is over.
var ErrServed = errors.New("the search is over")

// Own owns partitions of a search until it is over. The error is never nil. It calls warn with a message for
// each partition that it could not save or read.
func (s *Session) Own(q *Search, t *partition.Task, warn func(string)) error {
	if t.Digest != q.Code {
		return fmt.Errorf("%s compiles to another program here than where it is verified", q.Model)
	}
	l, err := s.openLogs(t.Context, q.Run)
	if err != nil {
		return err
	}
	host, _ := os.Hostname()
	name := fmt.Sprintf("%s-%d-%s", clean(host), os.Getpid(), NewID())
	ctx, gone := context.WithCancelCause(t.Context)
	defer gone(nil)
	o := &Owner{leases: newLeases(l, q, name), task: t, next: t.Next(), warn: warn, held: map[int]*held{},
		woken: make(chan struct{}, 1), gone: gone, known: map[int]uint64{},
		out: newOutbox(l)}
	o.state.Store("")
	o.busy, o.halt = context.WithCancelCause(ctx)
	defer o.halt(nil)
	for _, subject := range []string{wakeOf(q.Run, 0), askOf(q.Run, 0)} {
		sub, err := s.nc.Subscribe(strings.TrimSuffix(subject, "0")+"*", o.hear)
		if err != nil {
			return err
		}
		defer func() { _ = sub.Unsubscribe() }()
	}
	if err := o.watch(ctx, o.observe); err != nil {
		return err
	}
	var keeper sync.WaitGroup
	keeper.Go(func() { o.keep(ctx) })
	keeper.Go(func() {
		if err := o.out.deliver(ctx); err != nil {
			gone(err)
		}
	})
	err = o.work(ctx)
	if ctx.Err() != nil { // whatever failed by that
		err = context.Cause(ctx)
	}
	noRoom := errors.Is(err, errNoRoom)
	if noRoom {
		_ = o.put(t.Context, fullAt+o.name, errNoRoom.Error())
	}
	gone(err)
	keeper.Wait()
	for p := range o.held {
		o.drop(p)
	}
	switch why := limit.Cause(t.Context); {
	case noRoom: // the search is about to end
		return ErrServed
	case errors.Is(err, errEnded), errors.Is(err, errGone):
		if errors.Is(err, errGone) {
			o.remove(t.Context)
		}
		return ErrServed
	case why != "":
		return ErrServed
	}
	return err
}

// hear handles a message of another process: that a log has grown, or a question.
func (o *Owner) hear(m *nats.Msg) {
	p, err := strconv.Atoi(m.Subject[strings.LastIndexByte(m.Subject, '.')+1:])
	if err != nil {
		return
	}
	o.mutex.Lock()
	if m.Reply != "" {
		o.asked = append(o.asked, m)
		o.mutex.Unlock()
		o.wakeUp()
		return
	}
	h := o.held[p]
	o.mutex.Unlock()
	if h != nil {
		select {
		case h.wake <- struct{}{}:
		default:
		}
	}
}

func (o *Owner) wakeUp() {
	select {
	case o.woken <- struct{}{}:
	default:
	}
}

// observe handles a change of the search's bucket.
func (o *Owner) observe(key string, value []byte) {
	var state string
	if key == keyState && json.Unmarshal(value, &state) == nil {
		o.state.Store(state)
		switch state {
		case ended:
			o.gone(errEnded)
		case halted:
			o.halt(errHalt)
		}
		o.wakeUp()
	}
	if number, is := strings.CutPrefix(key, talliesAt); is {
		var c counted
		if p, err := strconv.Atoi(number); err == nil && json.Unmarshal(value, &c) == nil {
			o.mutex.Lock()
			o.known[p] = max(o.known[p], c.Seq)
			o.mutex.Unlock()
		}
	}
}

// keep renews this owner's leases, and checks that the process that requested the search is alive.
func (o *Owner) keep(ctx context.Context) {
	tick := time.NewTicker(o.q.Lease / 5)
	defer tick.Stop()
	for {
		if err := o.beat(ctx); err != nil && ctx.Err() == nil {
			o.gone(err)
		}
		o.leases.mutex.Lock()
		here, is := o.keys[keyHere]
		if is && o.isOld(here.at.Add(3*o.q.Lease)) {
			o.gone(errGone)
		}
		o.leases.mutex.Unlock()
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// work handles entries, until the search is over.
func (o *Owner) work(ctx context.Context) error {
	shared, busy := time.Time{}, time.Now()
	for ctx.Err() == nil {
		if time.Since(shared) > o.q.Lease/5 {
			if err := o.takeShare(ctx); err != nil {
				return err
			}
			shared = time.Now()
		}
		if err := o.answer(ctx); err != nil {
			return err
		}
		if o.state.Load() == halted {
			o.rest(ctx)
			continue
		}
		some := false
		for _, h := range o.held {
			did, err := o.handleNext(ctx, h)
			if err != nil {
				return err
			}
			some = some || did
		}
		if some {
			busy = time.Now()
			continue
		}
		if time.Since(busy) > quiet {
			if err := o.idle(ctx); err != nil {
				return err
			}
			busy = time.Now()
		}
		o.rest(ctx)
	}
	return context.Cause(ctx)
}

// rest waits until there may be something to do.
func (o *Owner) rest(ctx context.Context) {
	defer o.waited(time.Now())
	select {
	case <-ctx.Done():
	case <-o.woken:
	case <-time.After(quiet):
	}
}

// takeShare makes the partitions that this owner has taken, and drops those that it has lost.
func (o *Owner) takeShare(ctx context.Context) error {
	mine, err := o.share(ctx)
	if err != nil {
		return err
	}
	for p, isTaken := range mine {
		if isTaken && o.held[p] != nil { // another owner may have saved it, and removed its log
			o.drop(p)
		}
		if o.held[p] == nil {
			if err := o.take(ctx, p); err != nil {
				return err
			}
		}
	}
	for p := range o.held {
		if _, is := mine[p]; !is {
			o.drop(p)
		}
	}
	return nil
}

// take makes a partition, and begins to read its log.
func (o *Owner) take(ctx context.Context, p int) (err error) {
	h := &held{at: p, entries: make(chan received, 4), wake: make(chan struct{}, 1)}
	if h.p, h.seq, err = o.restore(ctx, p); err != nil {
		return err
	}
	inner, stop := context.WithCancel(ctx)
	h.stop = stop
	o.mutex.Lock()
	o.held[p] = h
	o.mutex.Unlock()
	go o.read(inner, h, h.seq)
	return nil
}

func (o *Owner) drop(p int) {
	h := o.held[p]
	h.stop()
	o.mutex.Lock()
	delete(o.held, p)
	o.mutex.Unlock()
	h.p.Free()
}

// read reads a log.
func (o *Owner) read(ctx context.Context, h *held, seq uint64) {
	for ctx.Err() == nil {
		m, err := o.logs.next(ctx, h.at, seq)
		if err != nil {
			if ctx.Err() == nil {
				o.gone(err)
			}
			return
		}
		if m == nil {
			h.isEmpty.Store(true)
			select {
			case <-ctx.Done():
			case <-h.wake:
			case <-time.After(300 * time.Millisecond): // wake-ups may be lost
			}
			continue
		}
		h.isEmpty.Store(false)
		seq = m.Sequence
		select {
		case h.entries <- received{seq, m.Data}:
			o.wakeUp()
		case <-ctx.Done():
		}
	}
}

// handleNext handles the next entry, if one waits and this owner still has the partition. This is checked
// after reading the entry: as long as no other owner has had the partition, no entries were removed.
func (o *Owner) handleNext(ctx context.Context, h *held) (bool, error) {
	if h.isBroken {
		return false, nil
	}
	if h.waits == nil {
		select {
		case e := <-h.entries:
			h.waits = &e
		default:
			return false, nil
		}
	}
	if !o.holds(h.at) {
		return false, nil
	}
	e := *h.waits
	h.waits = nil
	return true, o.handle(ctx, h, e)
}

// handle handles an entry. If another owner has the partition now, it is dropped.
func (o *Owner) handle(ctx context.Context, h *held, e received) error {
	o.mutex.Lock()
	known := e.seq <= o.known[h.at]
	o.mutex.Unlock()
	n := 0
	within := o.busy
	if o.state.Load() == halted { // to answer a question
		within = ctx
	}
	h.p.Look = func() { o.glance(ctx, h) }
	err := h.p.Handle(within, e.text, func(to int, text []byte) error {
		n++
		if known {
			return nil
		}
		if !o.holds(h.at) {
			return errLost
		}
		defer o.waited(time.Now())
		return o.out.post(ctx, outgoing{to: to, id: fmt.Sprintf("%d.%d.%d", h.at, e.seq, n), text: text})
	})
	if errors.Is(err, errHalt) {
		h.isBroken = true
		return nil
	}
	if errors.Is(err, errLost) {
		o.drop(h.at)
		return nil
	}
	if err != nil {
		return err
	}
	h.seq = e.seq
	if err := o.saveSometimes(ctx, h, e.text); err != nil {
		return err
	}
	o.weigh(ctx)
	if time.Since(h.when) > 200*time.Millisecond {
		return o.report(ctx, h)
	}
	return nil
}

// saveSometimes asks for a Rest when a log is long, and saves the partition when it comes.
func (o *Owner) saveSometimes(ctx context.Context, h *held, text []byte) error {
	h.unsaved += int64(len(text))
	switch {
	case bytes.Equal(text, partition.Sign(partition.Rest)):
		if h.unsaved < o.q.SaveEvery/2 { // of another owner, which has saved it, or died
			return nil
		}
		if err := o.report(ctx, h); err != nil {
			return err
		}
		h.unsaved, h.resting = 0, false
		if err := o.save(ctx, h); err != nil && ctx.Err() == nil {
			o.warn(fmt.Sprintf("partition %d is not saved: %v", h.at, err))
		}
	case h.unsaved >= o.q.SaveEvery && !h.resting && o.holds(h.at):
		h.resting = true
		m := []outgoing{{to: h.at, text: partition.Sign(partition.Rest)}}
		o.logs.send(&m[0])
		return o.await(ctx, m)
	}
	return nil
}

// glance publishes the counts within an entry.
func (o *Owner) glance(ctx context.Context, h *held) {
	if time.Since(h.when) < 300*time.Millisecond || !o.holds(h.at) {
		return
	}
	h.when = time.Now()
	_ = o.put(ctx, glancesAt+strconv.Itoa(h.at), &counted{Tally: h.p.Tally(), Bytes: h.p.Bytes()})
	o.weigh(ctx)
}

// weigh reports that the partitions use too much memory, if they do.
func (o *Owner) weigh(ctx context.Context) {
	if o.q.Memory > 0 && !o.full && o.bytes() > o.q.Memory {
		o.full = true
		_ = o.put(ctx, fullAt+o.name, noMemory)
	}
}

// noMemory is the reason why a search ends if its partitions use too much memory.
const noMemory = "a worker is out of memory: give more with -mem, or have more workers"

// quiet is the time without entries after which what is collected is sent: entries that are on their way
// bring more for the same batches.
const quiet = 2 * time.Millisecond

// bytes returns the memory of all partitions.
func (o *Owner) bytes() (n int64) {
	for _, h := range o.held {
		n += h.p.Bytes()
	}
	return n
}

// report writes the tally of a partition. All batches of the entries that it counts are in their logs.
func (o *Owner) report(ctx context.Context, h *held) error {
	if h.reported == h.seq || !o.holds(h.at) {
		return nil
	}
	begin := time.Now()
	if err := o.out.settle(ctx); err != nil {
		return err
	}
	o.waited(begin)
	c := counted{Tally: h.p.Tally(), Seq: h.seq, Bytes: h.p.Bytes(), Taken: o.taken()}
	if err := o.put(ctx, talliesAt+strconv.Itoa(h.at), &c); err != nil {
		return err
	}
	h.reported, h.when = h.seq, time.Now()
	return nil
}

// taken returns the transitions that this owner has taken, or former owners of its partitions, as bits.
func (o *Owner) taken() []byte {
	out := make([]byte, len(o.task.Taken)/8+1)
	for i, x := range o.task.Taken {
		out[i/8] |= x & 1 << (i % 8)
	}
	return out
}

// unite marks transitions that others have taken, which are given as bits.
func unite(taken, others []byte) {
	for i := range taken {
		if i/8 < len(others) {
			taken[i] |= others[i/8] >> (i % 8) & 1
		}
	}
}

// idle is called when no entry waits: it sends the collected states, and reports the counts.
func (o *Owner) idle(ctx context.Context) error {
	var out []outgoing
	for _, h := range o.held {
		if !h.isEmpty.Load() || len(h.entries) > 0 || h.waits != nil {
			continue
		}
		if err := o.report(ctx, h); err != nil {
			return err
		}
		if h.p.Tally().Collected && o.holds(h.at) {
			out = append(out, outgoing{to: h.at, text: partition.Sign(partition.Flush)})
		}
	}
	for i := range out {
		o.logs.send(&out[i])
		o.held[out[i].to].isEmpty.Store(false)
	}
	return o.await(ctx, out)
}
