package search

import (
	"time"

	"gospin/verifier/system"
	"gospin/vm"
)

// course is what all searches share: what they have counted, what ends them, and how faults are told.
type course struct {
	*Task
	res    Result
	of     system.System    // what is searched
	path   func() []vm.Move // from the initial state to the state at hand
	ticks  uint
	shown  uint64
	clock  time.Time
	weight weight
	stop   bool
	err    error
}

func (c *course) begin(t *Task, of system.System, path func() []vm.Move) {
	c.Task, c.of, c.path, c.clock = t, of, path, time.Now()
	c.weight = weight{t, &c.res, c.halt}
}

func (c *course) halt() { c.stop, c.res.Stopped = true, true }

func (c *course) abort() {
	why := "aborted"
	if f := c.of.Faults(); len(f) > 0 {
		why += ": " + f[len(f)-1].Msg
	}
	c.res.incomplete(why)
	c.halt()
}

// singly tells if states at a depth are so near to the limit that it may lie between the steps of one move.
func (c *course) singly(depth int) bool {
	return c.Limits.Depth > 0 && depth+vm.MostLevels >= c.Limits.Depth
}

// steps lists the steps of the moves on a path one by one, for others.
func (c *course) steps(path []vm.Move) []vm.Move {
	if s, ok := c.of.(system.Compound); ok {
		return s.Single(path)
	}
	return path
}

// failed reports what the last Moves or Do of the system found. A receiver fails one level below the sender.
func (c *course) failed(depth int, m vm.Move) {
	for _, f := range c.of.Faults() {
		if f.Kind == vm.AssertionViolated && c.Limits.NoAssert {
			continue
		}
		at := depth
		if m.Partner != 0 && f.Trans == m.Partner {
			at++
		}
		c.fault(&Fault{Kind: f.Kind, Msg: f.Msg, Pid: f.Pid, Trans: f.Trans, Depth: at})
		if c.stop {
			return
		}
	}
}

func (c *course) fault(f *Fault) {
	c.res.Errors++
	if c.OnFault != nil {
		f.Moves = c.path
		if c.err = c.OnFault(f); c.err != nil {
			c.halt()
		}
	}
	if c.Limits.Errors > 0 && c.res.Errors >= c.Limits.Errors {
		c.halt()
	}
}

// tick looks at the clock now and then.
func (c *course) tick() {
	c.weight.look()
	now := time.Now()
	if !c.Limits.Deadline.IsZero() && now.After(c.Limits.Deadline) {
		c.res.incomplete(TimeLimit)
		c.halt()
	}
	if c.Progress != nil && (c.res.Stored-c.shown >= 100000 || now.Sub(c.clock) >= time.Second) {
		c.shown, c.clock = c.res.Stored, now
		c.Progress(&c.res)
	}
}
