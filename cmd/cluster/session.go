//go:build nats

package cluster

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Session is a connection to a server, which this process may run itself.
type Session struct {
	nc     *nats.Conn
	js     jetstream.JetStream
	server *server.Server // nil if another process runs it
	lock   io.Closer
	Join   string // flags with which other machines, or terminals, connect to the embedded server

	queue                           jetstream.Stream
	results, runs, running, workers jetstream.KeyValue
	large                           jetstream.ObjectStore
}

// replicas is the number of servers of a NATS cluster that keep what is written, if there are enough.
const replicas = 3

// kept is the time for which answers and runs are kept.
const kept = 30 * 24 * time.Hour

// Open connects to a server. It starts the embedded one unless another process has.
func Open(ctx context.Context, l *Link) (*Session, error) {
	if err := l.Check(); err != nil {
		return nil, err
	}
	s := &Session{}
	options := []nats.Option{nats.Name("gospin"), nats.MaxReconnects(-1), nats.ReconnectWait(250 * time.Millisecond),
		nats.Timeout(5 * time.Second)}
	address := l.URL
	if address == "" {
		var err error
		if address, options, err = s.embedded(ctx, l, options); err != nil {
			s.Close()
			return nil, err
		}
	}
	if l.Credentials != "" {
		token, user, password, isNATS, err := secret(l.Credentials)
		switch {
		case err != nil:
			s.Close()
			return nil, err
		case isNATS:
			options = append(options, nats.UserCredentials(l.Credentials))
		case token != "":
			options = append(options, nats.Token(token))
		default:
			options = append(options, nats.UserInfo(user, password))
		}
	}
	if l.CA != "" {
		options = append(options, nats.RootCAs(l.CA))
	}
	if err := s.connect(ctx, address, options); err != nil {
		s.Close()
		return nil, fmt.Errorf("%s: %w", address, err)
	}
	return s, nil
}

func (s *Session) connect(ctx context.Context, address string, options []nats.Option) (err error) {
	if s.nc, err = nats.Connect(address, options...); err != nil {
		return err
	}
	if s.js, err = jetstream.New(s.nc); err != nil {
		return err
	}
	if s.queue, err = s.stream(ctx, jetstream.StreamConfig{Name: "gospin-jobs", Subjects: []string{"gospin.jobs.>"},
		Retention: jetstream.WorkQueuePolicy, Storage: jetstream.FileStorage}); err != nil {
		return err
	}
	for _, b := range []struct {
		to   *jetstream.KeyValue
		name string
		ttl  time.Duration
	}{
		{&s.results, "gospin-results", kept}, {&s.runs, "gospin-runs", kept},
		{&s.running, "gospin-running", kept}, {&s.workers, "gospin-workers", 3 * heartbeat},
	} {
		if *b.to, err = s.bucket(ctx, b.name, b.ttl); err != nil {
			return err
		}
	}
	s.large, err = s.js.ObjectStore(ctx, "gospin-large")
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		s.large, err = replicated(s, func(n int) (jetstream.ObjectStore, error) {
			return s.js.CreateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: "gospin-large", TTL: kept, Replicas: n})
		})
	}
	return err
}

// stream returns a stream, which is created if necessary.
func (s *Session) stream(ctx context.Context, c jetstream.StreamConfig) (jetstream.Stream, error) {
	if known, err := s.js.Stream(ctx, c.Name); err == nil {
		return known, nil
	}
	return replicated(s, func(n int) (jetstream.Stream, error) {
		c.Replicas = n
		return s.js.CreateOrUpdateStream(ctx, c)
	})
}

func (s *Session) bucket(ctx context.Context, name string, ttl time.Duration) (jetstream.KeyValue, error) {
	if known, err := s.js.KeyValue(ctx, name); err == nil {
		return known, nil
	}
	return replicated(s, func(n int) (jetstream.KeyValue, error) {
		return s.js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: name, TTL: ttl, Replicas: n})
	})
}

// replicated creates a stream or bucket with replicas on several servers, if the cluster has them.
func replicated[T any](s *Session, create func(int) (T, error)) (made T, err error) {
	n := 1
	if s.nc.ConnectedClusterName() != "" {
		n = replicas
	}
	for ; n > 0; n -= 2 {
		if made, err = create(n); err == nil {
			return made, nil
		}
	}
	return made, err
}

// Serves reports whether this process runs the server.
func (s *Session) Serves() bool { return s.server != nil }

// Close ends the connection, and the server if this process runs it.
func (s *Session) Close() {
	if s.nc != nil {
		s.nc.Close()
	}
	if s.server != nil {
		s.server.Shutdown()
		s.server.WaitForShutdown()
	}
	if s.lock != nil {
		_ = s.lock.Close()
	}
}
