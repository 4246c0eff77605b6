//go:build nats

package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"gospin/cmd/sweeps"
)

// Worker executes jobs.
type Worker struct {
	Session *Session
	Program string // the program that verifies
	Built   string
	Memory  int64         // of all jobs together
	Jobs    int           // at a time
	Lease   time.Duration // a job goes to another worker after this time without renewal
	Idle    time.Duration // the worker ends after this time without a job; 0 for never
	Tries   int           // a job that ends its workers is not tried more often
	Log     func(string)
	// Own runs a process that owns partitions of a search, with an amount of memory, until that is over.
	Own func(ctx context.Context, search string, memory int64) error

	name  string
	mutex sync.Mutex
	used  int64
	at    map[string]string // labels of the jobs in progress, by digest
	done  int
	freed chan struct{}
}

// attempt records which worker has begun a job.
type attempt struct {
	Worker string    `json:"worker"`
	Label  string    `json:"label"`
	Begun  time.Time `json:"begun"`
	Tries  int       `json:"tries"`
}

// key returns the job's key among those of all runs.
func (j *Job) key() string { return j.Run + "." + j.Digest }

// heartbeat is the time between two signs of life of a worker.
const heartbeat = 5 * time.Second

// Work executes jobs until ctx is done, or the worker has been idle for too long.
func (w *Worker) Work(ctx context.Context) error {
	host, _ := os.Hostname()
	w.name = fmt.Sprintf("%s-%d", clean(host), os.Getpid())
	w.at, w.freed = map[string]string{}, make(chan struct{}, 1)
	consumers, err := w.consumers(ctx)
	if err != nil {
		return err
	}
	woken := make(chan *nats.Msg, 16)
	if sub, err := w.Session.nc.ChanSubscribe(wake, woken); err == nil {
		defer func() { _ = sub.Unsubscribe() }()
	}
	w.beat(ctx)
	defer func() { _ = w.Session.workers.Delete(context.WithoutCancel(ctx), w.name) }()
	tick, beat := time.NewTicker(time.Second), time.NewTicker(heartbeat)
	defer tick.Stop()
	defer beat.Stop()
	var crew sync.WaitGroup
	defer crew.Wait()
	last := time.Now()
	for ctx.Err() == nil {
		if w.take(ctx, consumers, &crew) {
			last = time.Now()
			continue
		}
		w.join(ctx, &crew)
		w.mutex.Lock()
		if len(w.at) > 0 {
			last = time.Now()
		}
		w.mutex.Unlock()
		if w.Idle > 0 && time.Since(last) > w.Idle {
			return nil
		}
		select {
		case <-ctx.Done():
		case <-w.freed:
			w.beat(ctx)
		case <-woken:
		case <-tick.C:
		case <-beat.C:
			w.beat(ctx)
		}
	}
	return nil
}

// clean makes a valid key of a name.
func clean(name string) string {
	out := []byte(name)
	for i, c := range out {
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') {
			out[i] = '-'
		}
	}
	return string(out)
}

// consumers returns a consumer for each class of jobs that may fit, the largest first.
func (w *Worker) consumers(ctx context.Context) (out []jetstream.Consumer, err error) {
	for class := classOf(w.Memory); class >= smallest; class-- {
		name := fmt.Sprintf("%s-%d", w.Built[:min(16, len(w.Built))], class)
		c, err := w.Session.queue.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{Durable: name,
			AckPolicy: jetstream.AckExplicitPolicy, AckWait: w.Lease, MaxDeliver: -1, MaxAckPending: -1,
			FilterSubject: subject(w.Built, class, ""), InactiveThreshold: kept})
		if err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	return out, nil
}

// room returns the memory that no job has, or 0 if there is the maximum number of jobs.
func (w *Worker) room() int64 {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if len(w.at) >= w.Jobs {
		return 0
	}
	return w.Memory - w.used
}

// next returns a waiting message, or nil. A server that dies does not answer; what it has sent by then
// is sent again when its lease ends.
func next(ctx context.Context, c jetstream.Consumer) jetstream.Msg {
	batch, err := c.FetchNoWait(1)
	if err != nil {
		return nil
	}
	select {
	case m := <-batch.Messages():
		return m
	case <-time.After(look):
	case <-ctx.Done():
	}
	return nil
}

// take begins a job, the largest that fits, and reports whether there was one.
func (w *Worker) take(ctx context.Context, consumers []jetstream.Consumer, crew *sync.WaitGroup) bool {
	top := classOf(w.Memory)
	for i, c := range consumers {
		if w.room() < leastOf(top-i) {
			continue
		}
		if m := next(ctx, c); m != nil {
			j := &Job{}
			text, err := unpack(m.Data())
			if err == nil {
				err = json.Unmarshal(text, j)
			}
			if err != nil {
				w.Log("a message that is no job: " + err.Error())
				_ = m.Term()
				continue
			}
			if j.Memory > w.room() {
				_ = m.NakWithDelay(time.Second)
				continue
			}
			w.mutex.Lock()
			w.used += j.Memory
			w.at[j.key()] = j.Label
			w.mutex.Unlock()
			crew.Go(func() {
				w.do(ctx, j, m)
				w.mutex.Lock()
				w.used -= j.Memory
				delete(w.at, j.key())
				w.done++
				w.mutex.Unlock()
				select {
				case w.freed <- struct{}{}:
				default:
				}
			})
			return true
		}
	}
	return false
}

