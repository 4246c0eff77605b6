package compile

import (
	"slices"

	"gospin/promela"
	"gospin/vm"
)

// passing finds the control states of a process that no state need be stored for: all transitions there
// concern the process alone, so that whatever the others do before they are taken they may as well do
// afterwards. A search passes them as those within an atomic sequence. Of every cycle of such states one is
// stored.
type passing struct {
	*compiler
	pt    *vm.Proctype
	no    int32
	local []bool // by control state
	stack []uint32
	on    []bool
	seen  []bool
}

func (x *passing) mark() {
	x.local = make([]bool, len(x.pt.States))
	moves := outer(x.p, x.pt)
	for _, i := range moves {
		x.local[x.p.Trans[i].From] = true
	}
	for _, i := range moves {
		t := &x.p.Trans[i]
		if !x.alone(i) || x.told(t.From) || x.told(t.To) {
			x.local[t.From] = false
		}
	}
	for again := true; again; {
		x.on, x.seen = make([]bool, len(x.local)), make([]bool, len(x.local))
		again = false
		for _, i := range moves {
			again = again || x.cut(x.p.Trans[i].From)
		}
	}
	for _, i := range moves {
		t := &x.p.Trans[i]
		t.Atomic = t.Atomic || x.local[t.To]
	}
}

// cut looks for a cycle from a state on in which nothing is stored, and lets one of its states be so.
func (x *passing) cut(at uint32) bool {
	if x.seen[at] {
		return false
	}
	x.seen[at], x.on[at] = true, true
	x.stack = append(x.stack, at)
	st := &x.pt.States[at]
	for i := st.First; i < st.First+st.N; i++ {
		t := &x.p.Trans[i]
		if !t.Atomic && !x.local[t.To] {
			continue
		}
		if x.on[t.To] && x.cutAt(t.To) || x.cut(t.To) {
			return true
		}
	}
	x.stack = x.stack[:len(x.stack)-1]
	x.on[at] = false
	return false
}

// cutAt cuts the cycle that closes at a state on the stack, there if possible. One that is all within an
// atomic sequence is the model's.
func (x *passing) cutAt(to uint32) bool {
	cycle := x.stack[slices.Index(x.stack, to):]
	for _, at := range cycle {
		if x.local[at] {
			x.local[at], x.stack = false, nil
			return true
		}
	}
	return false
}

// alone tells if a transition neither looks at what others may change, nor changes what they may look at.
func (x *passing) alone(i uint32) bool {
	t, a := &x.p.Trans[i], &x.p.Accesses[i]
	return t.Effect != vm.EffectDie && x.own(&a.Guard) && x.own(&a.Effect)
}

func (x *passing) own(a *vm.Access) bool {
	if a.ReadsAll || a.WritesAll || a.Timeout || a.Meets || a.Counts || a.Creates || a.Ends ||
		len(a.Sends)+len(a.Recvs)+len(a.Polls)+len(a.Labels) > 0 {
		return false
	}
	for i := range a.Reads {
		if r := &a.Reads[i]; r.Base != vm.BaseSelf && !x.constant(r) {
			return false
		}
	}
	for i := range a.Writes {
		if w := &a.Writes[i]; w.Base != vm.BaseSelf || x.watched(w) {
			return false
		}
	}
	return true
}

// constant tells if nothing ever changes the cells.
func (x *passing) constant(c *vm.Cells) bool {
	return c.Base == vm.BaseGlobal && slices.ContainsFunc(x.model.Globals, func(v *promela.Var) bool {
		at, n := int32(x.locs[v].off), int32(x.sizeOf(v)*max(1, v.Len))
		return v.Special == promela.NotSpecial && !x.written[v] && at <= c.Off && c.Off+c.Len <= at+n
	})
}

// watched tells if other processes, or a claim, look at the cells of the process.
func (x *passing) watched(c *vm.Cells) bool {
	return x.measuredFrom(x.no, c.Off, c.Off+c.Len) || x.anyRead(func(a *vm.Access) bool {
		return slices.ContainsFunc(a.Reads, func(r vm.Cells) bool {
			return r.Base == vm.BaseOther && r.Proc == x.no && r.Off < c.Off+c.Len && c.Off < r.Off+r.Len
		})
	})
}

// told tells if it matters that a process is at a control state.
func (x *passing) told(state uint32) bool {
	if state == 0 {
		return false
	}
	st := &x.pt.States[state]
	if x.o.Claim != "" && (st.Accept || st.Progress) {
		return true
	}
	return x.measuredAt(x.no, state) || x.anyRead(func(a *vm.Access) bool {
		return slices.Contains(a.Labels, vm.Label{Proc: x.no, State: state})
	})
}

func (c *compiler) anyRead(f func(*vm.Access) bool) bool {
	return slices.ContainsFunc(c.p.Accesses, func(a vm.Accesses) bool { return f(&a.Guard) || f(&a.Effect) })
}
