package main

import "math/bits"

// set is a set of acts.
type set []uint64

func (g *graph) none() set { return make(set, (len(g.acts)+63)/64) }

func (s set) has(i int) bool { return s[i/64]>>(i%64)&1 != 0 }
func (s set) add(i int)      { s[i/64] |= 1 << (i % 64) }

// at is a control state of a process.
type at struct{ pid, pc int }

// relations are the relations between acts in the graph.
type relations struct {
	*graph
	against []set // by act: those that do not commute with it in some state
	enables []set // by act: those that enable it in some state
	enters  map[at]set
	from    []([]at) // by act: the control state it requires
}

func relate(g *graph) *relations {
	r := &relations{graph: g, enters: map[at]set{}, from: make([][]at, len(g.acts))}
	for range g.acts {
		r.against, r.enables = append(r.against, g.none()), append(r.enables, g.none())
	}
	can := make([]set, len(g.vecs))
	for s := range g.vecs {
		can[s] = g.none()
		for _, e := range g.next[s] {
			can[s].add(e.act)
		}
	}
	for s := range g.vecs {
		r.commute(s, can)
		before := g.pcs(s)
		for _, e := range g.next[s] {
			if r.from[e.act] == nil {
				mv := g.acts[e.act]
				r.from[e.act] = []at{{int(mv.Pid), before[mv.Pid]}}
				if mv.Partner != 0 {
					r.from[e.act] = append(r.from[e.act], at{int(mv.Peer), before[mv.Peer]})
				}
			}
			for pid, pc := range g.pcs(e.to) {
				if pid < len(before) && before[pid] == pc {
					continue
				}
				if r.enters[at{pid, pc}] == nil {
					r.enters[at{pid, pc}] = g.none()
				}
				r.enters[at{pid, pc}].add(e.act)
			}
			for i := range can[e.to] {
				for fresh := can[e.to][i] &^ can[s][i]; fresh != 0; fresh &= fresh - 1 {
					r.enables[i*64+bits.TrailingZeros64(fresh)].add(e.act)
				}
			}
		}
	}
	return r
}

// commute compares all pairs of acts that are enabled in a state.
func (r *relations) commute(s int, can []set) {
	edges := r.next[s]
	for i, e := range edges {
		for _, f := range edges[i+1:] {
			if e.act == f.act { // an act with several outcomes commutes with nothing
				for b := range r.acts {
					r.against[e.act].add(b)
					r.against[b].add(e.act)
				}
				continue
			}
			if r.against[e.act].has(f.act) {
				continue
			}
			both := can[e.to].has(f.act) && can[f.to].has(e.act)
			if !both || r.after(e.to, f.act) != r.after(f.to, e.act) {
				r.against[e.act].add(f.act)
				r.against[f.act].add(e.act)
			}
		}
	}
}

// after returns the state after an act.
func (r *relations) after(s, act int) int {
	for _, e := range r.next[s] {
		if e.act == act {
			return e.to
		}
	}
	return -1
}

// needed returns acts of which one has to be made before a disabled act can be.
func (r *relations) needed(act int, pcs []int) set {
	for _, a := range r.from[act] {
		if a.pid >= len(pcs) || pcs[a.pid] != a.pc {
			if r.enters[a] == nil {
				return r.none()
			}
			return r.enters[a]
		}
	}
	return r.enables[act]
}

// best returns the enabled acts of the smallest stubborn set of a state, of those closed from one act.
func (r *relations) best(s int) set {
	can := r.none()
	for _, e := range r.next[s] {
		can.add(e.act)
	}
	pcs := r.pcs(s)
	var best set
	least := 1 << 30
	for _, e := range r.next[s] {
		in, open, n := r.none(), []int{e.act}, 0
		in.add(e.act)
		for len(open) > 0 && n < least {
			act := open[len(open)-1]
			open = open[:len(open)-1]
			more := r.against[act]
			if can.has(act) {
				n++
			} else {
				more = r.needed(act, pcs)
			}
			for i := range more {
				for fresh := more[i] &^ in[i]; fresh != 0; fresh &= fresh - 1 {
					open = append(open, i*64+bits.TrailingZeros64(fresh))
				}
				in[i] |= more[i]
			}
		}
		if n < least && len(open) == 0 {
			least = n
			best = r.none()
			for i := range in {
				best[i] = in[i] & can[i]
			}
		}
	}
	return best
}

// stubborn returns how many states the best sets reach, and how many of them are deadlocks.
func (r *relations) stubborn() (states, stuck int) {
	met := make([]bool, len(r.vecs))
	met[0] = true
	for open := []int{0}; len(open) > 0; {
		s := open[len(open)-1]
		open = open[:len(open)-1]
		if states++; r.stuck(s) {
			stuck++
			continue
		}
		set := r.best(s)
		for _, e := range r.next[s] {
			if set.has(e.act) && !met[e.to] {
				met[e.to] = true
				open = append(open, e.to)
			}
		}
	}
	return states, stuck
}
