package monitor

import (
	"fmt"
	"io"
	"strings"
	"time"

	"gospin/verifier/report"
)

// Overview is a snapshot of a cluster.
type Overview struct {
	Searches []Search
	Runs     []Run // the newest first
	Workers  []Worker
}

// Run is a table of jobs.
type Run struct {
	ID                           string
	Begun                        time.Time
	Command                      []string
	Jobs, Done, GivenUp, Started int    // the last: of those that are not done
	Cancelled                    bool   // those that are not done
	Waits                        string // why no job can be started, or ""
}

// Worker is a process that takes jobs.
type Worker struct {
	Name         string
	Memory, Free int64 // bytes
	Jobs, Done   int   // at a time, and so far
	At           []string
}

// Search is a search in partitions, which is under way.
type Search struct {
	ID, Label  string
	State      string // "halted" while paths to errors are sought, "ended" at the very end, or ""
	Errors     uint64
	Depth      int
	Partitions []Partition
	Owners     []Owner
}

// Partition is a part of the states.
type Partition struct {
	Owner        string // "" if none has it now
	Stored, Open uint64 // states
	Bytes        int64  // of memory
	Elsewhere    uint64 // successors that belong to other partitions
	Spared       uint64 // of them, not sent since they were sent lately
	Batches      uint64
	Sent         uint64 // bytes
}

// Owner is a process that has partitions.
type Owner struct {
	Name       string
	Lost       bool    // there was no sign of life for the time of a lease
	Waiting    float64 // share of its time in which it had nothing to do, or waited for the server
	Partitions int
	Stored     uint64 // states of its partitions
	Bytes      int64
}

// Sum returns the sums over the partitions.
func (s *Search) Sum() (sum Partition) {
	for i := range s.Partitions {
		p := &s.Partitions[i]
		sum.Stored, sum.Open, sum.Bytes = sum.Stored+p.Stored, sum.Open+p.Open, sum.Bytes+p.Bytes
		sum.Elsewhere, sum.Spared = sum.Elsewhere+p.Elsewhere, sum.Spared+p.Spared
		sum.Batches, sum.Sent = sum.Batches+p.Batches, sum.Sent+p.Sent
	}
	return sum
}

// Costs describes what is sent from partition to partition.
func (p *Partition) Costs() string {
	sent := p.Elsewhere - p.Spared
	return fmt.Sprintf("of %d successors that belong to another partition, %.0f%% were sent, in %d batches, "+
		"%.1f bytes each", p.Elsewhere, 100*float64(sent)/float64(max(1, p.Elsewhere)), p.Batches,
		float64(p.Sent)/float64(max(1, sent)))
}

// Waiting returns the share of their time for which the owners have waited.
func (s *Search) Waiting() float64 {
	sum, n := 0.0, 0
	for _, o := range s.Owners {
		if !o.Lost {
			sum, n = sum+o.Waiting, n+1
		}
	}
	return sum / float64(max(1, n))
}

// Progress describes how far a run is.
func (r *Run) Progress() string {
	text := fmt.Sprintf("%d of %d jobs are done", r.Done, r.Jobs)
	switch {
	case r.Done == r.Jobs:
	case r.Cancelled:
		text += ", the others are cancelled"
	default:
		text += fmt.Sprintf(", %d begun", r.Started)
		if r.Waits != "" {
			text += "; the others wait: " + r.Waits
		}
	}
	if r.GivenUp > 0 {
		text += fmt.Sprintf("; %d given up, as they end their workers", r.GivenUp)
	}
	return text
}

// Write writes an overview as text.
func (o *Overview) Write(w io.Writer) error {
	var out strings.Builder
	for i := range o.Searches {
		o.Searches[i].write(&out)
	}
	if len(o.Runs) == 0 && len(o.Searches) == 0 {
		fmt.Fprintln(&out, "no runs")
	}
	for i := range o.Runs {
		_ = o.Runs[i].Write(&out) // a Builder takes all
	}
	if len(o.Workers) == 0 {
		fmt.Fprintln(&out, "no workers: gospin worker makes this machine one")
	}
	for i := range o.Workers {
		p := &o.Workers[i]
		fmt.Fprintf(&out, "worker %s: %s\n", p.Name, p.Load())
		for _, label := range p.At {
			fmt.Fprintf(&out, "  %s\n", label)
		}
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// Write writes how far a run is.
func (r *Run) Write(w io.Writer) error {
	_, err := fmt.Fprintf(w, "run %s of %s: %s\n  %s\n", r.ID, r.Begun.Local().Format(time.DateTime), r.Progress(),
		strings.Join(r.Command, " "))
	return err
}

// Load describes how busy a worker is.
func (p *Worker) Load() string {
	return fmt.Sprintf("%d of %d jobs, %s of %s free, %d done", len(p.At), p.Jobs, report.Size(p.Free),
		report.Size(p.Memory), p.Done)
}

func (s *Search) write(w io.Writer) {
	sum := s.Sum()
	fmt.Fprintf(w, "search %s: %s\n  %d states, %d open, errors %d, in %d partitions: %s\n", s.ID, s.Label, sum.Stored,
		sum.Open, s.Errors, len(s.Partitions), sum.Costs())
	for i := range s.Owners {
		o := &s.Owners[i]
		fmt.Fprintf(w, "  worker %s: %s\n", o.Name, o.Load())
	}
}

// Load describes how busy an owner is.
func (o *Owner) Load() string {
	if o.Lost {
		return "no sign of life"
	}
	return fmt.Sprintf("%d partitions, %d states, %s, %.0f%% of its time waiting", o.Partitions, o.Stored,
		report.Size(o.Bytes), 100*o.Waiting)
}
