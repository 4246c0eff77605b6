package story

import (
	"gospin/verifier/trail"
	"gospin/vm"
)

// Run is a run whose caller chooses each move.
type Run struct {
	r       *recorder
	s       vm.State
	choices []vm.Move
	moves   []vm.Move // moves so far
	n       int       // steps so far
	invalid bool      // the run is in an invalid end state
	over    bool      // nothing can follow
}

// NewRun begins a run in the initial state, and returns its first events. With asTrail, steps are counted as
// in a trail, where a handshake counts as two.
func NewRun(m *vm.Machine, o Options, asTrail bool) (*Run, []Event) {
	w := &Run{r: newRecorder(m, o)}
	w.r.trail = asTrail
	var out []Event
	if m.Initial(&w.s)&vm.Failed != 0 {
		out = append(out, w.r.failure())
	}
	return w, append(append(out, w.r.start(&w.s)), w.expand()...)
}

// expand finds the next choices, and returns events for guards that fail.
func (w *Run) expand() (out []Event) {
	w.choices = w.choices[:0]
	if w.over = w.over || w.r.faults > 0; w.over {
		return nil
	}
	var eff vm.Effect
	w.choices, eff = trail.Moves(w.r.m, &w.s, w.choices)
	w.invalid = eff&vm.InvalidEnd != 0
	if eff&vm.Failed != 0 {
		out = append(out, w.r.failure())
	}
	if len(w.choices) == 0 && w.r.processes(&w.s) > 0 {
		out = append(out, &Blocked{})
	}
	return out
}

// Choices describes the possible next moves.
func (w *Run) Choices() []Choice {
	out := make([]Choice, len(w.choices))
	for i := range out {
		out[i] = w.Choice(i)
	}
	return out
}

// Len returns the number of choices.
func (w *Run) Len() int { return len(w.choices) }

// Choice describes the i-th choice.
func (w *Run) Choice(i int) Choice { return w.r.choice(&w.s, w.choices[i]) }

// choice describes a move in a state.
func (r *recorder) choice(s *vm.State, mv vm.Move) Choice {
	st := r.m.Describe(mv)
	c := Choice{Process: r.process(s, int(mv.Pid)), File: st.File, Line: st.Line, Text: st.Text}
	c.Written = st.Written()
	if mv.Partner != 0 {
		peer := r.process(s, int(mv.Peer))
		of := &r.p.Stmts[r.p.Trans[mv.Partner].Stmt]
		c.Peer, c.PeerText, c.PeerWritten = &peer, of.Text, of.Written()
	}
	return c
}

// Find returns the index of a move among the choices, or -1.
func (w *Run) Find(mv vm.Move) int {
	for i, c := range w.choices {
		if c == mv {
			return i
		}
	}
	return -1
}

// Take makes the i-th choice and returns its events.
func (w *Run) Take(i int) []Event {
	mv := w.choices[i]
	w.n++
	eff := w.r.m.Do(&w.s, mv)
	w.moves = append(w.moves, mv)
	out := w.r.steps(nil, w.n, mv, &w.s, eff)
	if w.r.trail && mv.Partner != 0 {
		w.n++
	}
	w.over = w.over || eff&(vm.Abort|vm.Pruned) != 0
	return append(out, w.expand()...)
}

// Moves returns the moves so far.
func (w *Run) Moves() []vm.Move { return w.moves }

// State returns the present state.
func (w *Run) State() *vm.State { return &w.s }

// Faulty reports whether something has failed.
func (w *Run) Faulty() bool { return w.r.faults > 0 }

// InvalidEnd reports whether the run is in an invalid end state.
func (w *Run) InvalidEnd() bool { return w.invalid }

// End returns the event for the last state.
func (w *Run) End() *End {
	e := w.r.end(w.n, &w.s)
	e.Invalid = w.invalid
	e.Erring = e.Faults > 0 || w.invalid
	return e
}
