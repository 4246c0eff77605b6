//go:build nats

package cluster

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/nats-io/nats.go/jetstream"

	"gospin/cmd/sweeps"
)

// Run is a table of jobs.
type Run struct {
	ID      string        `json:"id"`
	Begun   time.Time     `json:"begun"`
	Command []string      `json:"command"`
	Built   string        `json:"built"`
	Memory  int64         `json:"memory_bytes"` // of each job
	Plan    *sweeps.Plan  `json:"plan"`
	Files   []sweeps.File `json:"files"` // those of all jobs
}

// NewID returns the name of a new run.
func NewID() string { return strings.ToLower(rand.Text()[:8]) }

// Read returns a file of the run's jobs.
func (r *Run) Read(path string) ([]byte, error) { return (&Job{Files: r.Files}).Read(path) }

// Digests returns the names of the run's answers, without duplicates.
func (r *Run) Digests() (out []string) {
	seen := map[string]bool{}
	for _, c := range r.Plan.Cells {
		if !seen[c.Digest] {
			out = append(out, c.Digest)
		}
		seen[c.Digest] = true
	}
	return out
}

const wake = "gospin.wake"

func cancelled(run string) string { return run + ".cancelled" }

// subject returns the subject of the waiting jobs of a build. An empty part matches all.
func subject(built string, class int, run string) string {
	name, of := "*", "*"
	if built != "" {
		name = built[:min(16, len(built))]
	}
	if class >= 0 {
		of = fmt.Sprint(class)
	}
	if run == "" {
		run = "*"
	}
	return strings.Join([]string{"gospin.jobs", name, of, run}, ".")
}

// Submit keeps a run, and queues its jobs that have no answer, or all of them if fresh is set.
// It returns the digests that have an answer.
func (s *Session) Submit(
	ctx context.Context, r *Run, files [][]sweeps.File, fresh bool,
) (known []string, err error) {
	var jobs []*Job
	seen := map[string]bool{}
	for i, c := range r.Plan.Cells {
		if seen[c.Digest] {
			continue
		}
		seen[c.Digest] = true
		label := strings.Join(append(slices.Clone(c.Args), c.Model), " ")
		j := &Job{Run: r.ID, Digest: c.Digest, Built: r.Built, Label: label, Model: c.Model, Files: files[i],
			Args: c.Args, Memory: r.Memory}
		if err := j.Check(); err != nil {
			return nil, err
		}
		jobs = append(jobs, j)
		for _, f := range files[i] {
			if _, err := r.Read(f.Path); err != nil {
				r.Files = append(r.Files, f)
			}
		}
	}
	if err := s.put(ctx, s.runs, r.ID, r, false); err != nil {
		return nil, err
	}
	for _, j := range jobs {
		if a, err := s.Answer(ctx, j.Digest); err == nil {
			if !fresh && a.HoldsFor(j.Memory) {
				known = append(known, j.Digest)
				continue
			}
			if err := s.results.Delete(ctx, j.Digest); err != nil {
				return nil, err
			}
		}
		text, err := json.Marshal(j)
		if err != nil {
			return nil, err
		}
		if text = pack(text); int64(len(text)) > s.nc.MaxPayload()-slack {
			return nil, fmt.Errorf("%s: the model with what it includes has %d bytes, more than the server takes",
				j.Model, len(text))
		}
		_, err = s.js.Publish(ctx, subject(j.Built, classOf(j.Memory), r.ID), text,
			jetstream.WithMsgID(r.ID+j.Digest), jetstream.WithRetryAttempts(20))
		if err != nil {
			return nil, err
		}
	}
	return known, s.nc.Publish(wake, nil)
}

// slack is the space in a message that is reserved for headers.
const slack = 4 << 10

// large marks a value that is stored as a large object.
const large = "large"

// put writes a value under a key of a bucket. If first is set, only the first value counts.
func (s *Session) put(ctx context.Context, to jetstream.KeyValue, key string, value any, first bool) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	if text = pack(text); int64(len(text)) > s.nc.MaxPayload()-slack {
		if _, err := s.large.PutBytes(ctx, key, text); err != nil {
			return err
		}
		text = []byte(large)
	}
	if first {
		if _, err = to.Create(ctx, key, text); errors.Is(err, jetstream.ErrKeyExists) {
			return nil
		}
		return err
	}
	_, err = to.Put(ctx, key, text)
	return err
}

