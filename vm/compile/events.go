package compile

import (
	"gospin/promela"
	"gospin/vm"
)

// findEvents returns the trace assertion of the model, or nil.
func (c *compiler) findEvents() *promela.Proc {
	var found *promela.Proc
	for _, p := range c.model.Claims {
		if p.Kind == promela.Never {
			continue
		}
		if found != nil {
			c.errorf(
				p.Pos,
				"join them: one automaton sees all events",
				"a model has one trace assertion, and this is the second",
			)
			return found
		}
		found = p
	}
	return found
}

// events builds the automaton of the trace assertion.
func (c *compiler) events(f *flow) {
	if len(f.proc.Locals) > 0 {
		c.errorf(f.proc.Locals[0].Pos, "", "a trace assertion has no variables")
		return
	}
	if !c.onlyEvents(f.proc.Body) {
		return
	}
	e := c.p.Events
	e.Negated, e.Silent = f.proc.Kind == promela.Notrace, c.o.Silent
	first := len(c.p.Trans)
	c.inEvents = true
	c.proctype(len(c.p.Procs), f)
	c.inEvents = false
	last := len(c.p.Procs) - 1
	e.Proc, c.p.Procs = c.p.Procs[last], c.p.Procs[:last]
	e.End = uint32(f.elems[len(f.elems)-1].no)
	for i := first; i < len(c.p.Trans); i++ {
		switch c.p.Trans[i].Guard {
		case vm.GuardSend:
			e.Sends = append(e.Sends, uint32(i))
		case vm.GuardRecv:
			e.Recvs = append(e.Recvs, uint32(i))
		}
	}
}

// onlyEvents rejects statements other than sends, receives and control flow.
func (c *compiler) onlyEvents(s *promela.Seq) bool {
	ok := true
	for _, st := range s.Steps {
		switch st := unlabel(st); st.(type) {
		case *promela.Send, *promela.Recv, *promela.Goto, *promela.Break:
		case *promela.If, *promela.Do, *promela.Block, *promela.Atomic:
			for _, o := range promela.Blocks(st) {
				ok = c.onlyEvents(o) && ok
			}
		default:
			c.errorf(st.At(), "a trace assertion has sends, receives and the flow of control between them", "this is not an event")
			return false
		}
	}
	return ok
}

// eventOf sets the event that a transition accepts. A skip before a goto accepts any event.
func (c *compiler) eventOf(t *vm.Trans, s promela.Stmt) {
	switch s := s.(type) {
	case *promela.Send:
		t.Guard, t.Pattern = vm.GuardSend, c.eventPattern(s.Args)
		c.chanOf(t, s.Chan)
	case *promela.Recv:
		t.Guard, t.Pattern = vm.GuardRecv, c.pattern(s.Args)
		c.chanOf(t, s.Chan)
	default:
		return
	}
}

// eventPattern returns the pattern of a send in a trace assertion. As in SPIN, only constants count.
func (c *compiler) eventPattern(args []promela.Expr) int32 {
	var out []promela.Arg
	for _, a := range args {
		arg := promela.Arg{Kind: promela.ArgAny}
		if _, ok := a.(*promela.Const); ok {
			arg = promela.Arg{Kind: promela.ArgConst, X: a}
		}
		out = append(out, arg)
	}
	return c.pattern(out)
}
