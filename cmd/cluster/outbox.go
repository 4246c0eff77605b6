//go:build nats

package cluster

import (
	"context"
	"sync/atomic"
)

// outbox has the entries that an owner has sent, and that the server may not have written yet. So the owner
// can handle the next entry meanwhile.
type outbox struct {
	logs    *logs
	queue   chan outgoing
	sent    uint64        // entries ever put into the queue
	arrived atomic.Uint64 // of them, in their logs
	one     chan struct{} // one more has arrived
}

// maxUnderWay is the number of entries that may be sent without an answer.
const maxUnderWay = 64

func newOutbox(l *logs) *outbox {
	return &outbox{logs: l, queue: make(chan outgoing, maxUnderWay), one: make(chan struct{}, 1)}
}

// post sends an entry. It waits only if many are under way.
func (o *outbox) post(ctx context.Context, m outgoing) error {
	o.logs.send(&m)
	select {
	case o.queue <- m:
		o.sent++
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// deliver waits for the server's answers, and sends entries again if necessary, until ctx is done or that
// fails.
func (o *outbox) deliver(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case m := <-o.queue:
			if err := o.logs.await(ctx, []outgoing{m}); err != nil {
				return err
			}
			o.arrived.Add(1)
			select {
			case o.one <- struct{}{}:
			default:
			}
		}
	}
}

// settle waits until all entries that were sent are in their logs.
func (o *outbox) settle(ctx context.Context) error {
	for o.arrived.Load() < o.sent {
		select {
		case <-o.one:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
	return nil
}
