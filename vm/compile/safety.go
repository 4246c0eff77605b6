package compile

import (
	"gospin/promela"
	"gospin/vm"
)

// This file determines which control states are safe, as pan does at its start (mark_safety and retrans of
// pangen2.h).

// most is the limit of conditions on a control state.
const most = 6

// markStates computes the marks of a process's control states. If SPIN does not reduce, each transition is
// marked separately as local or not.
func (c *compiler) markStates(f *flow, tab *tables, pt *vm.Proctype) {
	m := &marker{f, c.locality}
	m.seq(f.body, needs{})
	pt.Marks = make([]vm.Mark, len(pt.States))
	for _, e := range f.elems {
		c.checkContext()
		var list []entry
		for _, x := range tab.of[e.no] {
			if !x.none {
				list = append(list, x)
			}
		}
		k, st := &pt.Marks[e.no], &pt.States[e.no]
		when, safe := conditions(list)
		if len(list) == 0 {
			when, safe = conditions(tab.of[e.no])
		}
		if k.Safe = safe; safe {
			k.When = c.conditionsOn(when)
			if f.proc.Kind == promela.Proctype || f.proc.Kind == promela.Init {
				c.locality.add(list)
			}
		}
		k.Accepts = st.Accept || f.remote(e)
		for _, x := range list {
			k.Accepts = k.Accepts || tab.marks[x.to].accept
		}
		if e.inD != nil {
			list = nil
		}
		for i, x := range list {
			t := int(st.First) + i
			for len(c.p.Marks.Local) <= t {
				c.p.Marks.Local = append(c.p.Marks.Local, false)
			}
			c.p.Marks.Local[t] = k.Safe || c.p.Marks.Off != "" && !x.e.mark.global
		}
	}
}

// add records the statements of a safe control state.
func (l *locality) add(list []entry) {
	note := func(s promela.Stmt) { l.safe = append(l.safe, s) }
	for _, x := range list {
		switch {
		case x.e.mark.listed:
		case x.e.kind == basic:
			note(x.e.stmt)
		case x.e.kind == dstep:
			promela.EachStmt(x.e.stmt.(*promela.DStep).Body, note)
		}
		x.e.mark.listed = true
	}
}

// conditions returns the conditions under which a control state with these transitions is safe, or false.
func conditions(list []entry) (when []need, safe bool) {
	if len(list) == 0 {
		return nil, false
	}
	first := list[0].e.mark.needs
	for _, n := range first {
		switch n.kind {
		case needNothing:
		case needTooMany:
			return nil, false
		default:
			when = append(when, n)
		}
	}
	if len(when) == 2 && when[0] == when[1] {
		when = when[:1]
	}
	uniform := true
	for _, x := range list {
		if x.e.mark.global {
			return nil, false
		}
		for i, n := range x.e.mark.needs {
			if n.kind == needTooMany {
				return nil, false
			}
			if i == 0 || n.kind != needNothing {
				uniform = uniform && n == first[0]
			}
		}
	}
	if len(list) == 1 || uniform {
		return when, true
	}
	for _, x := range list {
		for _, n := range x.e.mark.needs {
			if n.kind != needNothing {
				add(&when, n)
			}
		}
	}
	return when, len(when) <= most
}

// conditionsOn converts conditions for the search. SPIN ignores those after the one on the youngest process.
func (c *compiler) conditionsOn(when []need) []vm.Condition {
	kinds := map[needKind]vm.PollKind{needRoom: vm.PollNFull, needMessage: vm.PollNEmpty,
		needEmpty: vm.PollEmpty, needFull: vm.PollFull}
	var out []vm.Condition
	for _, n := range when {
		if n.kind == needYoungest {
			return append(out, vm.Condition{Youngest: true})
		}
		at := c.locs[n.chans]
		out = append(out, vm.Condition{Kind: kinds[n.kind], In: vm.Cells{Base: at.base, Off: int32(at.off),
			Len: int32(max(1, n.chans.Len))}})
	}
	return out
}

// mark creates the marks of the program.
func (c *compiler) mark() {
	c.locality = newLocality(c.model)
	k := &c.p.Marks
	k.Off = whyOff(c.model, c.locality)
	for _, p := range c.model.Order {
		promela.EachStmt(p.Body, func(s promela.Stmt) {
			_, is := s.(*promela.Unless)
			k.Escapes = k.Escapes || is
		})
		k.Exclusive = k.Exclusive || len(p.XR)+len(p.XS) > 0
		k.Meets = k.Meets || meets(p.Locals)
	}
	k.Meets = k.Meets || meets(c.model.Globals)
	for _, t := range c.model.Types {
		k.Meets = k.Meets || meets(t.Fields)
	}
}

// meets reports whether an initialiser creates a rendezvous channel.
func meets(vars []*promela.Var) bool {
	for _, v := range vars {
		if v.Chan != nil && v.Chan.Slots == 0 {
			return true
		}
	}
	return false
}

// whyOff returns why SPIN does not reduce, or "".
func whyOff(m *promela.Model, l *locality) string {
	switch {
	case m.UsesPriority:
		return "the model has priorities"
	case m.UsesLast:
		return "the model refers to _last"
	case m.UsesEnabled:
		return "the model asks for enabled()"
	case m.UsesPcValue:
		return "the model asks for pc_value()"
	case len(l.dubious) > 0:
		return "the model has an else beside sends, receives or polls"
	}
	return ""
}
