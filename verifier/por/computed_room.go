package por

import (
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
	if !t.Atomic || t.To == vm.Exit || a.r.forget&forgetInside != 0 {
		return nil
	}
	var out []room
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
		out = append(out, room{x.channel, n, a.r.against(look)})
	}
	return out
}

// ahead is what may be sent to a channel in the rest of an atomic sequence, by the state in which that
// begins.
type ahead struct {
	channel int32
	sends   map[uint32][]bool // by the state, for each transition
	count   int32             // of them
	sent    []bool            // something is
	most    []int32           // messages at most; endless: there is a loop
}

const endless = 1 << 30

// findAhead finds what sequences send, from their ends back.
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
			a.r.look()
		}
	}
}

// round adds to each state what the states behind it have, and reports whether that changes any. Without a
// loop a sequence makes each of the sends once at most.
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
