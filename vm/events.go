package vm

import (
	"slices"

	"gospin/vm/layout"
)

// Events is a trace assertion: an automaton that follows the sends and receives on the channels which it
// mentions. It fails if an event has no transition. A notrace assertion (Negated) fails if it reaches its
// end, and stops at the first event without a transition. As in pan, every event matches a transition that is
// neither a send nor a receive.
//
// Unlike in pan, it sees the message itself even if a sorted send or a random receive puts or takes it in the
// middle of a channel, and its acceptance and progress labels count for states, like those of processes.
// Known wart: its eval(x) uses x before the receive, while pan has assigned all fields except the last.
type Events struct {
	Proc         Proctype
	At           int      // offset of the control state in the vector, two bytes
	End          uint32   // the control state at its end
	Sends, Recvs []uint32 // transitions that mention channels; events on other channels are ignored
	Negated      bool
	Silent       bool // it is followed, but a failure is not a fault
}

func (m *Machine) eventsAt(vec []byte) uint32 {
	a := m.p.Events.At
	m.recordReadAt(a)
	return uint32(vec[a]) | uint32(vec[a+1])<<8
}

func (m *Machine) setEvents(s *State, at uint32) {
	a := m.to(s, frame{}, BaseGlobal, int32(m.p.Events.At))
	s.Vec[a], s.Vec[a+1] = byte(at), byte(at>>8)
}

// event moves the trace assertion for a send or receive (kind) of the message in m.msg on a channel. Failures
// count as faults only with faults; otherwise they have been counted before.
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

// eventMoves returns the number of transitions for an event, and where the first leads.
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

// attempt checks the trace assertion for a rendezvous that is offered, since pan counts its failure even if
// the offer is not taken. It leaves the state unchanged.
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

// Follows returns the global channels, by number, whose sends and receives the trace assertion follows. It
// returns false if what it does depends on more than its control state, or on offers of a rendezvous.
func (p *Program) Follows() (sends, receives map[int32]bool, ok bool) {
	sends, receives = map[int32]bool{}, map[int32]bool{}
	for _, i := range p.Events.Sends {
		sends[p.Trans[i].Chan] = true
	}
	for _, i := range p.Events.Recvs {
		receives[p.Trans[i].Chan] = true
	}
	for _, i := range slices.Concat(p.Events.Sends, p.Events.Recvs) {
		t := &p.Trans[i]
		if t.Chan <= 0 || p.Layout.Chans[p.Layout.Global[t.Chan-1]].Slots == 0 {
			return nil, nil, false
		}
		for _, f := range p.Patterns[t.Pattern].Fields {
			if f.Kind == PatEval {
				return nil, nil, false
			}
		}
	}
	return sends, receives, true
}
