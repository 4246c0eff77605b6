package search

import (
	"context"
	"slices"
	"time"

	"gospin/compression/offheap"
	"gospin/verifier/limit"
	"gospin/verifier/store"
	"gospin/verifier/system"
	"gospin/vm"
)

// rules has what all searches share and what pan's figures depend on: how choices are made and states
// expanded, what is counted, where the search turns back, and how faults are reported. The searches determine
// the order in which states are reached.
type rules struct {
	*Task
	ctx     context.Context
	res     Result
	cur     vm.State         // the present state
	x       system.Expansion // its choices
	arrival store.Arrival
	path    func() []system.Taken // returns the choices from the initial state to the present state
	loops   loops
	refused system.Choice // the last handshake that the depth limit rejected
	ticks   int           // work since the last check of the limits
	shown   uint64
	clock   time.Time
	weight  weight
	via     via
	stop    bool
	err     error
}

func (r *rules) begin(t *Task, path func() []system.Taken) {
	r.Task, r.path, r.clock = t, path, time.Now()
	if r.ctx = t.Context; r.ctx == nil {
		r.ctx = context.Background()
	}
	r.weight = weight{t, &r.res, r.halt}
	r.arrival.State = &r.cur
	r.loops.at = -1
	r.via.on = r.Store.Caps().Via
	r.via.stepped, _ = r.Sys.(system.Stepped)
}

// ranOut ends the search if the recovered value means that there is no more memory, or no time for a path.
// The counts stay valid.
func (r *rules) ranOut(recovered any) bool {
	why := NoMemory
	if p, is := recovered.(noPath); is {
		why = p.why
	} else if !offheap.Exhausted(recovered) {
		return false
	}
	r.res.incomplete(why)
	r.halt()
	return true
}

func (r *rules) halt() { r.stop, r.res.Stopped = true, true }

func (r *rules) abort() {
	why := Aborted
	if f := r.Sys.Faults(); len(f) > 0 {
		why += ": " + f[len(f)-1].Msg
	}
	r.res.incomplete(why)
	r.halt()
}

// levelsLeft returns the number of levels from a depth to the limit.
func (r *rules) levelsLeft(depth int) int {
	if r.Limits.Depth == 0 {
		return system.Unlimited
	}
	return r.Limits.Depth - depth
}

// start makes the initial state the present one. It returns false if the search ends there.
func (r *rules) start() (vm.Step, bool) {
	step := vm.Step{Effect: r.Sys.Initial(&r.cur)}
	return step, r.continues(step.Effect, 0, nil)
}

// take makes a choice of the present state, at a depth, and sets before to the number of steps before the
// last one. It returns false if the search ends there.
func (r *rules) take(c *system.Choice, depth int, before *uint8) (vm.Step, bool) {
	step := r.Sys.Do(&r.cur, c, r.levelsLeft(depth))
	*before = step.Before
	if r.via.on {
		r.via.took(c, step.Before)
	}
	if step.Before|step.Beyond != 0 {
		r.res.AtomicSteps += uint64(step.Before)
		r.res.Depth = max(r.res.Depth, depth+step.Reach())
	}
	if r.Taken != nil {
		r.Taken[c.Trans], r.Taken[c.Partner] = 1, 1
	}
	r.worked(1)
	if step.Effect&vm.AtomicStep != 0 {
		r.res.AtomicSteps++
	}
	if step.Effect&(vm.Failed|vm.Pruned|vm.Abort) != 0 && !r.continues(step.Effect, depth, c) {
		return step, false
	}
	return step, step.Effect&vm.Handshake == 0 || r.meet(c, depth)
}

// ticksEvery is the work between checks of the limits, in choices.
const ticksEvery = 1 << 13

// worked adds work, and checks the limits if it is time.
func (r *rules) worked(n int) {
	if r.ticks += n; r.ticks >= ticksEvery {
		r.tick()
	}
}

// continues reports failures, and returns whether the search may continue.
func (r *rules) continues(eff vm.Effect, depth int, c *system.Choice) bool {
	if eff&vm.Failed != 0 {
		r.failed(depth, c)
	}
	if eff&vm.Abort != 0 {
		r.abort()
	}
	return !r.stop && eff&vm.Pruned == 0
}

// meet counts the state between the two halves of a rendezvous. All its receivers share the state, so the
// limit rejects it once.
func (r *rules) meet(c *system.Choice, depth int) bool {
	depth++
	if r.Limits.Depth > 0 && depth >= r.Limits.Depth {
		if p := r.refused; p.Partner == 0 || p.Trans != c.Trans || p.Pid != c.Pid {
			r.turnBack()
		}
		r.refused = *c
		return false
	}
	r.res.Depth = max(r.res.Depth, depth)
	return true
}

// turnBack counts a state that the depth limit rejects, as pan does.
func (r *rules) turnBack() {
	r.res.Matched++
	r.res.incomplete(DepthLimit)
}

