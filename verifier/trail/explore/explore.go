package explore

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"gospin/verifier/trail"
	"gospin/verifier/trail/page"
	"gospin/verifier/trail/story"
	"gospin/vm"
)

// Config is what a server is made of.
type Config struct {
	Program *vm.Program // without a claim, nothing merged
	About   page.About
	Show    []story.Expr
	Rand    *rand.Rand
	Trail   string // where trails are saved
	Replay  string // the command that shows it
	// Search looks for the fewest moves to an error from a state on. Nil moves with a reason say that none
	// was found, without one that there is none; what the error is comes last.
	Search func(ctx context.Context, from *vm.State) (moves []vm.Move, reason, what string)
	// Unsearched is said where a search finds nothing: what it doesn't look at.
	Unsearched string
	Patience   time.Duration // how long a request may take to come; 0: 10 s
}

// Server is a run and those who look at it.
type Server struct {
	c     Config
	token string
	mu    sync.Mutex
	run   *story.Run
	live  *page.Live
}

// New begins with the moves of a run, which may be none. An error is that one cannot be taken.
func New(c Config, moves []vm.Move) (*Server, error) {
	if c.Patience == 0 {
		c.Patience = patience
	}
	s := &Server{c: c, token: newToken()}
	s.begin()
	for i, mv := range moves {
		pick := s.run.Find(mv)
		if pick < 0 {
			return nil, fmt.Errorf("move %d of the trail cannot be taken", i+1)
		}
		s.take(pick)
	}
	return s, nil
}

// begin starts the run, and its page, anew.
func (s *Server) begin() {
	s.live = page.NewLive(s.c.About)
	for i := range s.c.Program.Procs {
		for _, src := range s.c.Program.Procs[i].Sources {
			if src.File != "" {
				s.live.Reads(src.File)
			}
		}
	}
	o := page.Options()
	o.Show = s.c.Show
	run, events := story.NewRun(vm.NewMachine(s.c.Program), o, true)
	s.run = run
	s.live.Add(append(events, run.End()))
}

func (s *Server) take(pick int) { s.live.Add(append(s.run.Take(pick), s.run.End())) }

// cut takes back all moves but the first few.
func (s *Server) cut(keep int) {
	if keep >= len(s.run.Moves()) {
		return
	}
	moves := slices.Clone(s.run.Moves()[:keep])
	s.begin()
	for _, mv := range moves {
		s.take(s.run.Find(mv))
	}
}

// choice is a choice as the page gets it.
type choice struct {
	Pid  int     `json:"pid"`
	File int     `json:"file"`
	Line int     `json:"line,omitempty"`
	Text string  `json:"text"`
	Peer *choice `json:"peer,omitempty"`
}

// choices are those behind the first moves of the run; why says why there are none.
func (s *Server) choices(at int) (list []choice, why string) {
	run := s.run
	if at < len(run.Moves()) {
		run, _ = story.NewRun(vm.NewMachine(s.c.Program), story.Options{}, true)
		for _, mv := range s.run.Moves()[:at] {
			run.Take(run.Find(mv))
		}
	}
	list = []choice{}
	for _, c := range run.Choices() {
		one := choice{Pid: c.Pid, File: s.live.File(c.File), Line: c.Line, Text: c.Written}
		if c.Peer != nil {
			one.Peer = &choice{Pid: c.Peer.Pid, File: -1, Text: c.PeerWritten}
		}
		list = append(list, one)
	}
	switch {
	case len(list) > 0:
	case run.Faulty():
		why = "The run ends here, with an error."
	case run.InvalidEnd():
		why = "No process can move, and not all are in valid end states."
	default:
		why = "No process can move: all are in valid end states."
	}
	return list, why
}

// order is what the page asks for.
type order struct {
	At     int `json:"at"`     // the state that is shown: behind so many moves
	Choice int `json:"choice"` // of those there
	Steps  int `json:"steps"`  // at random
}

// mostSteps is how many a run at random has at most.
const mostSteps = 100_000

// act is what the page may ask for that changes the run. It tells what it has done, or, if bad, why it has
// not.
type act func(s *Server, ctx context.Context, o order) (said string, bad bool)

var acts = map[string]act{
	"take": func(s *Server, _ context.Context, o order) (string, bool) {
		if s.cut(o.At); o.Choice < 0 || o.Choice >= s.run.Len() {
			return "there is no such choice", true
		}
		s.take(o.Choice)
		return "", false
	},
	"undo": func(s *Server, _ context.Context, o order) (string, bool) {
		if len(s.run.Moves()) == 0 {
			return "this is the initial state", true
		}
		s.cut(min(o.At, len(s.run.Moves())-1))
		return "", false
	},
	"random": func(s *Server, ctx context.Context, o order) (string, bool) {
		return s.random(ctx, o), false
	},
	"search": func(s *Server, ctx context.Context, o order) (string, bool) { return s.search(ctx, o) },
	"save": func(s *Server, _ context.Context, _ order) (string, bool) {
		moves := s.run.Moves()
		if err := trail.FromMoves(s.c.Program, moves).WriteFile(s.c.Trail); err != nil {
			return "cannot write the trail: " + err.Error(), true
		}
		return fmt.Sprintf("saved in %s; %s shows it", filepath.Base(s.c.Trail), s.c.Replay), false
	},
}

// random takes steps at random, until nothing can be taken, or something is wrong.
func (s *Server) random(ctx context.Context, o order) string {
	s.cut(o.At)
	steps := 0
	for ; steps < min(o.Steps, mostSteps) && s.run.Len() > 0 && ctx.Err() == nil; steps++ {
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

// search goes on to the nearest error.
func (s *Server) search(ctx context.Context, o order) (string, bool) {
	s.cut(o.At)
	if s.run.Len() == 0 {
		return "the run ends here", true
	}
	moves, reason, what := s.c.Search(ctx, s.run.State())
	switch {
	case what == "" && reason != "":
		return "no error found: " + reason, true
	case what == "":
		return "no failed assertion and no invalid end state can be reached from here" + s.c.Unsearched, false
	}
	for _, mv := range moves {
		if pick := s.run.Find(mv); pick >= 0 {
			s.take(pick)
		}
	}
	return fmt.Sprintf("%s, %d moves further", what, len(moves)), false
}