// get reads what put has written.
func (s *Session) get(ctx context.Context, from jetstream.KeyValue, key string, value any) error {
	e, err := from.Get(ctx, key)
	if err != nil {
		return err
	}
	text := e.Value()
	if string(text) == large {
		if text, err = s.large.GetBytes(ctx, key); err != nil {
			return err
		}
	}
	if text, err = unpack(text); err != nil {
		return err
	}
	return json.Unmarshal(text, value)
}

// mostUnpacked limits the size of unpacked values.
const mostUnpacked = 1 << 30

var coders = sync.OnceValues(func() (*zstd.Encoder, *zstd.Decoder) {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	if err != nil {
		panic(err)
	}
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(mostUnpacked))
	if err != nil {
		panic(err)
	}
	return e, d
})

func pack(text []byte) []byte {
	e, _ := coders()
	return e.EncodeAll(text, nil)
}

func unpack(text []byte) ([]byte, error) {
	_, d := coders()
	return d.DecodeAll(text, nil)
}

// Run returns a run that was submitted.
func (s *Session) Run(ctx context.Context, id string) (*Run, error) {
	r := &Run{}
	err := s.get(ctx, s.runs, id, r)
	if errors.Is(err, jetstream.ErrKeyNotFound) || errors.Is(err, jetstream.ErrInvalidKey) {
		return nil, fmt.Errorf("no run %s is known: gospin status lists those that are", id)
	}
	return r, err
}

// Answer returns the answer to a job.
func (s *Session) Answer(ctx context.Context, digest string) (*sweeps.Answer, error) {
	a := &sweeps.Answer{}
	return a, s.get(ctx, s.results, digest, a)
}

// Cancel removes a run's jobs from the queue, and stops those that workers have begun.
func (s *Session) Cancel(ctx context.Context, id string) error {
	if _, err := s.Run(ctx, id); err != nil {
		return err
	}
	if _, err := s.runs.PutString(ctx, cancelled(id), "yes"); err != nil {
		return err
	}
	if err := s.queue.Purge(ctx, jetstream.WithPurgeSubject(subject("", -1, id))); err != nil {
		return err
	}
	return s.nc.Publish(wake, []byte(id))
}

// Cancelled reports whether a run is cancelled.
func (s *Session) Cancelled(ctx context.Context, id string) bool {
	ctx, stop := context.WithTimeout(ctx, look/2)
	defer stop()
	_, err := s.runs.Get(ctx, cancelled(id))
	return err == nil
}

// ErrCancelled is the error of Await if the run is cancelled.
var ErrCancelled = errors.New("cancelled")

// look is the time between two looks for changes without a message.
const look = 2 * time.Second

// Await passes the answers to a run's jobs to take as they come, until take returns false.
func (s *Session) Await(
	ctx context.Context, r *Run, take func(string, *sweeps.Answer) bool, idle func(),
) error {
	missing := map[string]bool{}
	for _, d := range r.Digests() {
		missing[d] = true
	}
	w, err := s.results.WatchAll(ctx, jetstream.MetaOnly(), jetstream.IgnoreDeletes())
	if err != nil {
		return err
	}
	defer func() { _ = w.Stop() }()
	updates := w.Updates()
	// found takes an existing answer, and reports whether to continue.
	found := func(digest string) bool {
		soon, stop := context.WithTimeout(ctx, look/2) // a server that dies does not answer
		defer stop()
		a, err := s.Answer(soon, digest)
		if err != nil {
			return true // it is requested again later
		}
		delete(missing, digest)
		return take(digest, a)
	}
	tick := time.NewTicker(look)
	defer tick.Stop()
	for len(missing) > 0 {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case e, open := <-updates:
			if !open {
				updates = nil // the ticker continues
			}
			if e != nil && missing[e.Key()] && !found(e.Key()) {
				return nil
			}
		case <-tick.C:
			if s.Cancelled(ctx, r.ID) {
				return ErrCancelled
			}
			asked := 0
			for d := range missing {
				if asked++; asked > 200 {
					break
				}
				if !found(d) {
					return nil
				}
			}
			idle()
		}
	}
	return nil
}
