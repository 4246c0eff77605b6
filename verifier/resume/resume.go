package resume

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"gospin/verifier/ask"
	"gospin/verifier/checkpoint"
	"gospin/verifier/limit"
	"gospin/verifier/report"
	"gospin/verifier/run"
	"gospin/verifier/way"
)

// Run is where a run is kept: the reports of the parts that are done, and the search that is under way. nil:
// it is not kept.
type Run struct {
	folder *checkpoint.Folder
	from   *run.Kept // the search that is continued
	warn   func(string)
	stop   func() // ends the writing of the status
	texts  texts
	done   int    // parts
	moves  []bool // of parts: whether they could continue with -compress=unmove
}

// texts are the files that were read.
type texts struct {
	sync.Mutex
	all  []checkpoint.Text
	read func(string) ([]byte, error)
}

// Read reads a file, and records its text.
func (t *texts) Read(path string) ([]byte, error) {
	text, err := t.read(path)
	t.Lock()
	defer t.Unlock()
	is := func(x checkpoint.Text) bool { return x.Path == path }
	if err == nil && !slices.ContainsFunc(t.all, is) {
		t.all = append(t.all, checkpoint.Text{Path: path, Text: string(text)})
	}
	return text, err
}

// New returns where a run with these options is kept, and has them record the files that are read.
func New(o *ask.Options) *Run {
	if o.Checkpoint == "" {
		return nil
	}
	k := &Run{warn: o.Warn, stop: func() {}}
	if k.texts.read = o.Read; o.Read == nil {
		k.texts.read = os.ReadFile
	}
	o.Read = k.texts.Read
	if k.warn == nil {
		k.warn = func(string) {}
	}
	return k
}

// Open creates the folder, or opens it and finds what it has of these parts, which have been planned.
func (k *Run) Open(o *ask.Options, parts []ask.Part) error {
	if k == nil {
		return nil
	}
	var err error
	if !o.Resume {
		here, _ := os.Getwd()
		k.folder, err = checkpoint.Create(o.Checkpoint, checkpoint.About{
			Version: o.Version, Begun: time.Now(), Folder: here, Args: o.Args, Texts: k.texts.all,
		}, o.Every)
	} else if k.folder, err = checkpoint.Open(o.Checkpoint, o.Every); err == nil {
		err = k.find(parts)
	}
	if err != nil {
		k.Close()
		return err
	}
	for i := range parts {
		whole := o.POR == way.Unreduced && !o.Symmetric()
		other := o.Order != way.DepthFirst && o.Compress != way.Unmove
		k.moves = append(k.moves, whole && other && parts[i].Claim == "" && parts[i].Trace == nil)
	}
	k.writeStatus(o, parts)
	return nil
}

// find finds the search that was under way.
func (k *Run) find(parts []ask.Part) error {
	if why := k.folder.About.Different(k.texts.all); why != "" {
		return fmt.Errorf("%s: %s: the search can't continue", k.folder.Path, why)
	}
	r, damaged, err := k.folder.Newest()
	for _, e := range damaged {
		k.warn(e.Error() + "; the checkpoint before it is taken")
	}
	if err != nil || r == nil {
		return err
	}
	if k.from, err = run.ReadKept(r); err != nil {
		_ = r.Close()
		return err
	}
	if i := k.from.Part; i >= len(parts) || parts[i].Title() != k.from.Title {
		return fmt.Errorf("%s: the search that was under way is for %s, which is not asked for", k.folder.Path, k.from.Title)
	}
	return nil
}

// Close writes the last status and closes the folder.
func (k *Run) Close() {
	if k == nil {
		return
	}
	k.stop()
	if k.from != nil {
		_ = k.from.Reader.Close()
	}
	if k.folder != nil {
		_ = k.folder.Close()
	}
}

// Part returns the report of a part that was done; nil: it was not.
func (k *Run) Part(i int) (*report.Report, error) {
	if k == nil {
		return nil, nil
	}
	data, err := k.folder.Part(i)
	if data == nil || err != nil {
		return nil, err
	}
	k.done++
	r := &report.Report{}
	return r, decode(data, r)
}

// Keep returns where the search of a part is kept; nil: nowhere.
func (k *Run) Keep(i int) *run.Keep {
	if k == nil {
		return nil
	}
	out := &run.Keep{
		Folder: k.folder, Part: i, Warn: k.warn, Said: &report.Checkpoint{Folder: k.folder.Path},
	}
	if k.from != nil && k.from.Part == i {
		out.From = k.from
	}
	return out
}

// Ended keeps the report of a part whose search is complete. To the report of one that a limit has ended, it
// adds how to continue.
func (k *Run) Ended(i int, r *report.Report) {
	if k == nil {
		return
	}
	if slices.ContainsFunc(r.Incomplete, isLimit) {
		r.Checkpoint.Resume = "gospin verify -resume " + k.folder.Path
		if k.moves[i] && r.Errors == 0 && slices.Contains(r.Incomplete, string(limit.Memory)) {
			r.Checkpoint.Resume += ", with a larger -mem, or with -compress=unmove, which needs less"
		}
		return
	}
	out, err := encode(r)
	if err == nil {
		err = k.folder.Done(i, out)
	}
	if err != nil {
		k.warn("what was found could not be kept: " + err.Error())
	}
	k.done++
}

// isLimit reports whether a search would continue with other limits, or when it is not interrupted.
func isLimit(why string) bool {
	all := []limit.Reached{limit.Time, limit.Memory, limit.Interrupt}
	return slices.ContainsFunc(all, func(l limit.Reached) bool { return strings.HasPrefix(why, string(l)) })
}

// statusEvery is the time between two writes of the status.
const statusEvery = 2 * time.Second

// writeStatus begins to write how far the run is, which gospin status shows.
func (k *Run) writeStatus(o *ask.Options, parts []ask.Part) {
	var mu sync.Mutex
	last, fresh := checkpoint.Status{Pid: os.Getpid(), Parts: len(parts), Begun: time.Now()}, true
	show := o.Progress
	o.Progress = func(p ask.Progress) {
		mu.Lock()
		last.Done, last.Rows, fresh = k.done, last.With(checkpoint.Row{
			At: time.Now(), Elapsed: p.Elapsed, Stored: p.Stored, Transitions: p.Transitions, Open: p.Open,
			Level: p.Level, Expanded: p.Expanded, Memory: p.RSS,
		}), true
		last.About, last.Errors, last.Depth, last.Limit = p.About, p.Errors, p.Depth, o.Memory
		mu.Unlock()
		if show != nil {
			show(p)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	var all sync.WaitGroup
	write := func() {
		mu.Lock()
		text, err := json.Marshal(&last)
		was := fresh
		fresh = false
		mu.Unlock()
		if err == nil && was {
			_ = k.folder.Tell(text) // it is for people
		}
	}
	all.Go(func() {
		for write(); ; write() {
			select {
			case <-ctx.Done():
				return
			case <-time.After(statusEvery):
			}
		}
	})
	k.stop = func() {
		cancel()
		all.Wait()
		last.Ended, last.Done, fresh = true, k.done, true
		write()
	}
}
