package story

import (
	"iter"

	"gospin/verifier/trail"
	"gospin/vm"
)

// Choice is a move that may come next: its process's statement, the sender's for a rendezvous.
type Choice struct {
	Process
	File    string
	Line    int
	Text    string // of the statement, as SPIN has it
	Written string // as it stands in the source
	// of a rendezvous: the receiver, and its statement
	Peer                  *Process
	PeerText, PeerWritten string
}

// Choose picks one of n moves, from 0; negative: the run stops here. The moves are described when it asks.
type Choose func(n int, describe func(i int) Choice) int

// Simulate runs a machine until something fails, no process can move, or limit steps are taken (0: any
// number).
func Simulate(m *vm.Machine, o Options, limit int, choose Choose) iter.Seq[Event] {
	return func(yield func(Event) bool) {
		r := newRecorder(m, o)
		var s vm.State
		if m.Initial(&s)&vm.Failed != 0 && !yield(r.failure()) {
			return
		}
		if !yield(r.start(&s)) {
			return
		}
		n, ok := r.simulate(&s, limit, choose, yield)
		if !ok {
			return
		}
		e := r.end(n, &s)
		e.Erring = e.Faults > 0
		yield(e)
	}
}

// simulate takes the steps of a run, and tells how many they were; it is false if yield wants no more.
func (r *recorder) simulate(s *vm.State, limit int, choose Choose, yield func(Event) bool) (n int, ok bool) {
	var moves []vm.Move
	var events []Event
	var eff vm.Effect
	describe := func(i int) Choice { return r.choice(s, moves[i]) }
	for r.faults == 0 {
		if limit > 0 && n >= limit {
			return n, yield(&LimitReached{limit})
		}
		moves, eff = trail.Moves(r.m, s, moves[:0])
		if eff&vm.Failed != 0 && !yield(r.failure()) {
			return n, false
		}
		if len(moves) == 0 {
			return n, r.processes(s) == 0 || yield(&Blocked{})
		}
		pick := choose(len(moves), describe)
		if pick < 0 {
			return n, true
		}
		n++
		mv := moves[pick]
		eff = r.m.Do(s, mv)
		events = r.steps(events[:0], n, mv, s, eff)
		for _, e := range events {
			if !yield(e) {
				return n, false
			}
		}
		if eff&vm.Abort != 0 {
			break
		}
	}
	return n, true
}
