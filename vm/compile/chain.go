package compile

import "gospin/vm"

// chain lets a transition of a process do at once what follows it in any case: where it leaves its process
// in control, which then has a single transition that cannot block. No state lies between that is stored,
// or seen by anyone.
func (c *compiler) chain(pt *vm.Proctype) {
	if pt.Provided >= 0 {
		return
	}
	links := (&chains{compiler: c, pt: pt}).links()
	told := map[int32]bool{}
	parts := map[uint32]vm.Trans{} // as they are before anything is added to them
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
			if !told[t.Stmt] {
				part := vm.Part{Text: c.p.Stmts[u.Stmt].Text, State: int(u.From), ID: u.ID}
				s.Then = append(s.Then, part)
			}
		}
		told[t.Stmt] = true
		c.also(t, func() {
			for _, i := range l.then {
				u := parts[i]
				c.inline(&u)
			}
		})
	}
}

// link is a transition with what it does at once.
type link struct {
	first uint32
	then  []uint32
}

// chains finds what is done at once. What follows several transitions is repeated for each of them, so that
// of that only so much is done at once that the program stays linear in the size of the model.
type chains struct {
	*compiler
	pt *vm.Proctype
	in []int // how many transitions lead to a control state
}

const mostRepeated = 64 // transitions

// links are those of the control states that the process comes to. What is within a chain is not done by
// itself.
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
		x.look()
		seen[at] = true
		st := &x.pt.States[at]
		for i := st.First; i < st.First+st.N; i++ {
			to := x.p.Trans[i].To
			if then := x.behind(i); len(then) > 0 {
				out = append(out, link{i, then})
				to = x.p.Trans[then[len(then)-1]].To
			}
			todo = append(todo, to)
		}
	}
	return out
}

// behind are the transitions that follow one in any case, in order.
func (x *chains) behind(i uint32) (out []uint32) {
	t := &x.p.Trans[i]
	if x.p.Accesses[i].Effect.Meets && t.Guard == vm.GuardSend || t.Effect == vm.EffectDie {
		return nil // whether it stays in control depends on the receiver
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
		if repeated > mostRepeated {
			break
		}
		out = append(out, st.First)
		t = &x.p.Trans[st.First]
	}
	return out
}

// follows reports whether a transition cannot block, and does not look at where its process is.
func (c *compiler) follows(i uint32) bool {
	t, a := &c.p.Trans[i], &c.p.Accesses[i].Effect
	simple := t.Effect == vm.EffectNone || t.Effect == vm.EffectSetC || t.Effect == vm.EffectCode
	return t.Guard == vm.GuardTrue && simple &&
		!a.ReadsAll && !a.WritesAll && !a.Timeout && len(a.Labels) == 0
}
