package story

import (
	"iter"

	"gospin/verifier/trail"
	"gospin/vm"
)

// Choice is a possible next move. For a rendezvous, it names the sender's statement.
type Choice struct {
	Process
	File    string
	Line    int
	Text    string // the statement in SPIN's words
	Written string // the statement as in the source
	// a rendezvous's receiver and its statement
	Peer                  *Process
	PeerText, PeerWritten string
}

// Choose picks one of n moves, or stops the run with a negative number. Calling describe computes a
// description.
type Choose func(n int, describe func(i int) Choice) int

// Simulate runs a machine until something fails, no process can move, or limit steps are made. A limit of 0
// means none.
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

// simulate makes the steps of a run and returns their number. It returns false if yield wants no more events.
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
