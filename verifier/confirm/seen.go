package confirm

import (
	"fmt"
	"slices"

	"gospin/verifier/report"
	"gospin/vm"
)

// Seen records which processes move in a cycle, and which are able to, in the states in which every process
// may move. A process that can only receive in a rendezvous does not count as able: the sender makes the
// offer.
type Seen struct {
	moved, able, unable [vm.MaxProcs + 1]bool
	names               [vm.MaxProcs + 1]string
	most                int // the most processes at any time
	// acceptance: of the claim itself, and by labels of processes, whose names are listed
	claim  bool
	labels []string
}

// see records a state with its moves. All means that every process may move; otherwise the state is inside an
// atomic sequence.
func (o *Seen) see(m *vm.Machine, s *vm.State, moves []vm.Move, all bool) {
	procs := m.Layout().ShapeOf(s.Vec).Procs
	for pid := o.most; pid < len(procs); pid++ {
		o.names[pid] = m.Program().Procs[procs[pid].Type].Name
	}
	o.most = max(o.most, len(procs))
	if !all {
		return
	}
	var able [vm.MaxProcs + 1]bool
	for _, mv := range moves {
		able[mv.Pid] = true
		o.able[mv.Pid] = true
	}
	for pid, a := range able {
		o.unable[pid] = o.unable[pid] || !a
	}
}

func (o *Seen) take(mv vm.Move) {
	o.moved[mv.Pid] = true
	if mv.Partner != 0 {
		o.moved[mv.Peer] = true
	}
}

// accept records what accepts the cycle in a state.
func (o *Seen) accept(m *vm.Machine, s *vm.State) {
	if m.ClaimAccepting(s) {
		o.claim = true
	} else if !m.Labelled() {
		return
	}
	for pid, q := range m.Layout().ShapeOf(s.Vec).Procs {
		if m.ProcessAccepts(s, pid) {
			name := fmt.Sprintf("%s (%d)", m.Program().Procs[q.Type].Name, pid)
			if !slices.Contains(o.labels, name) {
				o.labels = append(o.labels, name)
			}
		}
	}
}

// Labels returns the processes whose accept labels alone accept the cycle, or nil if the claim does.
func (o *Seen) Labels() []string {
	if o.claim {
		return nil
	}
	return o.labels
}

// Idle returns the processes that can move in the cycle, but do not.
func (o *Seen) Idle() (out []report.Idle) {
	for pid := range o.most {
		if o.able[pid] && !o.moved[pid] {
			out = append(out, report.Idle{Pid: pid, Proctype: o.names[pid], Always: !o.unable[pid]})
		}
	}
	return out
}
