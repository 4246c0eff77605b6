package story

import (
	"gospin/verifier/trail"
	"gospin/vm"
)

// Run is a run that is chosen move by move.
type Run struct {
	r       *recorder
	s       vm.State
	choices []vm.Move
	moves   []vm.Move // taken
	n       int       // steps so far
	invalid bool      // an invalid end state
	over    bool      // nothing can come behind
}

// NewRun begins a run in the initial state, and tells the events of that. With asTrail, steps are counted as
// in a trail, where a handshake is two.
func NewRun(m *vm.Machine, o Options, asTrail bool) (*Run, []Event) {
	w := &Run{r: newRecorder(m, o)}
	w.r.trail = asTrail
	var out []Event
	if m.Initial(&w.s)&vm.Failed != 0 {
		out = append(out, w.r.failure())
	}
	return w, append(append(out, w.r.start(&w.s)), w.look()...)
}

// look finds the moves that may come next, and tells what fails in their guards.
func (w *Run) look() (out []Event) {
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

// Choices are the moves that may come next.
func (w *Run) Choices() []Choice {
	out := make([]Choice, len(w.choices))
	for i := range out {
		out[i] = w.Choice(i)
	}
	return out
}

// Len is how many moves may come next.
func (w *Run) Len() int { return len(w.choices) }

// Choice is one of the moves that may come next.
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

// Find is the number of a move among the choices; -1: it is none.
func (w *Run) Find(mv vm.Move) int {
	for i, c := range w.choices {
		if c == mv {
			return i
		}
	}
	return -1
}

// Take takes one of the choices, and tells the events of that.
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
	return append(out, w.look()...)
}

// Moves are those taken so far.
func (w *Run) Moves() []vm.Move { return w.moves }

// State is where the run has come to.
func (w *Run) State() *vm.State { return &w.s }

// Faulty tells whether something has failed.
func (w *Run) Faulty() bool { return w.r.faults > 0 }

// InvalidEnd tells whether the run has come to a state where nobody can move, and that is not a valid end.
func (w *Run) InvalidEnd() bool { return w.invalid }

// End is the event of the last state.
func (w *Run) End() *End {
	e := w.r.end(w.n, &w.s)
	e.Invalid = w.invalid
	e.Erring = e.Faults > 0 || w.invalid
	return e
}
