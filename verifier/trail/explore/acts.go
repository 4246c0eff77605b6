package explore

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"gospin/verifier/trail"
	"gospin/vm"
)

// order is a request of the page.
type order struct {
	At     int    `json:"at"`     // number of moves before the shown state
	Choice int    `json:"choice"` // index of a choice in that state, or of a watched expression
	Steps  int    `json:"steps"`  // number of random steps
	Text   string `json:"text"`   // an expression, or the name of a formula
}

// maxSteps limits a random run.
const maxSteps = 100_000

// act is a request that changes the run. It returns what it did or, if bad, why it did nothing.
type act func(s *Server, ctx context.Context, o order) (said string, bad bool)

var acts = map[string]act{
	"take": func(s *Server, _ context.Context, o order) (string, bool) {
		if s.drop(o.At); o.Choice < 0 || o.Choice >= s.run.Len() {
			return "there is no such choice", true
		}
		s.take(o.Choice)
		return "", false
	},
	"undo":    (*Server).undo,
	"redo":    (*Server).redo,
	"random":  func(s *Server, ctx context.Context, o order) (string, bool) { return s.random(ctx, o), false },
	"search":  (*Server).search,
	"violate": (*Server).violate,
	"reach":   (*Server).reach,
	"watch":   (*Server).watching,
	"save":    (*Server).save,
}

// undo takes back the moves after the shown state, or, if there are none, the last move.
func (s *Server) undo(_ context.Context, o order) (string, bool) {
	n := len(s.run.Moves())
	if n == 0 {
		return "this is the initial state", true
	}
	s.drop(min(o.At, n-1))
	if n -= len(s.run.Moves()); n > 1 {
		return fmt.Sprintf("%d steps taken back; redo brings them back", n), false
	}
	return "", false
}

// redo makes the moves again that the last undo took back.
func (s *Server) redo(context.Context, order) (string, bool) {
	n := len(s.dropped)
	if n == 0 {
		return "nothing was taken back", true
	}
	d := s.dropped[n-1]
	s.dropped = s.dropped[:n-1]
	s.cut(d.at)
	if err := s.takeAll(d.moves); err != nil {
		return err.Error(), true
	}
	if d.found != nil {
		_ = s.become(d.found)
	}
	return "", false
}

// random makes random moves until none is enabled or something fails.
func (s *Server) random(ctx context.Context, o order) string {
	s.drop(o.At)
	steps := 0
	for ; steps < min(o.Steps, maxSteps) && s.run.Len() > 0 && ctx.Err() == nil; steps++ {
		s.take(s.c.Rand.IntN(s.run.Len()))
	}
	switch {
	case o.Steps == 1:
		return ""
	case s.run.Faulty() || s.run.InvalidEnd():
		return fmt.Sprintf("an error after %d steps", steps)
	case s.run.Len() == 0:
		return fmt.Sprintf("a valid end after %d steps", steps)
	}
	return fmt.Sprintf("no error in %d steps", steps)
}

// search continues the run to the nearest error, or, if there is none, to a violation of a formula.
func (s *Server) search(ctx context.Context, o order) (string, bool) {
	s.drop(o.At)
	var moves []vm.Move
	var reason, what string
	if s.run.Len() > 0 {
		moves, reason, what = s.c.Seek.Error(ctx, s.p, s.run.State())
	}
	if what != "" {
		_ = s.takeAll(moves) // they begin in the present state
		return fmt.Sprintf("%s, %d moves further", what, len(moves)), false
	}
	if s.run.Faulty() || s.run.InvalidEnd() {
		return "the run ends here", true
	}
	var kept []string
	for i := range s.c.Formulas {
		said, found := s.violated(ctx, &s.c.Formulas[i])
		if found {
			return said, false
		}
		if kept = append(kept, s.c.Formulas[i].Name); said != "" {
			reason = said
		}
	}
	if reason != "" {
		return "no error found: " + reason, true
	}
	said := "no failed assertion and no invalid end state can be reached from here"
	if len(kept) > 0 {
		said += ", and every way on keeps " + strings.Join(kept, ", ")
	}
	return said, false
}

// violate continues the run so that it violates a formula.
func (s *Server) violate(ctx context.Context, o order) (string, bool) {
	i := slices.IndexFunc(s.c.Formulas, func(f Formula) bool { return f.Name == o.Text })
	if i < 0 {
		return "there is no formula " + o.Text, true
	}
	s.drop(o.At)
	said, found := s.violated(ctx, &s.c.Formulas[i])
	switch {
	case found:
		return said, false
	case said != "":
		return "no run found that violates " + o.Text + ": " + said, true
	}
	return "every way on keeps " + o.Text, false
}

// violated does so for one formula. If it finds no run, it returns the reason, or "" if there is no such run.
func (s *Server) violated(ctx context.Context, f *Formula) (said string, found bool) {
	run, why := s.c.Seek.Violation(ctx, f, trail.FromMoves(s.p, s.run.Moves()))
	if run == nil {
		return why, false
	}
	before := len(s.run.Moves())
	if err := s.become(run); err != nil {
		return err.Error(), false
	}
	return fmt.Sprintf("%s is violated, %d moves further", f.Name, len(s.run.Moves())-before), true
}

// reach continues the run to the nearest other state that satisfies an expression.
func (s *Server) reach(ctx context.Context, o order) (string, bool) {
	p, show, err := s.c.Compile(ctx, append(slices.Clone(s.watches), o.Text))
	if err == nil && len(show) != len(s.show)+1 {
		err = errors.New("one expression is reached, not several")
	}
	if err != nil {
		return err.Error(), true
	}
	goal := show[len(show)-1].Code
	s.drop(o.At)
	s.adopt(p, show[:len(show)-1])
	asks := vm.NewMachine(p)
	is := func(at *vm.State) bool {
		v, ok := asks.Value(at, goal)
		return ok && v != 0
	}
	if s.run.Len() == 0 {
		return "the run ends here", true
	}
	moves, why := s.c.Seek.State(ctx, p, s.run.State(), is)
	switch {
	case len(moves) == 0 && why != "":
		return "no such state found: " + why, true
	case len(moves) == 0 && is(s.run.State()):
		return o.Text + " is true here, and in no other state that can be reached", true
	case len(moves) == 0:
		return "no state with " + o.Text + " can be reached from here", true
	}
	_ = s.takeAll(moves) // they begin in the present state
	return fmt.Sprintf("%s, %d moves further", o.Text, len(moves)), false
}

// watching adds a watched expression, or removes one if no text is given.
func (s *Server) watching(ctx context.Context, o order) (string, bool) {
	texts := slices.Clone(s.watches)
	switch {
	case strings.TrimSpace(o.Text) != "":
		texts = append(texts, o.Text)
	case o.Choice >= 0 && o.Choice < len(texts):
		texts = slices.Delete(texts, o.Choice, o.Choice+1)
	default:
		return "there is nothing to watch", true
	}
	if err := s.watch(ctx, texts); err != nil {
		return err.Error(), true
	}
	return "", false
}

// save writes the run's trail.
func (s *Server) save(context.Context, order) (string, bool) {
	t := trail.FromMoves(s.p, s.run.Moves())
	if s.found != nil {
		t = s.found.Trail
	}
	if err := t.WriteFile(s.c.Trail); err != nil {
		return "cannot write the trail: " + err.Error(), true
	}
	return fmt.Sprintf("saved in %s; %s shows it", filepath.Base(s.c.Trail), s.c.Replay), false
}
