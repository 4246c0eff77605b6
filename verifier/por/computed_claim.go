package por

import "gospin/vm"

// seen is what the claim observes.
type seen struct {
	any     bool
	against bitset // acts that may change it
	cells   []vm.Cells
	labels  map[vm.Label]bool
	accepts bool // acceptance labels of processes count
}

// findSeen finds what the claim observes. It is called once, before any instance is created.
func (r *ComputedRule) findSeen() {
	p := r.prog
	if p.Claim == nil {
		return
	}
	s := &r.seen
	s.any, s.labels = true, map[vm.Label]bool{}
	s.accepts = vm.NewMachine(p).Labelled()
	acts := r.set()
	c := code{instance: &instance{r: r, prog: p, proctype: -1, pid: -1}, acts: acts}
	for _, st := range p.Claim.States {
		for i := st.First; i < st.First+st.N; i++ {
			a := &p.Accesses[i]
			for _, part := range []*vm.Access{&a.Guard, &a.Effect} {
				for _, cells := range part.Reads {
					c.span(reads, cells.Base, cells.Off, cells.Len)
					if cells.Base == vm.BaseOther {
						s.cells = append(s.cells, cells)
					}
				}
				for _, q := range part.Polls {
					v := value{chans: anyChannel}
					if q.ID > 0 {
						v = constant(q.ID)
					}
					c.channel(v, looks)
				}
				for _, l := range part.Labels {
					s.labels[l] = true
				}
				if part.Counts || len(part.Labels) > 0 || len(s.cells) > 0 {
					acts.add(r.processBit(counts))
				}
			}
		}
	}
	s.against = r.against(acts)
}

// visible reports whether the claim may distinguish the states before and after a transition.
func (s *seen) visible(r *ComputedRule, t *vm.Trans, number, from uint32, acts bitset) bool {
	if !s.any {
		return false
	}
	if acts.meets(s.against) || s.labels[vm.Label{Proc: t.Proc, State: from}] ||
		s.labels[vm.Label{Proc: t.Proc, State: t.To}] {
		return true
	}
	states := r.prog.Procs[t.Proc].States
	if s.accepts && t.To != vm.Exit && (states[from].Accept || states[t.To].Accept) {
		return true
	}
	for _, w := range r.prog.Accesses[number].Effect.Writes {
		for _, c := range s.cells {
			if w.Base == vm.BaseSelf && c.Proc == t.Proc && w.Off < c.Off+c.Len && c.Off < w.Off+w.Len {
				return true
			}
		}
	}
	return false
}

// Off returns the reason why the rule is not applicable to a program, or "".
func (o *ComputedOptions) Off(p *vm.Program) string {
	switch {
	case p.UsesPrio:
		return "the model uses priorities"
	case p.LastVar != nil:
		return "the model uses _last"
	case p.Events != nil && !o.follows(p):
		return "the model has a trace assertion"
	case p.Layout.Unstored:
		return "the model changes hidden variables"
	case p.ClaimTimeout:
		return "the claim asks for timeout"
	case p.Claim != nil && !o.Static:
		return "the claim needs sets that no cycle evades"
	}
	for i := range p.Procs {
		pt := &p.Procs[i]
		if pt.Provided >= 0 {
			return "proctype " + pt.Name + " is provided"
		}
		for _, st := range pt.States {
			for _, a := range p.Accesses[st.First : st.First+st.N] {
				if why := offFor(pt, &a); why != "" {
					return why
				}
			}
		}
	}
	return ""
}

// follows reports whether a trace assertion is like a variable that some sends and receives read and write.
func (o *ComputedOptions) follows(p *vm.Program) bool {
	_, _, ok := p.Follows()
	return ok && !o.Static && p.Claim == nil
}

// offFor returns the reason why an access excludes the rule, or "".
func offFor(pt *vm.Proctype, a *vm.Accesses) string {
	all := a.Guard.ReadsAll || a.Effect.ReadsAll
	switch {
	case pt.Claim && all:
		return "the claim looks for progress, or at whole processes"
	case pt.Claim && (a.Effect.WritesAll || len(a.Effect.Writes) > 0):
		return "the claim assigns variables"
	case pt.Claim:
		return ""
	case all || a.Guard.WritesAll || a.Effect.WritesAll:
		return "the model uses enabled, pc_value or np_"
	}
	for _, part := range []*vm.Access{&a.Guard, &a.Effect} {
		if len(part.Labels) > 0 {
			return "processes look at others' labels"
		}
		for _, c := range part.Reads {
			if c.Base == vm.BaseOther {
				return "processes look at others' variables"
			}
		}
	}
	return ""
}
