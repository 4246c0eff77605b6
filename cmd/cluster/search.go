//go:build nats

package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"gospin/cmd/sweeps"
	"gospin/verifier/partition"
)

// Search describes a search in partitions for its owners.
type Search struct {
	Job
	Code   string         `json:"code"` // digest of the compiled model
	Plan   partition.Plan `json:"plan"`
	Owners int            `json:"owners"` // expected
	Lease  time.Duration  `json:"lease"`  // an owner without signs of life loses its partitions after this time
	// SaveEvery is the number of bytes of a log after which the partition is saved, and the log removed.
	SaveEvery int64 `json:"save_every"`
	Room      int64 `json:"-"` // bytes for all logs, at most
}

// NewSearch returns a search of a model.
func NewSearch(built, model string, args []string, files []sweeps.File) *Search {
	id := NewID()
	return &Search{Job: Job{Run: id, Digest: id, Built: built, Model: model,
		Label: strings.Join(append(slices.Clone(args), model), " "), Files: files, Args: args},
		Lease: 10 * time.Second, SaveEvery: 256 << 20, Room: 256 << 30}
}

// Keys of a search's bucket. Those of leases and tallies end in the number of a partition, those of owners in
// a name.
const (
	keySearch = "search"
	keyHere   = "here"  // written regularly by the process that requested the search
	keyState  = "state" // halted or ended
	leasesAt  = "lease."
	talliesAt = "tally."
	glancesAt = "glance." // tallies within an entry, for progress and limits
	ownersAt  = "owner."
	fullAt    = "full."
)

// States of a search.
const (
	halted = "halted" // entries are only handled if a question requires it
	ended  = "ended"
)

// counted is the tally of a partition after the entry with number Seq. All batches of these entries are in
// their logs.
type counted struct {
	partition.Tally
	Seq   uint64 `json:"seq"`
	Bytes int64  `json:"bytes"`
	Taken []byte `json:"taken"` // transitions that the owner has taken, as bits
}

// searches is the bucket that lists the searches in progress.
const searches = "gospin-searches"

// bucketOf and the following return the names of a search's bucket, stream and subjects.
func bucketOf(id string) string         { return "gospin-search-" + id }
func streamOf(id string) string         { return "gospin-logs-" + id }
func subjectOf(id string, p int) string { return "gospin.logs." + id + "." + strconv.Itoa(p) }
func wakeOf(id string, p int) string    { return "gospin.woken." + id + "." + strconv.Itoa(p) }
func askOf(id string, p int) string     { return "gospin.asked." + id + "." + strconv.Itoa(p) }

// logs has the logs of a search's partitions, and its bucket.
type logs struct {
	s      *Session
	id     string
	stream jetstream.Stream
	bucket jetstream.KeyValue
}

// minLogs is the least number of bytes of all logs of a search. They get the most that the server has, halved
// until it agrees.
const minLogs = 64 << 20

// createLogs creates the logs of a search. If there is little room, partitions are saved more often, so that
// their logs stay short.
func (s *Session) createLogs(ctx context.Context, q *Search) (l *logs, err error) {
	l = &logs{s: s, id: q.Run}
	room := q.Room
	for ; ; room /= 2 {
		c := jetstream.StreamConfig{Name: streamOf(q.Run), Subjects: []string{"gospin.logs." + q.Run + ".*"},
			Storage: jetstream.FileStorage, Discard: jetstream.DiscardNew, MaxBytes: room, AllowDirect: true,
			Duplicates: time.Minute}
		err = l.ask(ctx, func(ctx context.Context) (err error) {
			l.stream, err = s.stream(ctx, c)
			return err
		})
		if err == nil || !isFull(err) || room/2 < minLogs {
			break
		}
	}
	if err != nil && isFull(err) {
		return nil, fmt.Errorf("the server has no room for the logs of a search, not even %d MiB: its disk is full, or "+
			"it may use no more of it (%w)", room>>20, err)
	}
	if err != nil {
		return nil, err
	}
	q.SaveEvery = min(q.SaveEvery, room/int64(4*q.Plan.Partitions))
	err = l.ask(ctx, func(ctx context.Context) (err error) {
		l.bucket, err = s.bucket(ctx, bucketOf(q.Run), 0)
		return err
	})
	return l, err
}

// recovery is how long a server may need, after a restart, to find what it has kept.
const recovery = 5 * time.Second

// openLogs returns the logs of a search that has begun. The server may be about to be restarted.
func (s *Session) openLogs(ctx context.Context, id string) (l *logs, err error) {
	l = &logs{s: s, id: id}
	for end := time.Now().Add(recovery); ; time.Sleep(50 * time.Millisecond) {
		err = l.ask(ctx, func(ctx context.Context) (err error) {
			if l.stream, err = s.js.Stream(ctx, streamOf(id)); err == nil {
				l.bucket, err = s.js.KeyValue(ctx, bucketOf(id))
			}
			return err
		})
		missing := errors.Is(err, jetstream.ErrStreamNotFound) || errors.Is(err, jetstream.ErrBucketNotFound)
		if !missing || ctx.Err() != nil || time.Now().After(end) {
			return l, err
		}
	}
}

