package por

import (
	"context"
	"errors"

	"gospin/verifier/system"
	"gospin/vm"
)

// ComputedOptions are the options of a computed rule.
type ComputedOptions struct {
	Static bool // every cycle of states has one with all choices, so that no proviso is needed
	forget int  // for tests
}

// ComputedRule computes which processes' moves are independent of everything that other processes may do.
type ComputedRule struct {
	resources
	ctx            context.Context // checked while the rule is computed
	o              ComputedOptions
	prog           *vm.Program
	seen           seen
	flow           flow
	initial        []byte   // gives the values of globals that never change
	fixedGlobals   []bool   // by address
	fixedLocals    [][]bool // by proctype and address
	localMeets     bool     // some channel of a process is a rendezvous channel
	reachable      [][]bool // by proctype and control state: whether the state is reachable
	none           bitset   // the empty set; not to be changed
	generic        []*instance
	total          []bitset             // by proctype: all acts of its processes
	instances      [][]*instance        // by proctype and number: the first instances
	others         map[uint64]*instance // further instances, by a hash of the cells in apart
	classes        []*class
	distinguishing [][]int32 // by proctype: the cells that distinguish instances
	lasting        []lasting
	births         bool        // processes are created
	trial          *vm.Machine // executes moves that may fail; created when needed
}

var _ Rule = (*ComputedRule)(nil)

// errEnded is panicked with when the context of Computed is done.
var errEnded = errors.New("ended")

func (r *ComputedRule) checkContext() {
	if r.ctx.Err() != nil {
		panic(errEnded)
	}
}

// looked is look where a search asks whether it has to end: it does not end so.
func (r *ComputedRule) contextEnded() bool {
	r.checkContext()
	return false
}

// Computed returns the rule for a program whose Off is "". If ctx is done, the error is its cause.
func Computed(ctx context.Context, p *vm.Program, o ComputedOptions) (r *ComputedRule, err error) {
	r = &ComputedRule{ctx: ctx, resources: newResources(p), o: o, prog: p, flow: newFlow(p)}
	defer func() {
		switch failure := recover(); failure {
		case nil:
			r.ctx = context.Background()
		case errEnded:
			r, err = nil, context.Cause(ctx)
		default:
			panic(failure)
		}
	}()
	r.prepare()
	return r, nil
}

// prepare computes everything that does not depend on the state.
func (r *ComputedRule) prepare() {
	p := r.prog
	r.forget, r.none = r.o.forget, r.set()
	for i := range p.Procs {
		r.reachable = append(r.reachable, reachableStates(p, &p.Procs[i]))
	}
	var s vm.State
	vm.NewMachine(p).Initial(&s)
	r.initial = append([]byte{}, s.Vec...)
	r.findFixed()
	l := p.Layout
	for i := range l.Procs {
		for _, t := range l.Procs[i].Chans {
			r.localMeets = r.localMeets || l.Chans[t].Slots == 0
		}
		r.generic = append(r.generic, &instance{r: r, prog: p, proctype: i, pid: -1})
		r.total = append(r.total, r.set())
	}
	r.instances, r.others = make([][]*instance, len(l.Procs)*vm.MaxProcs), map[uint64]*instance{}
	r.findFlow()
	r.findSeen()
	for changed := true; changed; {
		changed, r.classes = false, nil
		for i, x := range r.generic {
			r.analyse(x)
			changed = r.total[i].grow(r.classes[x.first+p.Procs[i].Start].future) || changed
		}
	}
	for pid := range l.ShapeOf(s.Vec).Procs {
		r.Class(&s, pid)
	}
	for i := range p.Accesses {
		r.births = r.births || p.Accesses[i].Effect.Creates
	}
	r.findLasting(len(l.ShapeOf(s.Vec).Procs))
}

// reachableStates finds the reachable control states of a proctype, including those within d_steps.
func reachableStates(p *vm.Program, pt *vm.Proctype) []bool {
	out := make([]bool, len(pt.States))
	for todo := []uint32{pt.Start}; len(todo) > 0; {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if int(at) >= len(out) || out[at] { // vm.Exit, where a d_step ends, is not a state
			continue
		}
		out[at] = true
		st := &pt.States[at]
		for _, t := range p.Trans[st.First : st.First+st.N] {
			if todo = append(todo, t.To); t.Effect == vm.EffectDStep || t.Guard == vm.GuardDStep {
				todo = append(todo, t.Sub)
			}
		}
	}
	return out
}

// meets reports whether a global channel is a rendezvous channel.
func (r *ComputedRule) meets(global int) bool {
	l := r.prog.Layout
	return l.Chans[l.Global[global]].Slots == 0
}

// findFixed finds the cells that are never written.
func (r *ComputedRule) findFixed() {
	p := r.prog
	for at := range r.group {
		r.fixedGlobals = append(r.fixedGlobals, r.group[at] == -1 && !r.system(at))
	}
	for i := range p.Layout.Procs {
		read, written := make([]bool, p.Layout.Procs[i].Size), make([]bool, p.Layout.Procs[i].Size)
		note := func(in []bool, all []vm.Cells) {
			for _, c := range all {
				for at := c.Off; c.Base == vm.BaseSelf && at < c.Off+c.Len && int(at) < len(in); at++ {
					in[at] = true
				}
			}
		}
		for _, st := range p.Procs[i].States {
			for k := range p.Accesses[st.First : st.First+st.N] {
				a := &p.Accesses[int(st.First)+k]
				note(read, a.Guard.Reads)
				note(read, a.Effect.Reads)
				note(written, a.Guard.Writes)
				note(written, a.Effect.Writes)
			}
		}
		var apart []int32
		for at := range read {
			if read[at] = read[at] && !written[at]; read[at] {
				apart = append(apart, int32(at))
			}
		}
		r.fixedLocals, r.distinguishing = append(r.fixedLocals, read), append(r.distinguishing, apart)
	}
}