// arrive returns the depth of the present state, reached by a step from a depth. It returns false if the
// limit rejects it.
func (r *rules) arrive(step vm.Step, from int) (depth int, ok bool) {
	depth = from + step.Deeper() + 1
	if step.Effect&vm.Handshake != 0 {
		depth++
	}
	if r.Limits.Depth > 0 && depth >= r.Limits.Depth {
		r.turnBack()
		return depth, false
	}
	return depth, true
}

// endless reports whether an atomic sequence has returned to a previous state, given the number of
// consecutive transient states. The next frame of the path has number frame.
func (r *rules) endless(chain, frame int) bool {
	if chain <= longChain && r.loops.seen == nil {
		return false
	}
	if !r.loops.closed(&r.cur, chain, frame) {
		if r.loops.seen != nil {
			r.res.Stack += int64(len(r.cur.Vec)) + seenBytes
		}
		return false
	}
	r.res.incomplete(EndlessAtomic)
	return true
}

// expand expands the present state. Released means that the state has lost the control of an atomic sequence
// and is now an ordinary one, which must be visited, and, if new, expanded again. Entered is false for a
// state that is expanded again while the search is in it.
func (r *rules) expand(depth int, entered bool) (released bool) {
	x, limit := &r.x, r.Limits.Depth
	x.Room = r.levelsLeft(depth)
	r.Sys.Expand(&r.cur, x)
	r.refused = system.Choice{}
	if x.Effect&^vm.Seed == 0 {
		return false
	}
	if x.Effect&vm.ClaimEnd != 0 && entered {
		r.fault(&Fault{ClaimEnd: true, Msg: "end state in claim reached", Depth: depth})
	}
	if x.Effect&vm.Attempted != 0 && (limit == 0 || depth+1 < limit) {
		r.res.Depth = max(r.res.Depth, depth+1)
	}
	if !r.stop {
		r.continues(x.Effect, depth, nil)
	}
	nearLimit := limit > 0 && depth >= limit-1 // here pan does not examine states without choices further
	if nearLimit && (x.Effect&vm.Released != 0 || x.Effect&vm.InvalidEnd != 0 && !r.Limits.NoEnd) {
		r.res.incomplete(DepthLimit)
		return false
	}
	if x.Effect&vm.InvalidEnd != 0 && !r.Limits.NoEnd && !r.stop {
		r.fault(&Fault{EndState: true, Msg: "invalid end state", Depth: depth - 1})
	}
	if x.Effect&vm.Stutter != 0 && !r.stop {
		r.fault(&Fault{Stutter: true, Msg: "accept stutter", Depth: depth - 1})
	}
	return !r.stop && x.Effect&vm.Released != 0
}

// count counts a visit by its status, and reports whether the state is new.
func (r *rules) count(status store.Status) bool {
	switch status {
	case store.New:
		r.res.Stored++
		r.res.MaxVector = max(r.res.MaxVector, r.Sys.KeyLen(&r.cur))
		if r.res.Stored == r.Limits.States { // the limit 0 is never reached
			r.res.incomplete(StateLimit)
			r.halt()
		}
		return true
	case store.Full:
		r.res.incomplete(MemoryLimit)
		r.halt()
	default:
		r.res.Matched++
	}
	return false
}

// failed reports the faults of the last Expand or Do. A receiver fails one level below the sender.
func (r *rules) failed(depth int, c *system.Choice) {
	for _, f := range slices.Clone(r.Sys.Faults()) { // OnFault may call the system
		if r.Limits.Excuses(f.Kind) {
			continue
		}
		at := depth
		if c != nil && c.Partner != 0 && f.Trans == c.Partner {
			at++
		}
		r.fault(&Fault{Kind: f.Kind, Msg: f.Msg, Pid: f.Pid, Trans: f.Trans, Depth: at})
		if r.stop {
			return
		}
	}
}

func (r *rules) fault(f *Fault) {
	r.res.Errors++
	if r.OnFault != nil {
		if f.Moves == nil {
			f.Moves = func() []vm.Move { return r.Sys.Path(r.path()) }
		}
		if r.err = r.OnFault(f); r.err != nil {
			r.halt()
		}
	}
	if r.Limits.Errors > 0 && r.res.Errors >= r.Limits.Errors {
		r.halt()
	}
}

// tick checks the limits from time to time.
func (r *rules) tick() {
	r.ticks = 0
	r.weight.checkLimits()
	if why := limit.Cause(r.ctx); why != "" {
		r.res.incomplete(string(why))
		r.halt()
	}
	now := time.Now()
	if r.Progress != nil && (r.res.Stored-r.shown >= 100000 || now.Sub(r.clock) >= time.Second) {
		r.shown, r.clock = r.res.Stored, now
		r.Progress(&r.res)
	}
}
