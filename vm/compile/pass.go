package compile

import (
	"slices"

	"gospin/vm"
)

// passing finds control states for which no state has to be stored: all transitions there concern only the
// process, so anything that others do before them can as well be done after them. A search treats these
// states like those within an atomic sequence. On every cycle of such states, one is stored.
//
// Where a transition begins or continues an atomic sequence, others can do nothing after it until the
// sequence ends, so all that follows in the sequence must concern only the process, too.
type passing struct {
	*compiler
	pt    *vm.Proctype
	no    int32
	usage *usage
	local []bool // by control state
}

func (x *passing) markLocal() {
	x.local = make([]bool, len(x.pt.States))
	moves := outer(x.p, x.pt)
	for _, i := range moves {
		x.local[x.p.Trans[i].From] = true
	}
	var entries []uint32 // transitions after which an atomic sequence goes on
	for _, i := range moves {
		t := &x.p.Trans[i]
		if !x.local[t.From] {
			continue
		}
		x.checkContext()
		if !x.alone(i) || x.isObserved(t.From) || x.isObserved(t.To) {
			x.local[t.From] = false
		} else if t.Atomic {
			entries = append(entries, i)
		}
	}
	for changed := true; changed; {
		changed = false
		x.checkContext()
		for _, i := range entries {
			if t := &x.p.Trans[i]; x.local[t.From] && !x.local[t.To] {
				x.local[t.From], changed = false, true
			}
		}
	}
	x.open(moves)
	for _, i := range moves {
		t := &x.p.Trans[i]
		t.Atomic = t.Atomic || x.local[t.To]
	}
}

// alone reports whether a transition neither reads what others may change, nor changes what they may read.
func (x *passing) alone(i uint32) bool {
	t, a := &x.p.Trans[i], &x.p.Accesses[i]
	return t.Effect != vm.EffectDie && x.isOwn(&a.Guard) && x.isOwn(&a.Effect)
}

func (x *passing) isOwn(a *vm.Access) bool {
	if a.ReadsAll || a.WritesAll || a.Timeout || a.Meets || a.Counts || a.Creates || a.Ends ||
		len(a.Sends)+len(a.Recvs)+len(a.Polls)+len(a.Labels) > 0 {
		return false
	}
	for i := range a.Reads {
		if r := &a.Reads[i]; r.Base != vm.BaseSelf && !x.constant(r) && !x.temporary(r) {
			return false
		}
	}
	for i := range a.Writes {
		if w := &a.Writes[i]; !x.temporary(w) && (w.Base != vm.BaseSelf || x.watched(w)) {
			return false
		}
	}
	return true
}

// constant reports whether the cells never change.
func (x *passing) constant(c *vm.Cells) bool {
	return c.Base == vm.BaseGlobal && x.usage.constant.holds(int(c.Off), int(c.Off+c.Len))
}

// temporary reports whether the cells behave as if each process had its own.
func (x *passing) temporary(c *vm.Cells) bool {
	return slices.ContainsFunc(x.p.Temporary, func(t vm.Cells) bool {
		return c.Base == vm.BaseGlobal && t.Off <= c.Off && c.Off+c.Len <= t.Off+t.Len
	})
}

// watched reports whether other processes, or a claim, read the process's cells.
func (x *passing) watched(c *vm.Cells) bool {
	return x.usage.seen[x.no].meets(int(c.Off), int(c.Off+c.Len))
}

// told reports whether something depends on a process being in a control state.
func (x *passing) isObserved(state uint32) bool {
	if state == 0 {
		return false
	}
	st := &x.pt.States[state]
	if x.o.Claim != "" && (st.Accept || st.Progress) {
		return true
	}
	return x.usage.labels[vm.Label{Proc: x.no, State: state}]
}
