package explore

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"gospin/verifier/reason"
	"gospin/verifier/trail"
	"gospin/verifier/trail/page"
	"gospin/verifier/trail/story"
	"gospin/vm"
)

// Config configures a server.
type Config struct {
	// Compile compiles the model with expressions to show, without claims or merging, and for explanations.
	Compile func(ctx context.Context, show []string) (*vm.Program, []story.Expr, error)
	Show    []string // expressions shown at the beginning
	// Formulas are followed along the run.
	Formulas []Formula
	About    page.About
	Rand     *rand.Rand
	Trail    string // where trails are saved
	Replay   string // where trails are written
	Begin    *Found // the command that replays the trail
	Seek     Seek
	Patience time.Duration // the run to begin with; nil for the initial state
}

// Formula is a formula of the model.
type Formula struct {
	Name    string
	Text    string
	Program *vm.Program // the model with the formula's claim, compiled for explanations
}

// Found is a run that a search has found.
type Found struct {
	Trail    *trail.Trail
	Violates string   // the violated property, a formula as text; "" if there is none or it is unknown
	Why      []string // why it is violated
}

// Seek holds the searches that start in a state. An empty result with a reason means that the search found
// nothing; without a reason, that there is nothing to find.
type Seek struct {
	// Error finds the fewest moves to an error and describes the error in what.
	Error func(ctx context.Context, p *vm.Program, from *vm.State) (moves []vm.Move, reason, what string)
	// State finds the fewest moves to another state for which is returns true.
	State func(ctx context.Context, p *vm.Program, from *vm.State, is func(*vm.State) bool) (
		moves []vm.Move, reason string)
	// Violation finds a run with the given beginning that violates a formula.
	Violation func(ctx context.Context, f *Formula, begins *trail.Trail) (run *Found, reason string)
}

// Server serves one run to everybody who has its address.
type Server struct {
	c     Config
	token string
	mu    sync.Mutex

	p       *vm.Program
	show    []story.Expr // Config.Show, then the typed expressions
	watches []string     // their texts
	run     *story.Run
	live    *page.Live
	follow  []*reason.Following // one for each of Config.Formulas
	found   *Found              // the present run is this one, complete
	dropped []dropped           // moves to redo, the latest last
	same    int                 // the number of first steps that the current request has not changed
}

// dropped holds moves that were taken back.
type dropped struct {
	at    int // number of moves before them
	moves []vm.Move
	found *Found // the found run that they ended
}

// New returns a server for the configured run. It fails if the run does not fit the model.
func New(ctx context.Context, c Config) (*Server, error) {
	if c.Patience == 0 {
		c.Patience = Patience
	}
	s := &Server{c: c, token: NewToken(), watches: slices.Clone(c.Show)}
	var err error
	if s.p, s.show, err = c.Compile(ctx, s.watches); err != nil {
		return nil, err
	}
	s.begin()
	if c.Begin != nil {
		if err := s.become(c.Begin); err != nil {
			return nil, err
		}
	}
	s.explain()
	return s, nil
}

// begin restarts the run and its page.
func (s *Server) begin() {
	about := s.c.About
	for _, f := range s.c.Formulas {
		about.Formulas = append(about.Formulas, f.Name)
	}
	s.live, s.found, s.follow = page.NewLive(about), nil, nil
	for i := range s.p.Procs {
		for _, src := range s.p.Procs[i].Sources {
			if src.File != "" {
				s.live.Reads(src.File)
			}
		}
	}
	for _, f := range s.c.Formulas {
		s.follow = append(s.follow, reason.Follow(f.Program))
	}
	o := page.Options()
	o.Show = s.show
	run, events := story.NewRun(vm.NewMachine(s.p), o, true)
	s.run = run
	s.add(events)
}

// add adds events to the page, with the status of each formula after them.
func (s *Server) add(events []story.Event) {
	var stand []story.Value
	for i, f := range s.follow {
		stand = append(stand, story.Value{Name: "ltl " + s.c.Formulas[i].Name, Text: f.String()})
	}
	for _, e := range events {
		switch e := e.(type) {
		case *story.Start:
			e.Shown = append(slices.Clip(e.Shown), stand...)
		case *story.Step:
			e.Shown = append(slices.Clip(e.Shown), stand...)
		}
	}
	s.live.Add(append(events, s.run.End()))
}

func (s *Server) take(pick int) {
	s.found = nil
	s.live.Violates("", nil, -1)
	events := s.run.Take(pick)
	moves := s.run.Moves()
	for _, f := range s.follow {
		f.Take(s.p, moves[len(moves)-1])
	}
	s.add(events)
}

// takeAll makes moves as long as they are among the choices.
func (s *Server) takeAll(moves []vm.Move) error {
	for i, mv := range moves {
		pick := s.run.Find(mv)
		if pick < 0 {
			return fmt.Errorf("move %d of %d cannot be taken", i+1, len(moves))
		}
		s.take(pick)
	}
	return nil
}

