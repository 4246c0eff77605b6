//go:build nats

package cluster

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

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

// Write lists all runs, newest first, and workers.
func (s *Session) Write(ctx context.Context, w io.Writer) error {
	list, err := keys(ctx, s.runs)
	if err != nil {
		return err
	}
	var runs []*Run
	for _, id := range list {
		if r, err := s.Run(ctx, id); err == nil && !strings.HasSuffix(id, cancelled("")) {
			runs = append(runs, r)
		}
	}
	slices.SortFunc(runs, func(a, b *Run) int { return b.Begun.Compare(a.Begun) })
	if len(runs) == 0 {
		fmt.Fprintln(w, "no runs")
	}
	for _, r := range runs {
		if err := s.WriteRun(ctx, w, r); err != nil {
			return err
		}
	}
	names, all, err := s.present(ctx)
	if err != nil {
		return err
	}
	if len(all) == 0 {
		_, err = fmt.Fprintln(w, "no workers: gospin worker makes this machine one")
	}
	for i, p := range all {
		fmt.Fprintf(w, "worker %s: %d of %d jobs, %s of %s free, %d done\n", names[i], len(p.At), p.Jobs,
			report.Size(p.Free), report.Size(p.Memory), p.Done)
		for _, label := range p.At {
			fmt.Fprintf(w, "  %s\n", label)
		}
	}
	return err
}

// WriteRun writes the progress of a run.
func (s *Session) WriteRun(ctx context.Context, w io.Writer, r *Run) error {
	digests := r.Digests()
	done, given, tried := 0, 0, 0
	for _, d := range digests {
		a, err := s.Answer(ctx, d)
		if err != nil {
			var t attempt
			if s.get(ctx, s.running, r.ID+"."+d, &t) == nil {
				tried++
			}
			continue
		}
		if done++; a.Report == nil && a.Exit == killed {
			given++
		}
	}
	text := fmt.Sprintf("run %s of %s: %d of %d jobs are done", r.ID, r.Begun.Local().Format(time.DateTime), done,
		len(digests))
	switch {
	case done == len(digests):
	case s.Cancelled(ctx, r.ID):
		text += ", the others are cancelled"
	default:
		text += fmt.Sprintf(", %d begun", tried)
		if why := s.Waits(ctx, r); why != "" {
			text += "; the others wait: " + why
		}
	}
	if given > 0 {
		text += fmt.Sprintf("; %d given up, as they end their workers", given)
	}
	_, err := fmt.Fprintf(w, "%s\n  %s\n", text, strings.Join(r.Command, " "))
	return err
}