// system reports whether a byte of the globals does not belong to a variable.
func (r *ComputedRule) system(at int) bool {
	l := r.prog.Layout
	from := l.Hidden
	return at >= from && at < from+3 || r.prog.Claim != nil && at >= r.prog.ClaimAt && at < r.prog.ClaimAt+3
}

// The first instances of a proctype and process number are searched one by one, further ones by their hash.
// If the rule would need more of the latter, the rest are treated as any process of their type.
const (
	firstInstances = 4
	maxInstances   = 256
)

// Class implements Rule.
func (r *ComputedRule) Class(s *vm.State, pid int) uint32 {
	q := &r.prog.Layout.ShapeOf(s.Vec).Procs[pid]
	t := &r.prog.Layout.Procs[q.Type]
	own := s.Vec[q.Off : q.Off+t.Size]
	state := t.State(own)
	known := r.instances[q.Type*vm.MaxProcs+pid]
	for _, x := range known {
		if x.is(own) {
			return x.first + state
		}
	}
	if len(known) < firstInstances {
		x := r.meet(q.Type, pid, own)
		r.instances[q.Type*vm.MaxProcs+pid] = append(known, x)
		return x.first + state
	}
	return r.other(q.Type, pid, own).first + state
}

// meet creates an instance.
func (r *ComputedRule) meet(proctype, pid int, own []byte) *instance {
	x := &instance{r: r, prog: r.prog, proctype: proctype, pid: pid, own: append([]byte{}, own...)}
	r.analyse(x)
	for _, c := range r.classes[x.first:] {
		r.judge(c)
	}
	return x
}

// other finds an instance after the first ones. If there are too many, or two have the same hash, it returns
// the instance that stands for any process of the type.
func (r *ComputedRule) other(proctype, pid int, own []byte) *instance {
	h := uint64(proctype<<8 | pid)
	for _, at := range r.distinguishing[proctype] {
		h = (h ^ uint64(own[at])) * 0x100000001b3
		h ^= h >> 31
	}
	x := r.others[h]
	switch {
	case x == nil && len(r.others) < maxInstances:
		x = r.meet(proctype, pid, own)
		r.others[h] = x
		return x
	case x != nil && x.proctype == proctype && x.pid == pid && x.is(own):
		return x
	}
	return r.generic[proctype]
}

// Next implements Rule.
func (r *ComputedRule) Next(classes []uint32, below int) int {
	for pid := below - 1; pid >= 0; pid-- {
		if c := r.classes[classes[pid]]; !c.hopeless && r.may(c, classes, pid) {
			return pid
		}
	}
	return -1
}

// Suffice implements Rule.
func (r *ComputedRule) Suffice(at State, classes []uint32, pid int, choices []system.Choice) bool {
	c := r.classes[classes[pid]]
	if c.never || c.sticky {
		return false
	}
	mask, first := uint64(0), c.moves[0].trans
	for i := range choices {
		mask |= 1 << (choices[i].Trans - first)
	}
	n := c.need(r, mask)
	if n.visible {
		return false
	}
	if r.mayBeDone(n.bits, n.filled, classes, pid) {
		return false
	}
	var full *vm.State
	for i := range n.slots {
		room := &n.slots[i]
		if !r.mayBeDone(room.against, n.filled, classes, pid) {
			continue
		}
		if full == nil {
			full = at.Unpacked()
		}
		n, slots, _ := r.prog.Filling(full, int(room.channel))
		if slots-n < room.n && r.forget&forgetRooms == 0 {
			return false
		}
	}
	return !c.fails || !r.failing(at, choices)
}

// may reports whether the choices of a process may suffice for some set of enabled moves.
func (r *ComputedRule) may(c *class, classes []uint32, pid int) bool {
	if c.never || c.sticky || r.isPrevented(&c.preventer, c.common, c.fills, classes, pid) {
		return false
	}
	if len(c.moves) == 1 {
		return true
	}
	if r.mayBeDone(c.always, c.fills, classes, pid) {
		return false
	}
	for i := range c.moves {
		m := &c.moves[i]
		if !m.dead && !m.visible && !r.isPrevented(&m.preventer, m.against, c.fills, classes, pid) {
			return true
		}
	}
	return false
}

// isPrevented is mayBeDone, but first tries the process that prevented it the last time.
func (r *ComputedRule) isPrevented(blame *int, acts bitset, filled []int32, classes []uint32, pid int) bool {
	if q := *blame; q < len(classes) && q != pid && r.classes[classes[q]].mayDo(acts, filled) {
		return true
	}
	q := r.meeting(acts, filled, classes, pid)
	if q >= 0 {
		*blame = q
	}
	return q >= 0
}

// mayBeDone reports whether a process other than pid may do one of the acts while the filled channels are
// not empty.
func (r *ComputedRule) mayBeDone(acts bitset, filled []int32, classes []uint32, pid int) bool {
	return r.meeting(acts, filled, classes, pid) >= 0
}

func (r *ComputedRule) meeting(acts bitset, filled []int32, classes []uint32, pid int) int {
	for q, k := range classes {
		if q != pid && r.classes[k].mayDo(acts, filled) {
			return q
		}
	}
	return -1
}
