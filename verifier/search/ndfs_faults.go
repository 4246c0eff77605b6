package search

import (
	"time"

	"gospin/vm"
)

func (d *ndfs) halt() { d.stop, d.res.Stopped = true, true }

func (d *ndfs) abort() {
	why := "aborted"
	if f := d.sys.Faults(); len(f) > 0 {
		why += ": " + f[len(f)-1].Msg
	}
	d.res.incomplete(why)
	d.halt()
}

// cycle tells of a cycle that begins at a depth and ends with the last move.
func (d *ndfs) cycle(depth int) {
	d.fault(&Fault{Cycle: true, Msg: "acceptance cycle", Depth: depth})
}

// failed reports what the last moves of the system or the claim found.
func (d *ndfs) failed(depth int, m vm.Move) {
	for _, f := range d.sys.Faults() {
		if f.Kind == vm.AssertionViolated && d.Limits.NoAssert {
			continue
		}
		at := depth
		if m.Partner != 0 && f.Trans == m.Partner {
			at++
		}
		d.fault(&Fault{Kind: f.Kind, Msg: f.Msg, Pid: f.Pid, Trans: f.Trans, Depth: at})
		if d.stop {
			return
		}
	}
}

func (d *ndfs) fault(f *Fault) {
	d.res.Errors++
	if d.OnFault != nil {
		f.Moves = d.path
		if d.err = d.OnFault(f); d.err != nil {
			d.halt()
		}
	}
	if d.Limits.Errors > 0 && d.res.Errors >= d.Limits.Errors {
		d.halt()
	}
}

// path lists the moves made, the claim's included.
func (d *ndfs) path() []vm.Move {
	var out []vm.Move
	for i := range d.frames.top {
		if i+1 < d.frames.top && d.frames.item(i+1).root {
			continue
		}
		if f := d.frames.item(i); f.next > 0 {
			m := f.taken
			m.Memo, m.Known = 0, false // mean nothing to others
			out = append(out, m)
		}
	}
	return out
}

// tick looks at the clock now and then.
func (d *ndfs) tick() {
	d.weight.look()
	now := time.Now()
	if !d.Limits.Deadline.IsZero() && now.After(d.Limits.Deadline) {
		d.res.incomplete(TimeLimit)
		d.halt()
	}
	if d.Progress != nil && (d.res.Stored-d.shown >= 100000 || now.Sub(d.clock) >= time.Second) {
		d.shown, d.clock = d.res.Stored, now
		d.Progress(&d.res)
	}
}
