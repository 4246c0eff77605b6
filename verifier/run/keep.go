package run

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"time"

	"gospin/verifier/batch"
	"gospin/verifier/checkpoint"
	"gospin/verifier/report"
	"gospin/verifier/way"
)

// A generation of a folder has a description of the search (Kept), then the meaning of roots, then the search
// itself.

// Keep has the folder in which a job's search is kept, and the search that it continues.
type Keep struct {
	Folder *checkpoint.Folder
	Part   int // its number
	From   *Kept
	Warn   func(string) // may be nil
	Said   *report.Checkpoint

	wrong bool
}

// Kept describes a search that is continued.
type Kept struct {
	Part          int
	Title         string
	Store, Order  string
	Digest        string // of the program
	Cycles        bool
	Counts        bool
	Took          time.Duration
	Reader        *checkpoint.Reader
	Resumed, Kept int // how often
}

// ReadKept reads the description of a search.
func ReadKept(r *checkpoint.Reader) (*Kept, error) {
	r.Begin("search")
	k := &Kept{
		Part: r.Int(1 << 30), Title: r.Text(), Store: r.Text(), Order: r.Text(), Digest: r.Text(),
		Cycles: r.Bool(), Counts: r.Bool(), Took: time.Duration(r.Uint()),
		Reader: r, Resumed: r.Int(1 << 30), Kept: r.Int(1 << 30),
	}
	return k, r.Err()
}

// writeKept writes the description of an attempt's search.
func (a *attempt) writeKept(w *checkpoint.Writer) {
	k := a.Keep
	w.Begin("search")
	w.Uint(uint64(k.Part))
	w.Text(a.Part.Title())
	w.Text(a.plan.Store.Name)
	w.Text(a.plan.Order)
	w.Text(digest(a))
	w.Bool(a.plan.Cycles)
	w.Bool(a.plan.Counts)
	w.Uint(uint64(time.Since(a.begun)))
	w.Uint(uint64(k.Said.Resumed))
	w.Uint(uint64(k.Said.Kept))
}

// digest returns a digest of what the search depends on: the compiled program, and what is left out of it.
func digest(a *attempt) string {
	h := sha256.New()
	text, err := json.Marshal(a.Prog) // its layout, too
	if err != nil {
		panic(err) // it is plain data
	}
	fmt.Fprint(h, string(text), a.less.Name, a.group() != nil)
	fmt.Fprint(h, a.o.Errors, a.o.NoAssert, a.o.NoEnd, a.Part.NoAssert, a.Part.NoEnd, a.o.Fair)
	return fmt.Sprintf("%x", h.Sum(nil))
}

// keeps makes the search of a task be kept, and continue an earlier one. It returns an error if it can't.
func (a *attempt) keeps(task *batch.Task) error {
	k := a.Keep
	if k == nil || a.after != nil {
		return nil
	}
	task.Keeper = keeper{a}
	from := k.From
	if from == nil {
		return nil
	}
	k.From = nil
	if from.Store == way.Unmove && a.plan.Store.Name != way.Unmove {
		return fmt.Errorf("%s: states were kept by moves, so they cannot be listed: go on with -compress=%s",
			k.Folder.Path, way.Unmove)
	}
	onward := a.plan.Store.Name == way.Unmove && from.Store != way.Unmove // from whatever order
	if d := digest(a); d != from.Digest && onward {
		return fmt.Errorf("%s: with -compress=%s, only a search goes on that was begun with -noreduce, by the same "+
			"gospin", k.Folder.Path, way.Unmove)
	} else if d != from.Digest {
		return fmt.Errorf("%s: this gospin compiles the model in another way, or flags that matter are others: "+
			"go on with the gospin, and the flags, with which the run was begun", k.Folder.Path)
	}
	same := from.Order == a.plan.Order && from.Counts == a.plan.Counts
	if from.Cycles != a.plan.Cycles || !onward && !same {
		return fmt.Errorf("%s: the search was made in another order", k.Folder.Path)
	}
	task.From = from.Reader
	a.begun = a.begun.Add(-from.Took)
	a.start = a.begun
	k.Said.Resumed, k.Said.Kept = from.Resumed+1, from.Kept
	return nil
}

// keeper keeps the search of an attempt.
type keeper struct{ *attempt }

// Due implements batch.Keeper.
func (k keeper) Due() bool { return k.attempt.Keep.Folder.Due() }

// Keep implements batch.Keeper. If writing fails, the search continues.
func (k keeper) Keep(write func(*checkpoint.Writer)) {
	to := k.attempt.Keep
	begun := time.Now()
	to.Said.Kept++
	err := to.Folder.Keep(func(w *checkpoint.Writer) {
		k.writeKept(w)
		write(w)
	})
	to.Said.Seconds += time.Since(begun).Seconds()
	if err == nil {
		to.Said.Failed = ""
		return
	}
	to.Said.Kept--
	to.Said.Failed = err.Error()
	if !to.wrong && to.Warn != nil {
		to.Warn(fmt.Sprintf("the checkpoint could not be written: %v; the one before stays, and the search goes on", err))
	}
	to.wrong = true
}

// from returns the search that the job continues; nil if it begins at the initial state.
func (j *Job) from() *Kept {
	if j.Keep == nil {
		return nil
	}
	return j.Keep.From
}