// do executes a job, and removes it from the queue.
func (w *Worker) do(ctx context.Context, j *Job, m jetstream.Msg) {
	s, key := w.Session, j.key()
	end := context.WithoutCancel(ctx) // results are written even if the worker is being stopped
	if a, err := s.Answer(ctx, j.Digest); err == nil && a.HoldsFor(j.Memory) || s.Cancelled(ctx, j.Run) {
		_ = m.DoubleAck(end)
		return
	}
	now := attempt{Worker: w.name, Label: j.Label, Begun: time.Now().UTC()}
	var before attempt
	if err := s.get(ctx, s.running, key, &before); err == nil {
		now.Tries = before.Tries
	}
	now.Tries++
	if now.Tries > w.Tries {
		w.finish(end, j, m, &sweeps.Answer{Exit: killed, Error: fmt.Sprintf(
			"given up after %d tries, each of which ended its worker or its process; the last one at %s",
			before.Tries, before.Worker)})
		return
	}
	if err := s.put(ctx, s.running, key, now, false); err != nil {
		_ = m.NakWithDelay(time.Second)
		return
	}
	w.Log("begins " + j.Label)
	a, err := w.search(ctx, j, m)
	switch {
	case errors.Is(err, ErrCancelled):
		_ = s.running.Delete(end, key)
		_ = m.DoubleAck(end)
	case err != nil: // the worker ends: not the job's fault
		now.Tries--
		_ = s.put(end, s.running, key, now, false)
		_ = m.Nak()
	case a.Report == nil && a.Exit == killed && now.Tries < w.Tries:
		w.Log(j.Label + ": " + a.Error)
		_ = m.Nak()
	default:
		w.finish(end, j, m, a)
	}
}

// killed is the exit code of a process that a signal has ended.
const killed = 4

// finish writes an answer, and removes the job from the queue.
func (w *Worker) finish(ctx context.Context, j *Job, m jetstream.Msg, a *sweeps.Answer) {
	a.Limit = j.Memory
	if err := w.Session.put(ctx, w.Session.results, j.Digest, a, true); err != nil {
		w.Log(j.Label + ": " + err.Error())
		_ = m.NakWithDelay(time.Second)
		return
	}
	_ = w.Session.running.Delete(ctx, j.key())
	_ = m.DoubleAck(ctx)
	w.Log("ends " + j.Label)
}

// search runs a job's process in its own folder, and renews the lease.
func (w *Worker) search(ctx context.Context, j *Job, m jetstream.Msg) (*sweeps.Answer, error) {
	inner, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	dir, err := os.MkdirTemp("", "gospin-job-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	trails := filepath.Join(dir, TrailsOfJob)
	if err := os.Mkdir(trails, 0o700); err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(inner, w.Program, "worker", "-job", "-j", fmt.Sprint(w.Jobs))
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "TMPDIR="+dir)
	in, err := cmd.StdinPipe() // stays open: its end tells the process that its worker has died
	if err != nil {
		return nil, err
	}
	var writer, watcher sync.WaitGroup
	writer.Go(func() { _ = json.NewEncoder(in).Encode(j) })
	var isCancelled atomic.Bool
	watcher.Go(func() {
		tick := time.NewTicker(min(w.Lease/3, look))
		defer tick.Stop()
		for {
			select {
			case <-inner.Done():
				return
			case <-tick.C:
			}
			_ = m.InProgress()
			if w.Session.Cancelled(inner, j.Run) {
				isCancelled.Store(true)
				stop(ErrCancelled)
			}
		}
	})
	a := sweeps.Ask(cmd, trails)
	stop(nil)
	writer.Wait()
	watcher.Wait()
	switch {
	case isCancelled.Load():
		return nil, ErrCancelled
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	}
	return a, nil
}

// presence is the description that a worker publishes of itself.
type presence struct {
	Built  string            `json:"built"`
	Memory int64             `json:"memory_bytes"`
	Free   int64             `json:"free_bytes"`
	Jobs   int               `json:"jobs"`
	Done   int               `json:"done"`
	At     map[string]string `json:"at"`
}

func (w *Worker) beat(ctx context.Context) {
	w.mutex.Lock()
	p := presence{Built: w.Built, Memory: w.Memory, Free: w.Memory - w.used, Jobs: w.Jobs, Done: w.done,
		At: map[string]string{}}
	for k, v := range w.at {
		p.At[k] = v
	}
	w.mutex.Unlock()
	_ = w.Session.put(ctx, w.Session.workers, w.name, p, false) // the next one is sent soon
}

// Logger returns a function that writes lines.
func Logger(to io.Writer) func(string) {
	var mutex sync.Mutex
	return func(line string) {
		mutex.Lock()
		defer mutex.Unlock()
		fmt.Fprintf(to, "%s %s\n", time.Now().Format(time.TimeOnly), line)
	}
}
