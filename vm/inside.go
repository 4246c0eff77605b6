package vm

// Inside makes the steps of a d_step one by one, as SPIN's simulator does, which stops at every element of
// the source. For each it calls see with the element's control state, the transition taken there (0 for
// none), and the states before and after it; s does not change. It returns false, without calling see, if the
// move is not that of a d_step.
func (m *Machine) Inside(s *State, mv Move, see func(elem, trans uint32, before, after *State)) bool {
	t := &m.p.Trans[mv.Trans]
	if t.Effect != EffectDStep || mv.Partner != 0 {
		return false
	}
	pt := &m.p.Procs[t.Proc]
	f := frame{pid: -1}
	if mv.Pid != ClaimPid {
		f = frame{int(mv.Pid), int32(m.l.ShapeOf(s.Vec).Procs[mv.Pid].Off)}
	}
	own := uint32(m.p.Stmts[t.Stmt].State)
	end := pt.Sources[own].Next
	var before, after State
	after.CopyFrom(s)
	for at, n := pt.Sources[own].Inner, 0; at != 0 && at != end && n < maxDStep; n++ {
		before.CopyFrom(&after)
		next, took, ok := m.element(&after, f, pt, at)
		if !ok {
			break
		}
		if n == 0 {
			at = own
		}
		see(at, took, &before, &after)
		at = next
	}
	return true
}

// element executes an element, and returns the next one.
func (m *Machine) element(s *State, f frame, pt *Proctype, at uint32) (next, took uint32, ok bool) {
	m.begin(s)
	src := &pt.Sources[at]
	if src.Kind == ElemPass || src.Kind == ElemJump {
		return src.Next, 0, true
	}
	st := &pt.States[at]
	for i := st.First; i < st.First+st.N; i++ {
		t := &m.p.Trans[i]
		if t.Guard != GuardElse && !m.enabled(s, f, t) {
			continue
		}
		m.trans, m.pid = i, f.pid
		m.apply(s, f, t)
		return pt.Sources[m.p.Stmts[t.Stmt].State].Next, i, !m.broken
	}
	return 0, 0, false
}
