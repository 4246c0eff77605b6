package por

import (
	"gospin/vm"
)

// receivesFrom returns the channel with slots from which a transition's first statement receives, if it is
// known, or 0.
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

// waits returns the channels that must be empty for a transition to be enabled.
func (x *instance) waits(t *vm.Trans) []int32 {
	var out []int32
	if t.Guard == vm.GuardExpr {
		c := code{instance: x, acts: x.r.set(), holds: holds(x.prog.Code, t.GuardPC), empty: &out}
		c.run(t.GuardPC, nil)
	}
	return out
}

// companions refines what may enable a transition, given enabled receives in the same control state. If they
// show that its channel has a message, which does not match, then only the next message may; if they show
// that a channel is not empty that must be, only receives may empty it.
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
		if t.Guard == vm.GuardRecv && t.Random { // none of the messages matches, but a new one may
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

// slotsFor returns the free slots that the rest of an atomic sequence needs so that it does not block.
func (a *analysis) slotsFor(t *vm.Trans) []freeSlots {
	if !t.Atomic || t.To == vm.Exit || a.r.forget&forgetInside != 0 {
		return nil
	}
	var out []freeSlots
	for i := range a.ahead {
		x := &a.ahead[i]
		if !x.sent[t.To] {
			continue
		}
		look := a.r.set()
		c := code{instance: a.instance, acts: look}
		c.channel(constant(x.channel), 1<<looksAtReceives)
		n := int(x.most[t.To])
		if a.sendsTo(t) == x.channel {
			n++
		}
		out = append(out, freeSlots{x.channel, n, a.r.against(look)})
	}
	return out
}

// ahead has the sends to a channel in the rest of an atomic sequence, by its present state.
type ahead struct {
	channel int32
	sends   map[uint32][]bool // by state and transition
	count   int32             // number of sends
	sent    []bool            // by state: there is a send
	most    []int32           // by state: the maximum number of messages; endless if there is a loop
}

const endless = 1 << 30

// findAhead finds the sends of sequences, backwards from their ends.
func (a *analysis) findAhead() {
	at := map[int32]int{}
	for k := range a.states {
		table := a.table(uint32(k))
		for i := range table {
			v := a.sendsTo(&table[i])
			if v == 0 {
				continue
			}
			n, known := at[v]
			if !known {
				n, at[v] = len(a.ahead), len(a.ahead)
				a.ahead = append(a.ahead, ahead{channel: v, sends: map[uint32][]bool{},
					sent: make([]bool, len(a.states)), most: make([]int32, len(a.states))})
			}
			x := &a.ahead[n]
			if x.sends[uint32(k)] == nil {
				x.sends[uint32(k)] = make([]bool, len(table))
			}
			x.sends[uint32(k)][i] = true
			x.sent[k] = x.sent[k] || !a.states[k].trans[i].dead
			x.count++
		}
	}
	for i := range a.ahead {
		for a.ahead[i].round(a) {
			a.r.checkContext()
		}
	}
}

// round propagates the sends from the successors of each state, and reports whether anything has changed. A
// sequence without a loop makes each send at most once.
func (x *ahead) round(a *analysis) (changed bool) {
	for k := len(a.states) - 1; k >= 0; k-- {
		table, sends := a.table(uint32(k)), x.sends[uint32(k)]
		for i := range table {
			t, n := &table[i], int32(0)
			if sends != nil && sends[i] {
				n = 1
			}
			if t.Atomic && t.To != vm.Exit {
				n += x.most[t.To]
				if x.sent[t.To] && !x.sent[k] {
					x.sent[k], changed = true, true
				}
			}
			if n > x.count {
				n = endless
			}
			if n > x.most[k] {
				x.most[k], changed = n, true
			}
		}
	}
	return changed
}