// cut takes back all but the first keep moves.
func (s *Server) cut(keep int) {
	all := s.run.Moves()
	if keep >= len(all) {
		return
	}
	s.begin()
	_ = s.takeAll(all[:keep]) // they were enabled before
	s.same = min(s.same, keep)
}

// drop takes moves back and keeps them for redo.
func (s *Server) drop(keep int) {
	if all := s.run.Moves(); keep < len(all) {
		s.dropped = append(s.dropped, dropped{keep, slices.Clone(all[keep:]), s.found})
		s.cut(keep)
	}
}

// movesOf translates a trail to moves of a program, without the claim's. It also returns the index at which
// the cycle begins, or -1.
func movesOf(p *vm.Program, t *trail.Trail) (moves []vm.Move, cycle int, err error) {
	cycle = -1
	for k, err := range trail.Replay(vm.NewMachine(p), t) {
		if err != nil {
			return nil, -1, err
		}
		if k.Cycle {
			cycle = len(moves)
		}
		moves = append(moves, k.Move)
	}
	if t.Cycle >= 0 && cycle < 0 {
		cycle = len(moves) // the run ends in a cycle that stays here
	}
	return moves, cycle, nil
}

// become replaces the run by one that was found, keeping the moves that both begin with.
func (s *Server) become(f *Found) error {
	moves, cycle, err := movesOf(s.p, f.Trail)
	if err != nil {
		return err
	}
	same := 0
	for was := s.run.Moves(); same < min(len(was), len(moves)) && was[same] == moves[same]; {
		same++
	}
	s.cut(same)
	if err := s.takeAll(moves[same:]); err != nil {
		return err
	}
	s.found = f
	s.live.Violates(f.Violates, f.Why, cycle)
	return nil
}

// explain puts the reasons for an error or violation on the page.
func (s *Server) explain() {
	if s.found == nil && (s.run.Faulty() || s.run.InvalidEnd()) {
		s.live.Violates("", reason.Of(s.p, trail.FromMoves(s.p, s.run.Moves())), -1)
	}
}

// watch replaces the watched expressions. The run stays the same.
func (s *Server) watch(ctx context.Context, texts []string) error {
	p, show, err := s.c.Compile(ctx, texts)
	if err != nil {
		return err
	}
	s.adopt(p, show)
	s.watches = texts
	return nil
}

// adopt continues with another compilation of the model, which has other expressions.
func (s *Server) adopt(p *vm.Program, show []story.Expr) {
	found, moves := s.found, s.run.Moves()
	s.p, s.show, s.same = p, show, 0
	s.begin()
	_ = s.takeAll(moves) // enabled, since expressions do not change moves
	if found != nil {
		_ = s.become(found)
	}
}

// choice is a choice in the page's JSON.
type choice struct {
	Pid  int     `json:"pid"`
	File int     `json:"file"`
	Line int     `json:"line,omitempty"`
	Text string  `json:"text"`
	Peer *choice `json:"peer,omitempty"`
}

// waiting is a blocked process in the page's JSON.
type waiting struct {
	Pid int    `json:"pid"`
	For string `json:"for"`
}

// next describes what can follow a state: choices, or why there are none, and which process waits for what.
type next struct {
	Choices []choice  `json:"choices"`
	Why     string    `json:"why"`
	Waits   []waiting `json:"waits"`
	Watches []string  `json:"watches"`
	Dropped int       `json:"dropped"` // number of redo steps
}

// next returns what can follow the first moves of the run.
func (s *Server) next(at int) next {
	run, moves := s.run, s.run.Moves()
	if at < len(moves) {
		moves = moves[:at]
		run, _ = story.NewRun(vm.NewMachine(s.p), story.Options{}, true)
		for _, mv := range moves {
			run.Take(run.Find(mv))
		}
	}
	out := next{
		Choices: []choice{}, Waits: []waiting{}, Watches: append([]string{}, s.watches...),
		Dropped: len(s.dropped),
	}
	for _, c := range run.Choices() {
		one := choice{Pid: c.Pid, File: s.live.File(c.File), Line: c.Line, Text: c.Written}
		if c.Peer != nil {
			one.Peer = &choice{Pid: c.Peer.Pid, File: -1, Text: c.PeerWritten}
		}
		out.Choices = append(out.Choices, one)
	}
	switch {
	case run.Faulty():
		out.Why = "The run ends here, with an error."
		return out
	case len(out.Choices) > 0:
	case run.InvalidEnd():
		out.Why = "No process can move, and not all are in valid end states."
	default:
		out.Why = "No process can move: all are in valid end states."
	}
	for _, w := range reason.Waits(s.p, trail.FromMoves(s.p, moves)) {
		out.Waits = append(out.Waits, waiting{w.Pid, w.For})
	}
	return out
}
