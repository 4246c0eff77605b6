package space

import (
	"gospin/verifier/batch"
	"gospin/verifier/fair"
	"gospin/vm"
)

// judge knows which states accepting cycles may contain.
type judge struct {
	component []uint32 // by the claim's control state (vm.Program.ClaimCycles); nil: there is no claim
	weak      []bool   // by component
	accepts   []bool   // by control state
	labels    bool     // acceptance labels of processes count
	// by proctype, what processes demand: engines must report which of them move; nil: no fairness
	fair []fair.Kind
}

// SeekCycles makes engines report which states accepting cycles may contain (batch.Judging): with a claim, or
// by the labels of processes alone. If demands is not nil, it has the fairness that processes demand, by
// proctype, and engines also report which of them move (batch.Found.Fair).
func (s *Space) SeekCycles(prog *vm.Program, claim bool, demands []fair.Kind) {
	s.judge = &judge{labels: vm.NewMachine(prog).Labelled(), fair: demands}
	if claim {
		s.judge.component, s.judge.weak = prog.ClaimCycles(s.judge.labels)
		for i := range prog.Claim.States {
			s.judge.accepts = append(s.judge.accepts, prog.Claim.States[i].Accept)
		}
	}
}

var _ batch.Judging[[1]uint64] = (*engine[[1]uint64])(nil)

// Accepts implements batch.Judging.
func (e *engine[R]) Accepts(r *R) batch.Acceptance {
	j, id := e.space.judge, (*r)[0]&e.pack.shapeMask
	if int(id) >= len(e.known) || e.known[id] == nil {
		e.meet(uint32(id)) // an engine has seen it before
	}
	at := e.known[id]
	out := batch.InComponent
	if j.component != nil {
		if out = e.claimAccepts(&at.claim[1], r); out == 0 {
			return 0
		}
	}
	if j.labels && out&batch.Accepting == 0 {
		for pid := range at.of {
			if e.labelled(&at.of[pid], pid, r) {
				return out | batch.Accepting
			}
		}
	}
	return out
}

// claimAccepts returns the acceptance of the claim's control state.
func (e *engine[R]) claimAccepts(seat *seat, r *R) batch.Acceptance {
	n := int(seat.number(slice(r)))
	if n >= len(seat.classes) {
		seat.classes = append(seat.classes, make([]uint32, n+1-len(seat.classes)+n/2)...)
	}
	if seat.classes[n] == 0 {
		j, vec, at := e.space.judge, e.unpacked(r).Vec, e.space.claimAt
		state := int(vec[at-1]) | int(vec[at])<<8
		out := batch.Acceptance(j.component[state]) * batch.InComponent
		if out != 0 {
			if j.accepts[state] {
				out |= batch.Accepting
			}
			if j.weak[j.component[state]] {
				out |= batch.Weak
			}
		}
		seat.classes[n] = uint32(out) + 1
	}
	return batch.Acceptance(seat.classes[n] - 1)
}

// labelled reports whether a process is in an accepting state.
func (e *engine[R]) labelled(seat *seat, pid int, r *R) bool {
	n := int(seat.number(slice(r)))
	if n >= len(seat.labels) {
		seat.labels = append(seat.labels, make([]uint8, n+1-len(seat.labels)+n/2)...)
	}
	if seat.labels[n] == 0 {
		seat.labels[n] = 1
		if e.claimed.ProcessLabel(e.unpacked(r), pid) {
			seat.labels[n] = 2
		}
	}
	return seat.labels[n] == 2
}

// standStillAll appends the successors of a state in which the system is blocked and the claim does not
// settle. If the claim has the same moves there whoever's turn it is, each move is a step. Then a run in
// which the claim moves alone for ever goes through all states; if a step were two moves, it would skip every
// other one.
func (e *engine[R]) standStillAll(r *R, out *batch.Found[R]) outcome {
	b, seat := &e.beside, &e.known[(*r)[0]&e.pack.shapeMask].claim[0]
	if what := e.claimMoves(r, 1, &b.alone); what != done {
		return what
	}
	for i := range b.first { // the claim must change nothing but its own state
		d := b.first[i]
		d[seat.word] ^= ((*r)[seat.word] ^ d[seat.word]) & (seat.mask << (seat.shift & 63))
		if d != *r {
			e.failed |= vm.Abort
		}
	}
	out.Roots = append(out.Roots, b.alone...)
	e.tellMoved(out, everybody)
	if !sameRoots(b.alone, b.first) {
		e.failed |= vm.Abort
	}
	return done
}

// comesToHalt records, without a claim, that a run is accepted since it ends in an accepting state.
func (e *engine[R]) comesToHalt(r *R, halts bool) {
	if halts && e.failed&vm.Abort == 0 && e.Accepts(r)&batch.Accepting != 0 {
		e.failed |= vm.Accepting
	}
}

// Vector returns the machine's state of a root in the current packing.
func (s *Space) Vector(root []uint64) []byte {
	return s.decode(nil, s.form(uint32(root[0]&s.pack.shapeMask)-1), root)
}
