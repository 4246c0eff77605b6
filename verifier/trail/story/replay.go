package story

import (
	"iter"

	"gospin/verifier/trail"
	"gospin/vm"
)

// Replay follows a trail on a machine. If the trail does not fit the model, the last thing yielded is an
// error.
func Replay(m *vm.Machine, t *trail.Trail, o Options) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		r := newRecorder(m, o)
		r.trail = true
		var s vm.State
		if m.Initial(&s)&vm.Failed != 0 && !yield(r.failure(), nil) {
			return
		}
		if t.Claim && !yield(r.startClaim(t), nil) {
			return
		}
		if !yield(r.start(&s), nil) {
			return
		}
		var events []Event
		cut := false // a value did not fit in the last move
		for k, err := range trail.Replay(m, t) {
			if err != nil {
				yield(nil, err)
				return
			}
			events = r.takenEvents(events[:0], k)
			cut = false
			for _, e := range events {
				if step, ok := e.(*Step); ok && len(step.Marks) > 0 {
					cut = true
				}
				if !yield(e, nil) {
					return
				}
			}
			s.CopyFrom(k.After)
		}
		last := s
		moves, eff := trail.Moves(m, &last, nil)
		if eff&vm.Failed != 0 && r.faults == 0 && !yield(r.failure(), nil) {
			return
		}
		e := r.end(t.Last, &s)
		e.Invalid = eff&vm.InvalidEnd != 0
		e.Erring = r.faults > 0 || cut || len(moves) == 0 || t.Cycle >= 0 || t.Claim
		yield(e, nil)
	}
}

// takenEvents appends the events for one move of a trail.
func (r *recorder) takenEvents(out []Event, k *trail.Taken) []Event {
	if k.Cycle {
		out = append(out, &Cycle{})
	}
	if k.Move.Pid == vm.ClaimPid {
		return append(out, r.claimStep(k))
	}
	return r.steps(out, k.Step, k.Move, k.After, k.Effect)
}
