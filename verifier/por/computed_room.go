package por

import (
	"slices"

	"gospin/vm"
)

// receivesFrom is the channel with slots that the first statement of a transition receives from, if that is
// known; else 0.
func (x *instance) receivesFrom(t *vm.Trans) int32 {
	switch t.Guard {
	case vm.GuardRecv:
		return x.buffered(x.channelOf(t, x.r.set()))
	case vm.GuardDStep:
		if subs := x.table(t.Sub); len(subs) == 1 {
			return x.receivesFrom(&subs[0])
		}
	}
	return 0
}

// waits are the channels that have to be empty for a transition.
func (x *instance) waits(t *vm.Trans) []int32 {
	var out []int32
	if t.Guard == vm.GuardExpr {
		c := code{instance: x, acts: x.r.set(), holds: holds(x.prog.Code, t.GuardPC), empty: &out}
		c.run(t.GuardPC, nil)
	}
	return out
}

// companions says what may enable a transition where others of its control state receive: if there is a
// message in its channel but does not fit, the next may; if a channel has to be empty, receives may.
func (a *analysis) companions(k uint32, i int) []unless {
	table := a.table(k)
	t := &table[i]
	waits := a.waits(t)
	if v := a.receivesFrom(t); v > 0 && t.Guard == vm.GuardRecv {
		waits = append(waits, v)
	}
	var out []unless
	for _, v := range waits {
		u := unless{}
		for j := range min(len(table), 64) {
			if j != i && a.receivesFrom(&table[j]) == v {
				u.by |= 1 << j
			}
		}
		look := a.r.set()
		c := code{instance: a.instance, acts: look}
		if t.Guard == vm.GuardRecv && t.Random { // none of the messages fits: one that is sent may
			c.channel(constant(v), 1<<looksAtSends)
		} else {
			c.channel(constant(v), 1<<looksAtReceives)
		}
		if t.Guard == vm.GuardRecv {
			a.channelOf(t, look)
			c.pattern(t.Pattern)
		}
		if u.enabled = a.r.against(look); u.by != 0 && a.r.forget&forgetEnabling == 0 {
			out = append(out, u)
		}
	}
	return out
}

// rooms are those that the rest of the atomic sequence after a transition needs, so as not to block.
func (a *analysis) rooms(t *vm.Trans) []room {
	if !t.Atomic || a.r.forget&forgetInside != 0 {
		return nil
	}
	var out []room
	for k := range a.restOf(t.To) {
		for i := range a.table(k) {
			u := &a.table(k)[i]
			v := a.sendsTo(u)
			done := slices.ContainsFunc(out, func(r room) bool { return r.channel == v })
			if v == 0 || done || a.states[k].trans[i].dead {
				continue
			}
			look := a.r.set()
			c := code{instance: a.instance, acts: look}
			c.channel(constant(v), 1<<looksAtReceives)
			n := a.longest(t.To, v)
			if a.sendsTo(t) == v {
				n++
			}
			out = append(out, room{v, n, a.r.against(look)})
		}
	}
	return out
}

// restOf are the states of the rest of an atomic sequence.
func (a *analysis) restOf(k uint32) map[uint32]bool {
	a.r.look()
	seen := map[uint32]bool{k: true}
	for work := []uint32{k}; len(work) > 0; work = work[1:] {
		for _, t := range a.table(work[0]) {
			if t.Atomic && t.To != vm.Exit && !seen[t.To] {
				seen[t.To] = true
				work = append(work, t.To)
			}
		}
	}
	return seen
}

// longest is how many messages may be sent to a channel in the rest of an atomic sequence.
func (a *analysis) longest(k uint32, channel int32) int {
	states := a.restOf(k)
	most := map[uint32]int{}
	for range len(states) + 1 {
		changed := false
		a.r.look()
		for k := range states {
			for i := range a.table(k) {
				t, n := &a.table(k)[i], 0
				if a.sendsTo(t) == channel {
					n++
				}
				if t.Atomic {
					n += most[t.To]
				}
				if n > most[k] {
					most[k], changed = n, true
				}
			}
		}
		if !changed {
			return most[k]
		}
	}
	return 1 << 30 // there is a loop
}
