package vm

import "gospin/vm/layout"

// Events is a trace assertion: an automaton moved by the sends and receives on the channels that it mentions.
// It fails where an event has no transition; a notrace assertion (Negated) fails where its end is reached,
// and the first event without a transition lets it rest there. A transition that is no send or receive is
// taken by any event, as in pan.
//
// Unlike pan, it sees the message itself also where a sorted send or a random receive puts or takes it amid
// others, and its acceptance and progress labels mean states, as those of processes do. Known wart: eval(x)
// in it sees the x before the receive, where pan has assigned all fields but the last.
type Events struct {
	Proc         Proctype
	At           int      // where the control state lies in the vector, in two bytes
	End          uint32   // the control state at its end
	Sends, Recvs []uint32 // the transitions that mention channels; an event on others counts for nothing
	Negated      bool
	Silent       bool // it is followed, but a failure is no fault
}

func (m *Machine) eventsAt(vec []byte) uint32 {
	a := m.p.Events.At
	m.looksAt(a)
	return uint32(vec[a]) | uint32(vec[a+1])<<8
}

func (m *Machine) setEvents(s *State, at uint32) {
	a := m.to(s, frame{}, BaseGlobal, int32(m.p.Events.At))
	s.Vec[a], s.Vec[a+1] = byte(at), byte(at>>8)
}

// event tells the trace assertion of a send or receive (kind) on a channel, of the message in m.msg. Faults
// counts what goes wrong; else it has been counted before.
func (m *Machine) event(s *State, kind GuardKind, c *layout.ChanAt, ct *layout.ChanType, faults bool) {
	e := m.p.Events
	about := e.Sends
	if kind == GuardRecv {
		about = e.Recvs
	}
	within := false
	for _, i := range about {
		within = within || m.sameChannel(s, &m.p.Trans[i], c)
	}
	if !within {
		return
	}
	to, n := m.eventMoves(s, kind, c, ct)
	kindOf, fault := EventError, ""
	switch {
	case n == 0 && e.Negated:
		m.setEvents(s, e.End)
	case n == 0:
		fault = "event_trace error (no matching event)"
	default:
		m.setEvents(s, to)
		if e.Negated && to == e.End {
			fault = "event_trace error (all events matched)"
		} else if n > 1 {
			kindOf, fault = RuntimeError, "non-determinism in event-trace"
			m.effect |= Abort
		}
	}
	if fault != "" && faults && (!e.Silent || kindOf == RuntimeError) {
		m.fault(kindOf, fault)
	}
}

// eventMoves counts the transitions that an event has, and says where the first leads.
func (m *Machine) eventMoves(
	s *State,
	kind GuardKind,
	c *layout.ChanAt,
	ct *layout.ChanType,
) (to uint32, n int) {
	at := m.eventsAt(s.Vec)
	if at == m.p.Events.End {
		return 0, 0
	}
	st := &m.p.Events.Proc.States[at]
	for i := st.First; i < st.First+st.N; i++ {
		t := &m.p.Trans[i]
		fits := t.Guard == GuardTrue
		if t.Guard == kind {
			fits = m.sameChannel(s, t, c) && m.matchMsg(s, frame{pid: -1}, ct, t.Pattern)
		}
		if fits {
			if n == 0 {
				to = t.To
			}
			n++
		}
	}
	return to, n
}

func (m *Machine) sameChannel(s *State, t *Trans, c *layout.ChanAt) bool {
	d, _ := m.channelOf(s, frame{pid: -1}, t)
	return d != nil && d.Comp == c.Comp
}

// attempt tells the trace assertion of a rendezvous that is offered: pan counts its failure whether or not
// the offer is taken. The state is unchanged afterwards.
func (m *Machine) attempt(s *State, c *layout.ChanAt, ct *layout.ChanType) {
	at, dirty, before := m.eventsAt(s.Vec), s.Dirty, len(m.faults)
	noted := uint8(0)
	if m.seen != nil {
		noted = m.globals[m.p.Events.At]
	}
	m.event(s, GuardSend, c, ct, true)
	m.setEvents(s, at)
	s.Dirty = dirty
	if m.seen != nil {
		m.globals[m.p.Events.At] = noted | SeenRead
	}
	m.passing += len(m.faults) - before
}
