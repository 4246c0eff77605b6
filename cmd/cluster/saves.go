//go:build nats

package cluster

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"gospin/verifier/partition"
)

// A partition is saved now and then, and its log is removed up to there. So a new owner needs not handle all
// of it again, and logs take a bounded room at the server. An owner that wants to save asks for a Rest in the
// log, and saves when it has handled that.

// savesAt is the key of what is saved of a partition, up to its number.
const savesAt = "saved."

// saved says where a partition was saved.
type saved struct {
	Object string `json:"object"`
	Seq    uint64 `json:"seq"`   // of the Rest
	Taken  []byte `json:"taken"` // as in counted
}

// objectsOf names the store of saved partitions.
func objectsOf(id string) string { return "gospin-saved-" + id }

// objects returns that store.
func (l *logs) objects(ctx context.Context) (jetstream.ObjectStore, error) {
	b, err := l.s.js.ObjectStore(ctx, objectsOf(l.id))
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		b, err = replicated(l.s, func(n int) (jetstream.ObjectStore, error) {
			c := jetstream.ObjectStoreConfig{Bucket: objectsOf(l.id), Replicas: n}
			return l.s.js.CreateObjectStore(ctx, c)
		})
	}
	return b, err
}

// save saves a partition that is at rest, and removes its log up to there. If that fails, the log stays.
func (o *Owner) save(ctx context.Context, h *held) error {
	b, err := o.objects(ctx)
	if err != nil {
		return err
	}
	now := saved{Object: fmt.Sprintf("%d.%d.%s", h.at, h.seq, o.name), Seq: h.seq, Taken: o.taken()}
	r, w := io.Pipe()
	go func() {
		out := bufio.NewWriterSize(w, 1<<20)
		err := h.p.Save(out)
		if err == nil {
			err = out.Flush()
		}
		w.CloseWithError(err)
	}()
	_, err = b.Put(ctx, jetstream.ObjectMeta{Name: now.Object}, r)
	_ = r.CloseWithError(err) // the writer ends, too
	if err != nil || !o.holds(h.at) {
		return err
	}
	before, revision, err := o.savedAt(ctx, h.at)
	if err == nil && before.Seq < now.Seq {
		var text []byte
		if text, err = json.Marshal(&now); err == nil {
			_, err = o.bucket.Update(ctx, savesAt+strconv.Itoa(h.at), text, revision)
		}
	}
	if err != nil || before.Seq >= now.Seq { // a newer one must stay: the log is removed up to there
		return errors.Join(err, b.Delete(ctx, now.Object))
	}
	if before.Object != "" {
		_ = b.Delete(ctx, before.Object) // else it goes with the search
	}
	return o.stream.Purge(ctx, jetstream.WithPurgeSubject(subjectOf(o.id, h.at)),
		jetstream.WithPurgeSequence(now.Seq+1))
}

// savedAt returns what is saved of a partition, and the revision of that key. It writes what it has read: so
// no newer one is known to another server.
func (l *logs) savedAt(ctx context.Context, p int) (s saved, revision uint64, err error) {
	key := savesAt + strconv.Itoa(p)
	for {
		err = l.ask(ctx, func(ctx context.Context) error {
			e, err := l.bucket.Get(ctx, key)
			if errors.Is(err, jetstream.ErrKeyNotFound) {
				s = saved{}
				revision, err = l.bucket.Create(ctx, key, []byte("{}"))
				return err
			}
			if err != nil {
				return err
			}
			s = saved{}
			if err := json.Unmarshal(e.Value(), &s); err != nil {
				return err
			}
			revision, err = l.bucket.Update(ctx, key, e.Value(), e.Revision())
			return err
		})
		if err == nil || !isTaken(err) || ctx.Err() != nil {
			return s, revision, err
		}
	}
}

// isTaken reports whether a key was changed by somebody else.
func isTaken(err error) bool {
	var api *jetstream.APIError
	return errors.Is(err, jetstream.ErrKeyExists) || errors.Is(err, jetstream.ErrKeyRevisionMismatch) ||
		errors.As(err, &api) && api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence
}

// restore makes a partition from what is saved of it, if anything is, and returns the number of the last
// entry that it has handled. What is saved may be replaced meanwhile.
func (o *Owner) restore(ctx context.Context, p int) (part *partition.Partition, seq uint64, err error) {
	for {
		s, _, err := o.savedAt(ctx, p)
		if err != nil {
			return nil, 0, err
		}
		if s.Object == "" {
			return partition.New(&o.q.Plan, p, o.next), 0, nil
		}
		if part, err = o.load(ctx, p, &s); err == nil {
			unite(o.task.Taken, s.Taken)
			return part, s.Seq, nil
		}
		o.warn(fmt.Sprintf("partition %d: what is saved cannot be read: %v", p, err))
		select {
		case <-ctx.Done():
			return nil, 0, context.Cause(ctx)
		case <-time.After(200 * time.Millisecond):
		}
	}
}

func (o *Owner) load(ctx context.Context, p int, s *saved) (*partition.Partition, error) {
	b, err := o.objects(ctx)
	if err != nil {
		return nil, err
	}
	r, err := b.Get(ctx, s.Object)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return partition.Load(bufio.NewReaderSize(r, 1<<20), &o.q.Plan, p, o.next)
}
