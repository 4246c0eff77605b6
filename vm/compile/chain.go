package compile

import "gospin/vm"

// chain lets a transition of a process do at once what follows it in any case: where it leaves its process
// in control, which then has a single transition that cannot block. No state lies between that is stored,
// or seen by anyone.
func (c *compiler) chain(pt *vm.Proctype) {
	if pt.Provided >= 0 {
		return
	}
	told := map[int32]bool{}
	type link struct{ t, behind uint32 }
	var links []link
	moves := outer(c.p, pt)
	for _, i := range moves {
		for _, k := range c.behind(pt, i) {
			links = append(links, link{i, k})
		}
	}
	parts := map[uint32]vm.Trans{} // as they are before anything is added to them
	for _, l := range links {
		parts[l.behind] = c.p.Trans[l.behind]
	}
	for n := 0; n < len(links); {
		first := links[n].t
		t := &c.p.Trans[first]
		s := t.Stmt
		var then []vm.Trans
		for ; n < len(links) && links[n].t == first; n++ {
			u := parts[links[n].behind]
			then = append(then, u)
			t.To, t.Atomic = u.To, u.Atomic
			if !told[s] {
				part := vm.Part{Text: c.p.Stmts[u.Stmt].Text, State: int(u.From), ID: u.ID}
				c.p.Stmts[s].Then = append(c.p.Stmts[s].Then, part)
			}
		}
		told[s] = true
		c.also(t, func() {
			for i := range then {
				c.inline(&then[i])
			}
		})
	}
}

// behind are the transitions that follow one in any case, in order.
func (c *compiler) behind(pt *vm.Proctype, i uint32) (out []uint32) {
	t, seen := &c.p.Trans[i], map[uint32]bool{}
	if c.p.Accesses[i].Effect.Meets && t.Guard == vm.GuardSend || t.Effect == vm.EffectDie {
		return nil // whether it stays in control depends on the receiver
	}
	for t.Atomic && !seen[t.To] {
		seen[t.To] = true
		st := &pt.States[t.To]
		if st.N != 1 || !c.follows(st.First) {
			break
		}
		out = append(out, st.First)
		t = &c.p.Trans[st.First]
	}
	return out
}

// follows tells if a transition cannot block, and does not look at where its process is.
func (c *compiler) follows(i uint32) bool {
	t, a := &c.p.Trans[i], &c.p.Accesses[i].Effect
	simple := t.Effect == vm.EffectNone || t.Effect == vm.EffectSetC || t.Effect == vm.EffectCode
	return t.Guard == vm.GuardTrue && simple &&
		!a.ReadsAll && !a.WritesAll && !a.Timeout && len(a.Labels) == 0
}
