package compile

import "gospin/vm"

// chain merges a transition with the transitions that always follow it, if its process keeps control and then
// has a single transition that can't block. The states in between are neither stored nor seen by other
// processes.
func (c *compiler) chain(pt *vm.Proctype) {
	if pt.Provided >= 0 {
		return
	}
	links := (&chains{compiler: c, pt: pt}).links()
	seen := map[int32]bool{}
	parts := map[uint32]vm.Trans{} // before anything is added to them
	for _, l := range links {
		for _, i := range l.then {
			parts[i] = c.p.Trans[i]
		}
	}
	for _, l := range links {
		t := &c.p.Trans[l.first]
		s := &c.p.Stmts[t.Stmt]
		for _, i := range l.then {
			u := parts[i]
			t.To, t.Atomic = u.To, u.Atomic
			if !seen[t.Stmt] {
				part := vm.Part{Text: c.p.Stmts[u.Stmt].Text, State: int(u.From), ID: u.ID}
				s.Then = append(s.Then, part)
			}
		}
		seen[t.Stmt] = true
		c.also(t, func() {
			for _, i := range l.then {
				u := parts[i]
				c.inline(&u)
			}
		})
	}
}

// link is a transition with those that are merged into it.
type link struct {
	first uint32
	then  []uint32
}

// chains finds what can be merged. Transitions that follow several others are repeated for each of them, so
// their number is limited to keep the program's size linear in the model's.
type chains struct {
	*compiler
	pt *vm.Proctype
	in []int // number of transitions that lead to each control state
}

const maxRepeated = 64 // transitions

// links returns the links at the control states where a process can be. Transitions inside a chain have none.
func (x *chains) links() (out []link) {
	x.in = make([]int, len(x.pt.States))
	for _, i := range outer(x.p, x.pt) {
		if to := x.p.Trans[i].To; int(to) < len(x.in) {
			x.in[to]++
		}
	}
	seen := make([]bool, len(x.pt.States))
	for todo := []uint32{x.pt.Start}; len(todo) > 0; {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if at == 0 || int(at) >= len(seen) || seen[at] {
			continue
		}
		x.checkContext()
		seen[at] = true
		st := &x.pt.States[at]
		for i := st.First; i < st.First+st.N; i++ {
			to := x.p.Trans[i].To
			if then := x.followers(i); len(then) > 0 {
				out = append(out, link{i, then})
				to = x.p.Trans[then[len(then)-1]].To
			}
			todo = append(todo, to)
		}
	}
	return out
}

// behind returns the transitions that always follow one, in order.
func (x *chains) followers(i uint32) (out []uint32) {
	t := &x.p.Trans[i]
	if x.p.Accesses[i].Effect.Meets && t.Guard == vm.GuardSend || t.Effect == vm.EffectDie {
		return nil // the receiver determines whether it keeps control
	}
	seen, repeated := map[uint32]bool{}, 0
	for t.Atomic && !seen[t.To] {
		seen[t.To] = true
		st := &x.pt.States[t.To]
		if st.N != 1 || !x.follows(st.First) {
			break
		}
		if repeated > 0 || x.in[t.To] > 1 {
			repeated++
		}
		if repeated > maxRepeated {
			break
		}
		out = append(out, st.First)
		t = &x.p.Trans[st.First]
	}
	return out
}

// follows reports whether a transition can't block, and does not depend on its process's control state.
func (c *compiler) follows(i uint32) bool {
	t, a := &c.p.Trans[i], &c.p.Accesses[i].Effect
	simple := t.Effect == vm.EffectNone || t.Effect == vm.EffectSetC || t.Effect == vm.EffectCode
	return t.Guard == vm.GuardTrue && simple &&
		!a.ReadsAll && !a.WritesAll && !a.Timeout && len(a.Labels) == 0
}