// remove removes everything of a search.
func (l *logs) remove(ctx context.Context) {
	_ = l.s.js.DeleteStream(ctx, streamOf(l.id))
	_ = l.s.js.DeleteKeyValue(ctx, bucketOf(l.id))
	_ = l.s.js.DeleteObjectStore(ctx, objectsOf(l.id))
	if b, err := l.s.js.KeyValue(ctx, searches); err == nil {
		_ = b.Purge(ctx, l.id)
	}
}

// ask repeats a request until a server answers it, possibly after a restart. Errors other than that
// the server can't be reached are returned.
func (l *logs) ask(ctx context.Context, request func(ctx context.Context) error) error {
	for wait := 20 * time.Millisecond; ; wait = min(2*wait, time.Second) {
		soon, stop := context.WithTimeout(ctx, 2*time.Second)
		err := request(soon)
		stop()
		if err == nil || ctx.Err() != nil || !unreachable(err) {
			return err
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(wait):
		}
	}
}

// unreachable reports whether an error may be temporary.
func unreachable(err error) bool {
	for _, e := range []error{
		nats.ErrNoResponders, nats.ErrTimeout, nats.ErrConnectionReconnecting, nats.ErrDisconnected,
		nats.ErrConnectionClosed, nats.ErrReconnectBufExceeded, context.DeadlineExceeded,
		jetstream.ErrNoStreamResponse, jetstream.ErrJetStreamNotEnabled,
	} {
		if errors.Is(err, e) {
			return true
		}
	}
	var api *jetstream.APIError
	return errors.As(err, &api) && api.Code >= 500 && !isFull(err)
}

// isFull reports whether the server has no space left.
func isFull(err error) bool {
	return strings.Contains(err.Error(), "maximum") || strings.Contains(err.Error(), "insufficient")
}

// put writes a value as JSON.
func (l *logs) put(ctx context.Context, key string, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return l.ask(ctx, func(ctx context.Context) error {
		_, err := l.bucket.Put(ctx, key, text)
		return err
	})
}

// next returns the first entry of a log after a number, or nil if there is none.
func (l *logs) next(ctx context.Context, p int, after uint64) (m *jetstream.RawStreamMsg, err error) {
	err = l.ask(ctx, func(ctx context.Context) (err error) {
		m, err = l.stream.GetMsg(ctx, after+1, jetstream.WithGetMsgSubject(subjectOf(l.id, p)))
		return err
	})
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil, nil
	}
	return m, err
}

// last returns the number of the last entry of a log; 0 if it is empty.
func (l *logs) last(ctx context.Context, p int) (seq uint64, err error) {
	err = l.ask(ctx, func(ctx context.Context) error {
		m, err := l.stream.GetLastMsgForSubject(ctx, subjectOf(l.id, p))
		if err == nil {
			seq = m.Sequence
		}
		return err
	})
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return 0, nil
	}
	return seq, err
}

// outgoing is an entry for a log.
type outgoing struct {
	to   int
	id   string // the same for duplicates; "" for none
	text []byte
	sent jetstream.PubAckFuture
}

// errNoRoom means that the server has no space for more entries.
var errNoRoom = errors.New("the server has no more room for logs")

// send begins to send an entry.
func (l *logs) send(m *outgoing) {
	var options []jetstream.PublishOpt
	if m.id != "" {
		options = append(options, jetstream.WithMsgID(m.id))
	}
	m.sent, _ = l.s.js.PublishAsync(subjectOf(l.id, m.to), m.text, options...) // await sends it again
}

// patient is how long to wait for the answer to an entry.
const patient = 5 * time.Second

// await waits until entries are in their logs, and sends them again if necessary.
func (l *logs) await(ctx context.Context, all []outgoing) error {
	refused := time.Time{}
	for i := range all {
		m := &all[i]
		for {
			var err error
			if m.sent == nil {
				err = nats.ErrTimeout
			} else {
				select {
				case <-m.sent.Ok():
				case err = <-m.sent.Err():
				case <-time.After(patient):
					err = nats.ErrTimeout
				case <-ctx.Done():
					return context.Cause(ctx)
				}
			}
			if err == nil {
				break
			}
			if isFull(err) {
				if refused.IsZero() {
					refused = time.Now()
				} else if time.Since(refused) > 3*patience {
					return fmt.Errorf("%w: %w", errNoRoom, err)
				}
			}
			select {
			case <-ctx.Done():
				return context.Cause(ctx)
			case <-time.After(100 * time.Millisecond):
			}
			l.send(m)
		}
		_ = l.s.nc.Publish(wakeOf(l.id, m.to), nil) // owners that miss it look at their logs regularly
	}
	return nil
}
